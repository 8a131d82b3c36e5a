#pragma once
#include <cstdint>

#include "core/solver/interior/pieces.hpp"

namespace core {

/// lambda/2 |w|^2 + sum_i L_i(target_i - x_i w - b), each L_i convex with a corner at 0.
template <class Pieces>
struct MarginProblem {
  Design& x;            ///< [n x r] with a constant
  const Vector& target; ///< [n]
  Pieces pieces;
  double lambda; ///< > 0
};

/// Where an interior point method ended.
struct InteriorPoint {
  Vector a;       ///< [n], strictly inside the boxes
  Vector w;       ///< [r], about x'a / lambda
  double b = 0;   ///< about the intercept
  double s_t = 0; ///< what is left of the complementarity, an estimate of the duality gap
  std::int64_t steps = 0;
};

/// Where it begins: w = 0, this intercept, and so much beyond the residual in s and t. About the width of
/// what bends is good; any other only costs steps, or, rarely, ends where rounding allows no further one.
struct Start {
  double intercept = 0, slack = 1;
};

/// Solves the problem by a primal-dual interior point method (Mehrotra 1992; for support vector machines
/// Ferris & Munson 2002): Newton's method on the optimality conditions
///
///   lambda w = x'a,   sum a = 0,   target - x w - b = s - t,   s, t >= 0,
///   s (upper(s) - a) = t (a - lower(t)) = mu
///
/// as mu falls to 0 (core/solver/interior/pieces.hpp has upper and lower). Where they bend, upper - a and
/// a - lower are variables of their own, which meet what they stand for in the limit. A step solves r + 1
/// equations in (w, b): it costs n r^2, less where the columns are lists, no n x n matrix is formed, and
/// memory is O(n r). The number of steps, ten to forty, hardly depends on n, lambda or how degenerate the
/// sample is: duplicates, ties and collinear inputs leave the equations definite, because lambda is on their
/// diagonal. Ends where the complementarity is at most `share` of the
/// primal value, or where rounding allows no further step. Whoever takes the answer certifies it. A pure
/// function of its arguments.
InteriorPoint interior_point(const MarginProblem<TwoLines>& problem, double share);
InteriorPoint interior_point(const MarginProblem<TruncatedLogarithms>& problem, double share,
                             const Start& start);

} // namespace core
