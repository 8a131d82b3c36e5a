#pragma once
#include "core/estimate/estimator.hpp"

// Controls: what a table's methods are held against. None of them learns from the inputs, and there is
// nothing to tune or to certify.
namespace core {

/// The true probabilities at the test points: no method can have a smaller expected log loss. Throws
/// UserError where the data set does not know them.
struct TrueProbability final : ProbabilityEstimator {
  Estimate estimate(DrawCache& cache) const override;
};

/// The shares of the classes in the training sample, at every test point.
struct BaseRate final : ProbabilityEstimator {
  Estimate estimate(DrawCache& cache) const override;
};

/// P(Y = +1) = p at every test point, for two classes.
struct Constant final : ProbabilityEstimator {
  explicit Constant(double p_positive) : p(p_positive) {}
  double p;
  Estimate estimate(DrawCache& cache) const override;
};

} // namespace core
