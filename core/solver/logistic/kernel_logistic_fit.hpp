#pragma once
#include <vector>

#include "core/sample/observation_weights.hpp"
#include "core/solver/certificate.hpp"
#include "core/solver/logistic/gram_rows.hpp"

namespace core {

/// h + b with h = sum_i a_i K(x_i, .) / lambda.
struct KernelLogisticFit {
  Vector a; ///< [n], of sum zero
  double beta_0 = 0;
  Certificate certificate; ///< iterations counts Newton's steps

  /// h + b [m] for K(point, x_i) [m x n] and the lambda of the fit.
  Vector decision(const Matrix& cross_gram, double lambda) const;
};

/// Kernel logistic regression (core/solver/logistic/duality.hpp) on these rows with labels [n] and
/// lambda > 0: Newton's method on (a, b) from 0 with step halving until the relative duality gap is at most
/// `relative_gap`. Up to `dense_size` points the Newton system is factorised, cost n^3 / 3 a step; above, it
/// is solved by conjugate gradients on products with the Gram matrix
/// (core/solver/logistic/newton_system.hpp), or factorised after all where these do not arrive and there are
/// at most `factorised_size` points. The certificate is computed afresh from the answer
/// (core/solver/logistic/certify_logistic.hpp). Not converged where it does not prove a relative gap of 1e-8,
/// and of 1e-6 with what rounding may hide; with one class missing, where a
/// = 0 and beta_0 is the infinity of the class that is there, with the gap 0 of the infimum.
KernelLogisticFit fit_kernel_logistic(const GramRows& sample, const WeightedLabels& labels, double lambda);

inline constexpr Eigen::Index dense_size = 1000, factorised_size = 5000;

} // namespace core
