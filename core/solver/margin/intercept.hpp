#pragma once
#include "core/solver/margin/weighted_dual.hpp"

// The intercept rule. Given the fitted part h = Ka / lambda, the primal value
// (core/solver/margin/certify.hpp) is a convex, piecewise linear function of beta_0 whose corners are the
// values r_i = y_i - h(x_i). Its minimisers form an interval:
//
//   * at an optimal `a` it is the KKT interval, from max {r_i : a_i < upper_i} to min {r_i : a_i > lower_i};
//   * where a free support vector exists it is the single point that all free support vectors agree on;
//   * where none does it may have a length, as at an exact tie n+(1-pi) = n- pi with large lambda;
//   * where only one side is bounded it is half-infinite, as with one class.
//
// The intercept is the midpoint of that interval (as LIBSVM's), its finite end where it is half-infinite, and
// 0 where every value is a minimiser. It depends on `a` only through h, which is unique, so two solvers that
// agree on h agree on the intercept; and no other intercept gives this h a smaller primal value, hence a
// smaller gap. A slope that is zero to rounding counts as zero: at a tie the weights cancel only to rounding.
namespace core {

/// All beta_0 that minimise the primal value at h; -inf and +inf are legitimate ends.
struct InterceptInterval {
  double lower, upper;
};

/// field = Ka [n]. Cost n log n.
InterceptInterval intercept_interval(const WeightedDual& problem, const Vector& field);

/// The midpoint, the finite end or 0, as written above.
double chosen_intercept(const InterceptInterval& interval);

/// chosen_intercept(intercept_interval(problem, field)).
double intercept(const WeightedDual& problem, const Vector& field);

/// The same number for a caller who knows about where it lies, such as -nu / lambda of a solver's multiplier
/// nu. Cost n where the guess lies in the interval or on one of its ends to rounding, n log n otherwise.
double intercept_near(const WeightedDual& problem, const Vector& field, double guess);

} // namespace core
