#pragma once
#include <cstdint>

#include "core/types.hpp"

namespace core {

/// The problem of core/solver/weighted_dual.hpp where K = x x' and every box has width.
struct FactoredDual {
  const Matrix& x;             ///< [n x r], few columns
  const Vector& y;             ///< [n]
  const Vector &lower, &upper; ///< [n], lower_i < upper_i, and sum lower < 0 < sum upper
  double lambda;               ///< > 0

  Eigen::Index size() const { return y.size(); }
};

/// Where an interior point method ended.
struct InteriorPoint {
  Vector a;       ///< [n], strictly inside the boxes
  Vector w;       ///< [r], about x'a / lambda
  double b = 0;   ///< about the intercept
  double s_t = 0; ///< what is left of the complementarity, an estimate of the duality gap
  std::int64_t steps = 0;
};

/// Solves the problem by a primal-dual interior point method (Mehrotra 1992; for support vector machines
/// Ferris & Munson 2002): Newton's method on the optimality conditions
///
///   lambda w = x'a,   sum a = 0,   y - x w - b = s - t,   s (upper - a) = t (a - lower) = mu,   s, t >= 0
///
/// as mu falls to 0. A step solves r + 1 equations in (w, b): it costs n r^2, K is never formed, and memory
/// is O(n r). The number of steps, ten to thirty, hardly depends on n, lambda or how degenerate the sample
/// is: duplicates, ties and collinear inputs leave the equations definite, because lambda is on their
/// diagonal. Ends where the complementarity is at most `share` of the primal value, or where rounding allows
/// no further step. Whoever takes the answer certifies it. A pure function of its arguments.
InteriorPoint interior_point(const FactoredDual& problem, double share);

} // namespace core
