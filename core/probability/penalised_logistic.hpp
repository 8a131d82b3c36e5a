#pragma once
#include "core/estimate/learner.hpp"
#include "core/solver/logistic/logistic_path.hpp"

// Penalised logistic regression with stepPlr's criterion (Park & Hastie 2008; the PLR of Wang, Shen & Liu
// 2008, Table 2):
//
//   minimise over (beta_0, beta)   sum_i log(1 + exp(-y_i (beta_0 + x_i'beta)))  +  lambda |beta|^2,
//
// the intercept free. Observation weights multiply the losses. Newton's method with step halving from beta =
// 0, until half the squared Newton decrement is small. The answer is certified by a duality gap with a bound
// of rounding (core/solver/logistic/certify_logistic.hpp). Where a class is missing there is no minimum and
// beta_0 runs away: that is reported as not converged.
namespace core {

/// x [n x p], labels [n], lambda > 0. Cost n p^2 + p^3 per iteration, about eight iterations.
LogisticFit fit_penalised_logistic(const Matrix& x, const WeightedLabels& labels, double lambda);

inline constexpr Eigen::Index many_observations = 5000;

/// PLR as a learner: linear in the inputs as they are. Where there are fewer distinct points than inputs it
/// is fitted, and certified, in the span of the points, which holds the answer. A grid of lambda on
/// many_observations or more is followed from the largest down (core/solver/logistic/logistic_path.hpp).
struct PenalisedLogistic final : Learner {
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override;
  Offers offers() const override { return {.weights = true}; }
  std::optional<Estimate> from_values(const DecisionFunctions& by, const Matrix& values,
                                      const WeightedLabels& y) const override;
  Rule rule(const std::optional<double>&) const override;
};

} // namespace core
