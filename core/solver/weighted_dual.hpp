#pragma once
#include "core/solver/certificate.hpp"
#include "core/types.hpp"

namespace core {

/// The weighted margin problem in the scaling a_i = y_i theta_i (Wang, Shen & Liu 2008, eqs 3 and 15):
///
///   primal:  min over f = sum_i a_i K(x_i, .) / lambda + beta_0 of   sum_i S_i (1 - y_i f(x_i))_+  +  lambda/2 ||f||^2
///   dual:    min over a [n] of   1/2 a'Ka - lambda y'a   subject to   sum_i a_i = 0,  lower_i <= a_i <= upper_i
///
/// with S_i = 1 - pi for y_i = +1 and pi for y_i = -1; the boxes are [0, S_i] for y_i = +1 and [-S_i, 0] for
/// y_i = -1. Here lambda is the paper's n lambda, that is 1/C: in this scaling lambda moves only the linear term
/// and pi moves only the boxes.
struct WeightedDual {
  const Matrix& gram;   ///< K(x_i, x_j) [n x n], symmetric positive semidefinite
  const Labels& y;      ///< [n]
  Vector lower, upper;  ///< the boxes [n], lower <= 0 <= upper
  double lambda;        ///< > 0
};

/// f(x) = sum_i a_i K(x_i, x) / lambda + beta_0.
struct DualSolution {
  Vector a;          ///< [n]
  double beta_0 = 0; ///< the intercept, see core/solver/intercept.hpp for the rule where it is not unique
  double lambda = 1;
  Certificate certificate;  ///< of the primal-dual pair above

  /// Decision values [m] for a cross-Gram matrix K(x_new, x_train) [m x n].
  Vector decision(const Matrix& cross_gram) const { return (cross_gram * a) / lambda + Vector::Constant(cross_gram.rows(), beta_0); }
};

}  // namespace core
