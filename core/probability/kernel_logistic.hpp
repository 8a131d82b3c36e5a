#pragma once
#include "core/estimate/classifier.hpp"
#include "core/estimate/learner.hpp"

namespace core {

/// Kernel logistic regression (core/solver/logistic/duality.hpp; Keerthi, Duan, Shevade & Poo 2005; Rueping
/// 2004, section 2) with the kernel of a classifier: P(Y = +1) = 1 / (1 + exp(-f)) with the f that minimises
/// lambda/2 |h|^2 + sum_i log(1 + exp(-y_i f(x_i))), f = h + b. Every fit carries its duality gap.
/// Facts: sigma, of a Gaussian kernel. Cost of one lambda: about ten Newton steps.
class KernelLogistic final : public Learner {
 public:
  /// Reads the classifier's kernel only. Throws UserError for a classifier with another loss than the hinge.
  explicit KernelLogistic(const Classifier& classifier);
  explicit KernelLogistic(const KernelChoice& kernel) : kernel_(kernel) {}
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override;
  Offers offers() const override { return {.weights = true}; }
  std::optional<Estimate> from_values(const DecisionFunctions& by, const Matrix& values,
                                      const WeightedLabels& y) const override;
  Rule rule(const std::optional<double>& sigma) const override;
  std::unique_ptr<Learner> at_bandwidth(double sigma) const override;

 private:
  KernelChoice kernel_;
};

} // namespace core
