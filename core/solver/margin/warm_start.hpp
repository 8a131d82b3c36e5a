#pragma once
#include "core/solver/margin/weighted_dual.hpp"

namespace core {

/// Where residual [n] = y - f of an answer to a problem says that its variables `a` [n] stand in boxes that
/// have moved: the answer if f stayed, but for the sum. An observation off the elbow goes to the end of its
/// new box that its residual names (upper where positive, lower where negative), one on the elbow keeps a_i,
/// clipped.
Vector named_by_residuals(const WeightedDual& problem, const Vector& a, const Vector& residual);

/// A feasible start from the same: what the sum of named_by_residuals is off by is taken out of the
/// observations with the smallest residuals, in the order in which a shift of the intercept would reach them.
/// Almost all of the result lies on bounds, so that the elbow of core/solver/margin/active_set_solver.hpp
/// starts small; clipping and nearest_feasible would put most observations inside their boxes. The sum is
/// zero to rounding wherever sum lower <= 0 <= sum upper. Cost n log n.
Vector warm_start(const WeightedDual& problem, const Vector& a, const Vector& residual);

} // namespace core
