#pragma once
#include <memory>
#include <utility>

#include "core/estimate/estimator.hpp"
#include "core/multiclass/methods/class_problems.hpp"

namespace core {

/// Problems of two classes that are solved and tuned each by itself: each has the training and tuning points
/// of its classes alone, so that lambda, the bandwidth and the number of weights follow from these. Each
/// problem's fits carry their certificates. A criterion that looks at the test sample sees all its points,
/// labelled by whether they are of the positive class. Facts: nonmonotone, summed over the problems;
/// baseline, the label of the baseline class, where one class is that of all points. Series:
/// problems.positive and problems.negative, the labels of a problem's classes (0: all others);
/// problems.lambda and problems.sigma, where each has one.
class SeparateProblems final : public ProbabilityEstimator {
 public:
  /// `binary` estimates P(Y = +1) of two classes, and is asked once a problem.
  SeparateProblems(ClassScheme scheme, std::unique_ptr<const ProbabilityEstimator> binary)
      : scheme_(scheme), binary_(std::move(binary)) {}

  Estimate estimate(DrawCache& cache) const override;

 private:
  ClassScheme scheme_;
  std::unique_ptr<const ProbabilityEstimator> binary_;
};

} // namespace core
