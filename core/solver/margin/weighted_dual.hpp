#pragma once
#include <cstdint>

#include "core/loss/hinge.hpp"
#include "core/sample/types.hpp"
#include "core/solver/certificate.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {

/// The weighted margin problem in the scaling a_i = y_i theta_i (Wang, Shen & Liu 2008, eqs 3 and 15):
///
///   primal:  min over f of   sum_i S_i (1 - y_i f(x_i))_+  +  lambda/2 ||f||^2,
///            f = sum_i a_i K(x_i, .) / lambda + beta_0
///   dual:    min over a [n] of   1/2 a'Ka - lambda y'a,   sum_i a_i = 0,   lower_i <= a_i <= upper_i
///
/// with S_i = 1 - pi for y_i = +1 and pi for y_i = -1; the boxes are [0, S_i] for y_i = +1 and [-S_i, 0] for
/// y_i = -1. Here lambda is the paper's n lambda, that is 1/C: in this scaling lambda moves only the linear
/// term and pi moves only the boxes. ||f||^2 is a'Ka / lambda^2: the intercept is not penalised.
///
/// Any other boxes with sum lower <= 0 <= sum upper state a convex problem of the same form
/// (core/solver/margin/certify.hpp): shifted boxes are the steps of psi-learning, boxes times a count are
/// observations drawn more than once.
struct WeightedDual {
  Gram gram;           ///< K(x_i, x_j) [n x n], symmetric positive semidefinite
  const Labels& y;     ///< [n]
  Vector lower, upper; ///< the boxes [n], lower_i <= upper_i
  double lambda;       ///< > 0

  Eigen::Index size() const { return y.size(); }
  Box box(Eigen::Index i) const { return {lower(i), upper(i)}; }
};

/// The boxes of the weighted support vector machine with 0 <= pi <= 1 the weight of the negative class, 1 -
/// pi that of the positive class. gram [n x n] and y [n] must outlive the problem.
WeightedDual weighted_dual(const Gram& gram, const Labels& y, double pi, double lambda);

/// f(x) = sum_i a_i K(x_i, x) / lambda + beta_0.
struct DualSolution {
  Vector a; ///< [n]
  double beta_0 =
      0; ///< the intercept, see core/solver/margin/intercept.hpp for the rule where it is not unique
  double lambda = 1;
  Certificate certificate; ///< of the primal-dual pair above

  /// Decision values [m] for a cross-Gram matrix K(x_new, x_train) [m x n], each with the bits it has alone.
  Vector decision(const Matrix& cross_gram) const;
  Vector decision(const Gram& gram) const {
    return full_product(gram, a) / lambda + Vector::Constant(gram.rows(), beta_0);
  }
};

/// The point of the problem's feasible set {sum a = 0, lower <= a <= upper} nearest to `a` [n] in Euclidean
/// distance: clip(a - tau) with the tau that balances the sum. A feasible `a` comes back bit for bit; the sum
/// of the result is zero to rounding. Throws std::logic_error where the set is empty. Cost n log n, n where
/// `a` is feasible.
Vector nearest_feasible(const WeightedDual& problem, const Vector& a);

/// A feasible point of the dual together with what every step of a solver needs of it.
struct DualPoint {
  Vector a;        ///< [n], feasible
  Vector gradient; ///< Ka - lambda y [n], of the dual's objective
};

/// The nearest feasible point to `a` with its gradient computed afresh. Cost n |{a_i != 0}|.
DualPoint dual_point(const WeightedDual& problem, const Vector& a);

/// When to stop: at a relative duality gap (core/solver/certificate.hpp), or after so many steps.
struct StoppingRule {
  double relative_gap = certified_gap;
  std::int64_t steps = 1'000'000;
  std::int64_t dc_steps = 0; ///< of a d.c. descent at most; 0: as many as it takes
  double absolute_gap = 0;   ///< this is enough, whatever it is relative to the primal value
};

/// A point a solver ended at. What it is worth, certify() says.
struct Descent {
  DualPoint point;
  double nu = 0; ///< multiplier of sum a = 0: about -lambda beta_0
  std::int64_t steps = 0;
};

} // namespace core
