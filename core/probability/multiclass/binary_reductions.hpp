#pragma once
#include <memory>

#include "core/probability/learner.hpp"

// Probabilities of K classes from those of two, class by class (Zeng & Zhang 2023, with Algorithm 1 of Wang,
// Shen & Liu 2008 on weighted classifiers). One lambda serves all problems, and a tuning criterion judges it
// by the K probabilities together; the bandwidth is that of the whole training sample. What is divided by is
// positive where the two-class method never says 0 or 1, as the bracket never does.
namespace core {

/// A method of two classes on relabelled parts of a sample. Of two classes baseline learning is the method
/// itself. Facts: nonmonotone, the test points with signs that are not monotone, summed over
/// the problems; sigma, of a Gaussian kernel; dc_steps, the mean of the problems, of a loss that is fitted by
/// such steps; baseline, the label of the baseline class.
class BinaryReduction final : public Learner {
 public:
  enum class Scheme {
    one_vs_all,       ///< each class against all others, q_k; p_k = q_k / sum_j q_j
    baseline_learning ///< each class against the largest one of the sample trained on, of level ones the
                      ///< first, q_k = p_k / (p_k + p_0); p_k in proportion to q_k / (1 - q_k), p_0 to 1
  };
  /// `binary` estimates P(Y = +1) of two classes.
  BinaryReduction(Scheme scheme, std::shared_ptr<const Learner> binary)
      : scheme_(scheme), binary_(std::move(binary)) {}
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override;
  std::unique_ptr<Learner> at_bandwidth(double sigma) const override;

 private:
  Scheme scheme_;
  std::shared_ptr<const Learner> binary_;
};

} // namespace core
