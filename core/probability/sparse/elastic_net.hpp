#pragma once
#include <variant>

#include "core/estimate/learner.hpp"
#include "core/kernel/kernel.hpp"
#include "core/loss/coherence.hpp"
#include "core/loss/huberised_hinge.hpp"
#include "core/solver/elastic_net/problem.hpp"

namespace core {

/// The losses an elastic net is fitted with.
using ElasticNetLoss = std::variant<Coherence, HuberisedHinge>;

/// Linear in the inputs as they are, or in the columns K(., x_j) of a kernel with the bandwidth of the whole
/// training sample, fitted by core/solver/elastic_net at gamma = lambda: C-learning (Zhang, Dai & Jordan
/// 2013, eqs 14 and 20), the hybrid huberised support vector machine (Wang, Zhu & Zou 2008) and regularised
/// logistic regression (Friedman, Hastie & Tibshirani 2010). With a coherence loss P(Y = +1) is that of eq.
/// 10; with the huberised hinge there is a score and no probability. With one class missing the intercept
/// alone is fitted: infinite and not converged, or of the huberised hinge the label. Facts: nonzero, the
/// coefficients selected; sigma, of a Gaussian kernel. Every fit carries its certificate. At test points it
/// describes its model, whose facts have omega. An observation of weight v counts as v alike, with as many
/// columns of a kernel: core/solver/elastic_net/problem.hpp.
class ElasticNet final : public Learner {
 public:
  struct Choice {
    KernelChoice kernel;
    Ridge ridge = Ridge::kernel; ///< of kernel columns; a linear one is plain
    ElasticNetLoss loss;
    double omega = 0.5;
  };
  explicit ElasticNet(const Choice& choice) : choice_(choice) {}

  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override;
  std::unique_ptr<Learner> at_bandwidth(double sigma) const override;
  Offers offers() const override {
    return {.mixing = true, .largest_lambda = true, .loss = true, .weights = true};
  }
  std::unique_ptr<Learner> at_mixing(double omega) const override;
  double largest_lambda(DrawCache& cache, const Resample& resample) const override;
  double loss(const Estimate& estimate, const WeightedLabels& labels) const override;
  std::optional<Estimate> from_values(const DecisionFunctions& by, const Matrix& values,
                                      const WeightedLabels& y) const override;

 private:
  Choice choice_;
};

} // namespace core
