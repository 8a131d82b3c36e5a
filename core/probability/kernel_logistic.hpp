#pragma once
#include "core/probability/classifier.hpp"
#include "core/probability/learner.hpp"

namespace core {

/// Kernel logistic regression (core/solver/logistic/duality.hpp; Keerthi, Duan, Shevade & Poo 2005; Rueping
/// 2004, section 2) with the kernel of a classifier: P(Y = +1) = 1 / (1 + exp(-f)) with the f that minimises
/// lambda/2 |h|^2 + sum_i log(1 + exp(-y_i f(x_i))), f = h + b. Every fit carries its duality gap.
/// Facts: sigma, of a Gaussian kernel. Cost of one lambda: about ten Newton steps.
class KernelLogistic final : public Learner {
 public:
  /// Throws UserError for a classifier with another loss than the hinge: only its kernel is read, and two
  /// classifiers with one kernel would be one method under two names.
  explicit KernelLogistic(const Classifier& classifier);
  std::unique_ptr<Learned> learn(Workbench& bench, const Resample& resample) const override;
  Rule rule(const std::optional<double>& sigma) const override;
  std::unique_ptr<Learner> at_bandwidth(double sigma) const override;

 private:
  Classifier classifier_;
};

} // namespace core
