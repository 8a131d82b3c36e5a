#pragma once
#include <memory>
#include <utility>

#include "core/estimate/learner.hpp"
#include "core/multiclass/methods/class_problems.hpp"

namespace core {

/// Problems of two classes that are tuned together: one lambda serves all of them, and a tuning criterion
/// judges it by the K probabilities; the bandwidth is that of the whole training sample. For two classes
/// baseline learning is the method itself. Facts: nonmonotone, the test points with signs that are not
/// monotone, summed over the problems; sigma, of a Gaussian kernel; dc_steps, the mean of the problems, of a
/// loss that is fitted by such steps; baseline, the label of the baseline class; platt_clipped, how many
/// problems have a slope clipped at 0; the largest gradient of the problems' scalings; coupling_gap. Remarks
/// of several problems are made once.
class BinaryReduction final : public Learner {
 public:
  /// `binary` estimates P(Y = +1) of two classes.
  BinaryReduction(ClassScheme scheme, std::shared_ptr<const Learner> binary)
      : scheme_(scheme), binary_(std::move(binary)) {}
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override;
  Offers offers() const override { return {.weights = binary_->offers().weights}; }
  std::optional<Estimate> predicted(const Predictor& by, const Question& question) const override;
  std::unique_ptr<Learner> at_bandwidth(double sigma) const override;

 private:
  ClassScheme scheme_;
  std::shared_ptr<const Learner> binary_;
};

} // namespace core
