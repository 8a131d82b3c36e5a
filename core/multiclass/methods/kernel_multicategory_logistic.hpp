#pragma once
#include "core/estimate/learner.hpp"
#include "core/kernel/kernel.hpp"

namespace core {

/// Kernel multicategory logistic regression (Zhu & Hastie 2005; the KMLR of Wu, Zhang & Liu 2010, section 5):
/// f_k = b_k + h_k, sum_k f_k = 0, that minimise
///
///   sum_i -log p_{y_i}(x_i) + lambda sum_k |h_k|^2,   p_k = exp(f_k) / sum_j exp(f_j),
///
/// |h| the norm of the kernel's space; of two classes it is kernel logistic regression with the same lambda
/// (core/probability/kernel_logistic.hpp). Solved through a pivoted Cholesky factor of the kernel matrix
/// whose remainder is at most 1e-7 lambda of the largest K(x, x), or a
/// hundredth of that where the gap asks for it; the duality gap is that of the whole kernel
/// (core/multiclass/logit/multinomial_fit.hpp).
///
/// Facts: sigma, of a Gaussian kernel; rank, of the factor. Cost of one lambda: about eight Newton steps of n
/// (r K)^2 / 4 + (r K)^3 / 3, r the rank.
class KernelMulticategoryLogistic final : public Learner {
 public:
  explicit KernelMulticategoryLogistic(const KernelChoice& kernel) : kernel_(kernel) {}
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override;
  Offers offers() const override { return {.weights = true}; }
  std::optional<Estimate> predicted(const Predictor& by, const Question& question) const override;
  std::string text() const override { return "kernel_multicategory_logistic " + kernel_.text(); }
  Rule rule(const std::optional<double>& sigma) const override;
  std::unique_ptr<Learner> at_bandwidth(double sigma) const override;

 private:
  KernelChoice kernel_;
};

} // namespace core
