#pragma once
#include <memory>
#include <utility>

#include "core/estimate/learner.hpp"
#include "core/multiclass/scaling/class_calibration.hpp"

namespace core {

/// A method of K classes whose scores are calibrated. The scores are its decision functions where it has one
/// for each class (Estimate::class_scores), else the logarithms of its probabilities, those below 1e-16 as of
/// that. It is fitted on the whole sample, and again without each fold where the calibration reads held-out
/// scores. Facts: those of the method, and the calibration's.
class CalibratedClasses final : public Learner {
 public:
  CalibratedClasses(std::shared_ptr<const Learner> method,
                    std::shared_ptr<const ClassCalibration> calibration)
      : method_(std::move(method)), calibration_(std::move(calibration)) {}
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override;
  Offers offers() const override { return {.weights = method_->offers().weights}; }
  std::optional<Estimate> predicted(const Predictor& by, const Question& question) const override;
  std::unique_ptr<Learner> at_bandwidth(double sigma) const override;

 private:
  std::shared_ptr<const Learner> method_;
  std::shared_ptr<const ClassCalibration> calibration_;
};

/// [m x K]
Matrix class_scores(const Estimate& estimate);

} // namespace core
