#pragma once
#include <memory>

#include "core/probability/estimator.hpp"
#include "core/tuning/criterion.hpp"

namespace core {

/// A classifier, a calibration of it and a way to choose lambda: the bridge from the shared fits to the seam.
/// Facts beside the calibration's: lambda, criterion (its value there), sigma (of a Gaussian kernel).
class MarginEstimator final : public ProbabilityEstimator {
 public:
  MarginEstimator(Classifier classifier, std::unique_ptr<Calibration> calibration,
                  std::unique_ptr<TuningCriterion> criterion);
  Estimate estimate(Workbench& bench) const override;

 private:
  Classifier classifier_;
  std::unique_ptr<Calibration> calibration_;
  std::unique_ptr<TuningCriterion> criterion_;
};

}  // namespace core
