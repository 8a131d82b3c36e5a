#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "results/results.hpp"

namespace results::hdf5 {

/// The design of a study by numbers: where each of its points lies on each of its axes.
struct Design {
  std::vector<std::vector<std::int32_t>>
      position; ///< [axis][point]: number of the value on the axis; -1 = not on it
  std::vector<std::vector<std::size_t>>
      points_of; ///< [setting]: its points, in the card's order; may be empty
};

Design design_of(const StudyCard& card);

/// The numbers a numeric axis' names are. Throws std::logic_error for a name that is none.
std::vector<double> numbers_on(const Axis& axis);

/// The column each axis gets: its own name, with "axis_" before it where a value, a column of a series or a
/// fixed column has that name.
std::vector<std::string> axis_columns(const StudyCard& card, const Rows& rows);

} // namespace results::hdf5
