#pragma once
#include "core/estimate/learner.hpp"
#include "core/kernel/kernel.hpp"

namespace core {

/// The support vector machine as a rule that decides (Osuna, Freund & Girosi 1997; Herault & Grandvalet 2007,
/// Table 3): its score is f, and it has no probability. The weight of core/solver/margin/weighted_dual.hpp is
/// pi = 1/2 where errors cost the same, or the share of positives in the training part, so that a positive
/// taken for negative costs C+ = 1 - pi and a negative taken for positive C- = pi.
///
/// Fact: support_vectors_percent of the training rows, by weight, of a linear kernel counted at a vertex of
/// the solution set (core/solver/interior/vertex.hpp). Series: coefficient.weight, of a linear one, the
/// intercept last.
class SvmDecision final : public Learner {
 public:
  enum class Cost { equal, asymmetric };
  SvmDecision(const KernelChoice& kernel, Cost cost) : kernel_(kernel), cost_(cost) {}

  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override;
  std::unique_ptr<Learner> at_bandwidth(double sigma) const override;
  Offers offers() const override;

 private:
  KernelChoice kernel_;
  Cost cost_;
};

} // namespace core
