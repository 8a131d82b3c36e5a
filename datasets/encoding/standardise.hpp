#pragma once
#include "core/sample/types.hpp"

namespace datasets::encoding {

/// Per column a centre and a scale: z = (x - centre) / scale.
struct Standardisation {
  core::Vector centre, scale; ///< [p]

  core::Matrix applied_to(const core::Matrix& x) const;
};

/// Squares of smaller differences are nothing in double precision.
inline constexpr double least_spread = 1e-140;

/// Mean and standard deviation (divisor n - 1) of the columns of x [n x p]. A column that is constant, or
/// differs by less than `least_spread`, has scale 1, so that it becomes 0 there and stays finite elsewhere.
/// n >= 1. Where there are weights [n], a row of weight w counts as w rows; with a total weight of 1 or less
/// the divisor is the weight.
Standardisation standardisation_of(const core::Matrix& x, const core::Vector& weights = {});

} // namespace datasets::encoding
