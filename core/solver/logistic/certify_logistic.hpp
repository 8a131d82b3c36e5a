#pragma once
#include "core/sample/observation_weights.hpp"
#include "core/sample/types.hpp"
#include "core/solver/certificate.hpp"
#include "core/solver/logistic/gram_rows.hpp"

// What an answer of logistic regression is worth, computed from the problem and the answer alone: the values
// P and D of core/solver/logistic/duality.hpp at the answer and at its dual point, and in `rounding` what
// both may be off by as they were computed. That is
//
//   of P   sum_i |L'(y_i f_i)| e^d_i d_i,  d_i what f_i may be off by: L' changes by a factor of at most e^d;
//   of a'Ka / (2 lambda)   twice |a|'|error of Ka| / (2 lambda), and what is rounded in the product;
//   of D   what the sum of the dual point lacks to 0, times the slope of D there.
//
// Observation weights w_i stand beside L and L' (core/solver/logistic/duality.hpp). It grows with max K /
// lambda: where that leaves no digits the certificate says so.
namespace core {

/// The coefficients of an answer, a [n] of a kernel or beta [p] of the inputs, and its intercept.
struct LogisticAnswer {
  const Vector& coefficients;
  double beta_0;
};

/// For h = sum_i a_i K(x_i, .) / lambda and b: P = lambda/2 |h|^2 + sum_i L(y_i f(x_i)). The entries of K
/// count as right to 16 units of sqrt(K_ii K_jj). Status is ok: comparing is the caller's business. Cost two
/// products with the Gram matrix.
Certificate certify_kernel_logistic(const GramRows& sample, const WeightedLabels& labels, double lambda,
                                    const LogisticAnswer& answer);

/// For f = x beta + b, x [n x p], lambda > 0: P = lambda |beta|^2 + sum_i L(y_i f(x_i)), whose dual has
/// D = sum_i H(|a_i|) - |x'a|^2 / (4 lambda). Cost n p.
Certificate certify_penalised_logistic(const Matrix& x, const WeightedLabels& labels, double lambda,
                                       const LogisticAnswer& answer);

} // namespace core
