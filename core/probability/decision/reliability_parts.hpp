#pragma once
#include <memory>
#include <optional>

#include "core/estimate/estimator.hpp"
#include "core/loss/truncated_logistic.hpp"

namespace core {

/// An estimator with the reliability diagram of its probabilities on the test sample
/// (core/metric/reliability.hpp), inside an interval [p_min, p_max) and on either side of it. The interval is
/// given by its half width on the log-odds scale about those of the share of positives in the training part;
/// else it is the estimate's own, its facts p_min and p_max, or [0, 1] of a method without them. Each part
/// has `bins` bins of equal width on the log-odds scale, as far as `reach` from the same centre; the first
/// and the last bin of all go on to 0 and 1.
///
/// A part that has rows, `below`, `inside` or `above`, has the facts <part>_percent, its share of the test
/// rows; <part>_predicted_percent, their mean probability; <part>_observed_percent, the share of positives,
/// with its binomial standard error <part>_error_percent. The inside has inside_log_loss_x100, too: 100
/// times the mean of -log of the probability of their class; inside_miscalibration_percent, the mean over
/// rows of |share of positives - mean probability| of their bin; inside_chance_percent, what that would be
/// about were the probabilities right, sqrt(2 / pi) times the standard errors.
///
/// Series, a point for each bin that has rows: reliability.part (-1, 0, 1), .from, .to, .count, .predicted,
/// .observed, .standard_error, and for drawing .log_odds of the mean probability and .empirical_log_odds,
/// log((k + 1/2) / (n - k + 1/2)) of k positives in n rows (Haldane 1956; finite where all rows agree);
/// reliability_line.line, .log_odds, .empirical_log_odds: line 0 is the diagonal, the others reach one
/// standard error, sqrt(1 / (k + 1/2) + 1 / (n - k + 1/2)), to either side of each bin.
///
/// Throws UserError for a method without probabilities. Cost: that of the estimator, and m log bins.
class WithReliability final : public ProbabilityEstimator {
 public:
  static constexpr double reach = 4;

  /// bins >= 1.
  WithReliability(std::unique_ptr<ProbabilityEstimator> inner, std::int64_t bins,
                  std::optional<double> half_width)
      : inner_(std::move(inner)), bins_(bins), half_width_(half_width) {}
  Estimate estimate(DrawCache& cache) const override;
  std::optional<Estimate> predicted(const Predictor& by, const Question& question) const override {
    return inner_->predicted(by, question);
  }

 private:
  FaithfulInterval interval(const Estimate& estimate, double centre) const;

  std::unique_ptr<ProbabilityEstimator> inner_;
  std::int64_t bins_;
  std::optional<double> half_width_;
};

} // namespace core
