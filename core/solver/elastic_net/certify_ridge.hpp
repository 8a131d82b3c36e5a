#pragma once
#include "core/sample/observation_weights.hpp"
#include "core/solver/certificate.hpp"

namespace core {

/// The problem of core/solver/elastic_net/problem.hpp at omega = 0 in the terms of its dual. Gram
/// matrix and labels must outlive it.
struct RidgeDual {
  const Matrix& gram; ///< G [n x n]
  const Labels& y;    ///< [n]
  double gamma;       ///< > 0
  Vector weights{};   ///< v [n], or empty

  WeightedLabels labels() const { return {y, weights}; }
};

/// f = a + G theta / gamma.
struct RidgeAnswer {
  Vector theta; ///< [n]
  double intercept = 0;
};

/// A dual point [n] from the pulls r [n] of the losses, in the domain of the conjugate: the class that
/// pulls more is scaled down until the sum is zero.
Vector ridge_dual_point(const Labels& y, const Vector& pull);

/// D at a [n], image = G a.
template <class Loss>
double ridge_dual(const Loss& loss, const RidgeDual& problem, const Vector& a, const Vector& image) {
  const double n = weight_of_all(problem.weights, a.size());
  double sum = 0;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const double weight = weight_at(problem.weights, i);
    sum -= weight * loss.conjugate(-n * problem.y(i) * a(i) / weight);
  }
  return sum / n - a.dot(image) / (2 * problem.gamma);
}

/// F at the answer and D at the dual point of its pulls, both from their definitions. Rounding: of f that
/// of G theta, which moves a loss by its slope and curvature; of the two forms, of the sums, and what the
/// dual point lacks to sum 0. Status ok: comparing the gap with a tolerance is the caller's business. Cost
/// 2 n^2.
template <class Loss>
Certificate certify_ridge(const Loss& loss, const RidgeDual& problem, const RidgeAnswer& answer);

} // namespace core
