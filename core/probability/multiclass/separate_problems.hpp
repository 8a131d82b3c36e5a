#pragma once
#include <memory>
#include <utility>

#include "core/probability/estimator.hpp"

// Probabilities of K classes from two-class problems that are solved and tuned each by itself (Zeng & Zhang
// 2023). A problem has the training and tuning points of its classes alone, so that lambda, the bandwidth and
// the number of weights follow from these. Each problem's fits carry their certificates; what is put together
// from them is exact but for rounding.
namespace core {

/// Facts: nonmonotone, summed over the problems; baseline, the label of the baseline class,
/// where one class is that of all points. Series: problems.positive and problems.negative, the labels of a
/// problem's classes (0: all others); problems.lambda and problems.sigma, where each has one.
class SeparateProblems final : public ProbabilityEstimator {
 public:
  enum class Scheme {
    one_vs_all,        ///< each class against all others, q_k; p_k = q_k / sum_j q_j
    baseline_learning, ///< each class against the largest one, of level ones the first; p_k / p_0 = q_k / (1
                       ///< - q_k)
    pairwise_voted ///< each pair; the same with a baseline for each point, the class that wins most of its
                   ///< pairs, of level ones the first; a pair at q = 1/2 is won by its first class
  };
  /// `binary` estimates P(Y = +1) of two classes, and is asked once a problem: K times, K - 1, K (K - 1) / 2.
  SeparateProblems(Scheme scheme, std::unique_ptr<const ProbabilityEstimator> binary)
      : scheme_(scheme), binary_(std::move(binary)) {}

  Estimate estimate(DrawCache& cache) const override;

 private:
  Scheme scheme_;
  std::unique_ptr<const ProbabilityEstimator> binary_;
};

} // namespace core
