#pragma once
#include "core/sample/class_numbers.hpp"
#include "core/solver/certificate.hpp"

// The cumulative logit model with proportional odds (McCullagh 1980) of K ordered classes,
//
//   P(Y <= k | x) = sigmoid(theta_k + x'beta),   theta_1 < ... < theta_{K-1},
//
// fitted by least F = -sum_i log P(Y = y_i | x_i) + lambda |beta|^2, lambda >= 0. With a_i = theta_{y_i} +
// x_i'beta and b_i = theta_{y_i - 1} + x_i'beta,
//
//   -log(sigmoid(a) - sigmoid(b)) = L(a) + L(-b) + g(a - b),   L(z) = log(1 + e^-z),   g(t) = -log(1 - e^-t),
//
// without the terms that the first and the last class do not have: F is a sum of convex functions of linear
// forms, and g keeps the order of theta. Observation weights multiply the terms of the sum over i. For K = 2
// it is the penalised logistic regression of core/probability/penalised_logistic.hpp.
//
// Certificate: a bound by Newton's decrement and the curvature, over all coefficients and with rounding
// (core/multiclass/logit/certify_odds.hpp). Newton itself stops by a gap
// (core/multiclass/logit/certified_newton.hpp) with a dual value for each of the three terms, L*(-s) = s
// log s + (1-s) log(1-s) and g*(-r) = r log r - (1+r) log(1+r). Separable data have no maximum without a
// penalty: the rule there is that of certified_newton. A class without an observation has probability 0: its
// two thresholds coincide; the status is then not converged.
namespace core {

struct ProportionalOdds {
  Vector thresholds; ///< theta [K-1], ascending; -infinity and infinity where the classes beyond are absent
  Vector beta;       ///< [p]
  Certificate certificate;
  bool runs_away = false;
  double residual = 0; ///< the largest entry of the gradient of F

  /// log P(Y = k) [m x K] at x [m x p].
  Matrix log_probability(const Matrix& x) const;
};

/// x [n x p], classes in their order. Cost of a Newton step n (p + K)^2, about eight steps.
ProportionalOdds fit_proportional_odds(const Matrix& x, const ClassNumbers& y, double lambda);

} // namespace core
