#pragma once
#include <memory>
#include <utility>

#include "core/estimate/calibration.hpp"
#include "core/estimate/classifier.hpp"
#include "core/estimate/estimator.hpp"
#include "core/multiclass/methods/class_problems.hpp"
#include "core/multiclass/scaling/class_calibration.hpp"

// Scores of K classes that are at hand: the inputs of the draw, a column for each class in their order. Of
// two classes one column, that of +1, is enough. No machine is fitted, so there is no lambda, and a training
// row has the scores that it would have were it held out.
namespace core {

/// The scores z [m x K] of columns [m x K], or [m x 1] of two classes. A score is z itself. Log-odds are
/// those of a class against all others, and z the logarithm of its probability. So it is of a probability in
/// [0, 1]; one nearer to 0 or 1 than 1e-16 counts as that near. Throws UserError where there is not a column
/// for each class.
Matrix given_class_scores(const GivenScores& of, const Matrix& columns, int classes);

/// A calibration of all classes at once.
class GivenClassCalibration final : public ProbabilityEstimator {
 public:
  GivenClassCalibration(GivenScores scores, std::shared_ptr<const ClassCalibration> calibration)
      : scores_(std::move(scores)), calibration_(std::move(calibration)) {}

  /// Throws UserError where there is not a column for each class.
  Estimate estimate(DrawCache& cache) const override;

 private:
  GivenScores scores_;
  std::shared_ptr<const ClassCalibration> calibration_;
};

/// Problems of two classes, each calibrated by itself. The decision value of a class against all others is
/// that of its column (core/probability/scaling/given_scores.hpp); that of a pair is the difference of the
/// two z, halved where z is a logarithm. Facts: coupling_gap. The calibration reads the decision function of
/// one machine.
class GivenReduction final : public ProbabilityEstimator {
 public:
  GivenReduction(GivenScores scores, ClassScheme scheme, std::unique_ptr<const Calibration> calibration)
      : scores_(std::move(scores)), scheme_(scheme), calibration_(std::move(calibration)) {}

  /// Throws UserError where there is not a column for each class.
  Estimate estimate(DrawCache& cache) const override;

 private:
  Vector decision_of(const Matrix& columns, const TwoClasses& two, int classes) const;

  GivenScores scores_;
  ClassScheme scheme_;
  std::unique_ptr<const Calibration> calibration_;
};

} // namespace core
