#pragma once
#include <cstdint>
#include <vector>

#include "core/random/stream.hpp"
#include "core/types.hpp"

namespace experiments::own_data {

/// Which rows of a sample are learned from and which held out, 0-based and ascending.
struct Parts {
  std::vector<std::int64_t> train, held_out;
};

/// round(holdout n), the number of rows held out. Throws UserError where holdout is not from 0 to less than
/// 1, and where that is no row although holdout is not 0.
std::int64_t rows_held_out(std::int64_t n, double holdout);

/// Holds out this many rows of y [n], each class in proportion, by the stream "split" of these axes: the rows
/// a study of the same setting tests on. Throws UserError where the rows that are left are of one class.
Parts divided(const core::Labels& y, std::int64_t held_out, const core::StreamAxes& axes);

} // namespace experiments::own_data
