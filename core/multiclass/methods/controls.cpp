#include "core/multiclass/methods/controls.hpp"

#include "core/contract.hpp"
#include "core/sample/observation_weights.hpp"

namespace core {
namespace {

/// The same row of class probabilities [K] at every test point.
Estimate everywhere(const Eigen::RowVectorXd& shares, Eigen::Index points) {
  Estimate out;
  out.probability = shares.size() == 2 ? Probabilities(Vector::Constant(points, shares(0)))
                                       : Probabilities::of_classes(shares.replicate(points, 1));
  return out;
}

} // namespace

Estimate TrueProbability::estimate(DrawCache& cache) const {
  const Probabilities& truth = cache.draw().test.truth;
  require(!truth.empty(), "The data set does not know its true probabilities. Use a simulated one.");
  Estimate out;
  out.probability = truth;
  return out;
}

Estimate BaseRate::estimate(DrawCache& cache) const {
  const Sample& train = cache.draw().train;
  Eigen::RowVectorXd shares = Eigen::RowVectorXd::Zero(train.classes);
  for (Eigen::Index i = 0; i < train.size(); ++i)
    shares(class_of(train.y(i), train.classes)) += weight_at(train.weights, i);
  return everywhere(shares / weight_of_all(train.weights, train.size()), cache.draw().test.size());
}

Estimate Constant::estimate(DrawCache& cache) const {
  return everywhere(Eigen::RowVector2d(p, 1 - p), cache.draw().test.size());
}

} // namespace core
