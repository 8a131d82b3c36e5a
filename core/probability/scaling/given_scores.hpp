#pragma once
#include <memory>

#include "core/estimate/calibration.hpp"
#include "core/estimate/classifier.hpp"
#include "core/estimate/estimator.hpp"

namespace core {

/// The decision values [n] of given scores [n]. They are such that 2 f are log-odds where a scaling takes
/// them for that: a score is f itself, log-odds z are f = z / 2, and a probability p in [0, 1] is
/// f = logit(p) / 2. A p nearer to 0 or 1 than 1e-16 counts as that near.
Vector decision_values(const GivenScores& of, const Vector& scores);

/// A calibration of scores that are at hand, the single input of the draw. No machine is fitted before it. So
/// there is no lambda, and a training row has the score that it would have were it held out. A row has the
/// same bits in whatever company it is estimated.
class ScoreCalibration final : public ProbabilityEstimator {
 public:
  /// Throws UserError for a calibration that reads several decision functions.
  ScoreCalibration(GivenScores scores, std::unique_ptr<Calibration> calibration);

  /// By the weights of the training sample where it has any. Throws UserError where there is not one input.
  Estimate estimate(DrawCache& cache) const override;
  std::vector<Objection> warnings(const WeightedLabels& labels) const override {
    return calibration_->warnings(labels);
  }

 private:
  GivenScores scores_;
  std::unique_ptr<Calibration> calibration_;
};

} // namespace core
