#pragma once
#include <memory>

#include "core/estimate/calibration.hpp"
#include "core/estimate/classifier.hpp"
#include "core/estimate/learner.hpp"

namespace core {

/// A weighted margin classifier and a calibration of its decision functions.
/// Facts beside the calibration's: sigma, of a Gaussian kernel; dc_steps, of a loss that is fitted by such
/// steps (psi-learning): their mean number over the fits behind the probabilities.
class MarginLearner final : public Learner {
 public:
  /// Throws UserError for a loss of several classes.
  MarginLearner(Classifier classifier, std::shared_ptr<const Calibration> calibration);
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override;
  Offers offers() const override { return {.weights = true}; }
  std::optional<Estimate> from_values(const DecisionFunctions& by, const Matrix& values,
                                      const WeightedLabels& y) const override;
  std::vector<Objection> warnings(const WeightedLabels& labels) const override {
    return calibration_->warnings(labels);
  }
  Rule rule(const std::optional<double>& sigma) const override;
  std::unique_ptr<Learner> at_bandwidth(double sigma) const override;
  std::optional<double> lambda_factor(double sigma) const override;

 private:
  Classifier classifier_;
  std::shared_ptr<const Calibration> calibration_;
};

} // namespace core
