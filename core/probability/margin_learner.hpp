#pragma once
#include <memory>

#include "core/probability/calibration.hpp"
#include "core/probability/classifier.hpp"
#include "core/probability/learner.hpp"

namespace core {

/// A weighted margin classifier and a calibration of its decision functions.
/// Facts beside the calibration's: sigma, of a Gaussian kernel; dc_steps, of psi-learning: the mean number of
/// d.c. steps of the fits behind the probabilities.
class MarginLearner final : public Learner {
 public:
  MarginLearner(Classifier classifier, std::unique_ptr<Calibration> calibration)
      : classifier_(classifier), calibration_(std::move(calibration)) {}
  std::unique_ptr<Learned> learn(Workbench& bench, const Resample& resample) const override;

 private:
  Classifier classifier_;
  std::unique_ptr<Calibration> calibration_;
};

} // namespace core
