#pragma once
#include <utility>
#include <vector>

#include "core/sample/observation_weights.hpp"
#include "core/sample/types.hpp"
#include "core/solver/certificate.hpp"

// Multinomial regression on chosen terms: each class has a linear form of its own columns,
//
//   minimise over theta   F = sum_i [ log sum_k exp(f_ik) - sum_k t_ik f_ik ] + 1/2 sum_j rho_j theta_j^2,
//
//   f_ik = sum over the terms j of class k of theta_j x_{i, c_j},
//
// with targets t_i >= 0 that sum to one, each loss times w_i where there are weights. Vector scaling has two
// terms a class, Dirichlet calibration K + 1.
//
// Solution: Newton's method with step halving. F is convex. Where every target is positive it has a minimum:
// along any direction that moves a form, a loss rises for ever.
//
// Terms without a penalty may depend on each other: K intercepts have one too many. Only those are fitted
// that depend on none before them to seven digits, the others are 0. Where a dependence is exact that changes
// no value of F, and neither the forms but for a constant in each row. Where it is one but for the rounding
// of the columns, it leaves out what would be fitted to that rounding.
//
// Certificate: Newton's decrement and the curvature (core/multiclass/logit/decrement_bound.hpp), over all
// theta, with what rounding may add. H is that of the losses and the penalties; the latter do not change
// along a line. It needs no dual point, and where F has no minimum it says so: the status is not converged.
namespace core {

/// A coefficient: of which class, times which column, and its rho.
struct SoftmaxTerm {
  Eigen::Index of_class, column;
  double ridge = 0;
};

struct SoftmaxTermsFit {
  Matrix weights; ///< [p x K]; f = x weights
  Certificate certificate;
  double gradient = 0; ///< the largest entry of the gradient of F over the number (weight) of rows
};

/// The targets of rows [n x K] and their weights [n], or empty.
struct WeightedTargets {
  const Matrix& targets;
  Vector weights{};

  WeightedTargets(const Matrix& of_rows, Vector of_each = {})
      : targets(of_rows), weights(std::move(of_each)) {}
};

/// x [n x p], a column of ones where intercepts are wanted; targets [n x K]; start [p x K]. Cost of a step n
/// m^2, m terms, about eight steps; of the certificate n K m^2.
SoftmaxTermsFit fit_softmax_terms(const Matrix& x, const WeightedTargets& of_rows,
                                  const std::vector<SoftmaxTerm>& terms, const Matrix& start);

} // namespace core
