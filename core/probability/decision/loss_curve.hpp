#pragma once
#include <memory>

#include "core/estimate/estimator.hpp"

namespace core {

/// An estimator with the mean cost of its errors on the test sample at many thresholds (Herault & Grandvalet
/// 2007, Figure 1; core/metric/error_costs.hpp). Series: threshold.log_odds, places evenly spread over
/// `reach` to either side of the log-odds of the share of positives in the training part, and
/// threshold.loss_x100 there, decided by the log-odds of P(Y = +1). Facts: prior_log_odds, that centre;
/// best_log_odds, the first place of least loss. Throws UserError for a method without probabilities.
class WithLossCurve final : public ProbabilityEstimator {
 public:
  static constexpr double reach = 4;

  /// places >= 2.
  WithLossCurve(std::unique_ptr<ProbabilityEstimator> inner, std::int64_t places)
      : inner_(std::move(inner)), places_(places) {}
  Estimate estimate(DrawCache& cache) const override;
  std::optional<Estimate> predicted(const Predictor& by, const Question& question) const override {
    return inner_->predicted(by, question);
  }
  std::vector<Objection> warnings(const WeightedLabels& train) const override {
    return inner_->warnings(train);
  }

 private:
  std::unique_ptr<ProbabilityEstimator> inner_;
  std::int64_t places_;
};

} // namespace core
