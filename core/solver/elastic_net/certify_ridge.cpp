#include "core/solver/elastic_net/certify_ridge.hpp"

#include <cmath>

#include "core/loss/coherence.hpp"
#include "core/loss/huberised_hinge.hpp"
#include "core/solver/elastic_net/point_losses.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/logistic/duality.hpp"

namespace core {

Vector ridge_dual_point(const Labels& y, const Vector& pull) {
  const double positive = (y.array() > 0).select(pull, 0).sum(),
               negative = -(y.array() < 0).select(pull, 0).sum();
  return balanced(y, pull, positive, negative);
}

template <class Loss>
Certificate certify_ridge(const Loss& loss, const RidgeDual& problem, const RidgeAnswer& answer) {
  const auto& [gram, y, gamma, weights] = problem;
  const WeightedLabels labels = problem.labels();
  const auto& [theta, intercept] = answer;
  const Vector image = gram_times(gram, theta), f = (image / gamma).array() + intercept;
  const PointLosses at = point_losses(loss, labels, f);
  const Vector target = ridge_dual_point(y, at.pull), target_image = gram_times(gram, target);
  Certificate out;
  out.primal = mean_loss(loss, labels, f) + theta.dot(image) / (2 * gamma);
  out.dual = ridge_dual(loss, problem, target, target_image);
  const auto n = static_cast<double>(y.size());
  const Vector off = rounding_of_product(gram, theta) / gamma +
                     2 * unit_roundoff * (f.cwiseAbs().array() + std::abs(intercept)).matrix();
  const Vector bends = floored(loss, labels, Vector::Zero(y.size()), 1);
  const double losses = off.dot(at.pull.cwiseAbs() + bends.cwiseProduct(off));
  const double forms =
      theta.cwiseAbs().dot(rounding_of_product(gram, theta)) +
      target.cwiseAbs().dot(rounding_of_product(gram, target)) +
      2 * (n + 8) * unit_roundoff *
          (theta.cwiseAbs().dot(image.cwiseAbs()) + target.cwiseAbs().dot(target_image.cwiseAbs()));
  const double unbalanced = std::abs(target.sum()) + 2 * n * unit_roundoff * target.lpNorm<1>();
  const double lever = 1 + std::abs(intercept) + (image - target_image).lpNorm<Eigen::Infinity>() / gamma;
  out.rounding = losses + forms / (2 * gamma) + 16 * (n + 8) * unit_roundoff * std::abs(out.primal) +
                 2 * unbalanced * lever;
  return out;
}

template Certificate certify_ridge(const Coherence&, const RidgeDual&, const RidgeAnswer&);
template Certificate certify_ridge(const HuberisedHinge&, const RidgeDual&, const RidgeAnswer&);

} // namespace core
