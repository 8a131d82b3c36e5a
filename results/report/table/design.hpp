#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/record/study_card.hpp"

namespace results {

/// A combination of values on some axes that the design visits.
struct Place {
  Coordinates at;                  ///< an axis the point has no place on is absent
  std::vector<std::string> labels; ///< on the axes that vary; no_place where it is absent
};

inline constexpr const char* no_place = "--"; ///< the label of a place that is absent

/// What the axis calls the value that `at` has on it; no_place where `at` has no place on it.
std::string label_on(const Axis& axis, const Coordinates& at);

/// The settings at one place of all axes but two: by value of the one, then of the other.
struct Crossing {
  Coordinates at;
  std::map<std::string, std::map<std::string, std::int32_t>> settings{};
};

/// Where the points of a study lie, axis by axis.
class Design {
 public:
  /// Keeps a reference to the card.
  explicit Design(const StudyCard& card);

  /// Throws UserError for an axis the study does not have.
  const Axis& axis(const std::string& name) const;

  /// Whether the points have more than one place on this axis, "no place" counted as one.
  bool varies(const Axis& axis) const;

  /// Those of these axes that vary, in the same order.
  std::vector<Axis> varying(const std::vector<std::string>& axes) const;

  std::vector<Axis> varying() const; ///< of all axes, in the order of the card

  /// The distinct places of the points on these axes, in the order of the axes' values, the first axis
  /// outermost; "no place" comes last.
  std::vector<Place> places(const std::vector<std::string>& axes) const;

  /// `at` with every axis on which all points share one value filled in, what the layout collapses left out.
  Coordinates completed(Coordinates at) const;

  /// Where the point stands in the table: completed, without a place on what the layout
  /// collapses.
  Coordinates place_of(const Point& point) const;

  /// The points at the place `at` with the coordinate of `axis` replaced by `value`; a point that has no
  /// place on some axis is at every value of it. They share a place; none where several places qualify.
  std::vector<Point> counterparts(Coordinates at, const std::string& axis, const std::string& value) const;

  /// The one computation that has no coordinate other than those of `at`; nothing where there is none, or
  /// several.
  std::optional<std::int32_t> setting_at(const Coordinates& at) const;

  /// The settings crossed over these two axes at each place of the others that has any, in the order of the
  /// card; of the second axis these values only.
  std::vector<Crossing> crossings(const std::string& over, const std::string& among,
                                  const std::vector<std::string>& values) const;

 private:
  Coordinates without_collapsed(Coordinates at) const;

  const StudyCard& card_;
  std::map<std::string, std::vector<std::size_t>>
      taken_; ///< by axis: the sorted positions the points have on it
};

} // namespace results
