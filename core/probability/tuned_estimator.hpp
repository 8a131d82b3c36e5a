#pragma once
#include <memory>

#include "core/probability/estimator.hpp"
#include "core/tuning/criterion.hpp"

namespace core {

/// A learner whose lambda a criterion chooses on the training sample: the bridge to the seam.
/// Facts beside the learner's: lambda, and criterion, its value there. Series: the criterion's curve,
/// criterion.lambda and criterion.value, with criterion.<term> for each term of its value; none for a fixed
/// lambda.
class TunedEstimator final : public ProbabilityEstimator {
 public:
  TunedEstimator(std::unique_ptr<Learner> learner, std::unique_ptr<TuningCriterion> criterion)
      : learner_(std::move(learner)), criterion_(std::move(criterion)) {}
  Estimate estimate(Workbench& bench) const override;

 private:
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<TuningCriterion> criterion_;
};

} // namespace core
