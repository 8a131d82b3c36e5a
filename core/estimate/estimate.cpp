#include "core/estimate/estimate.hpp"

#include <algorithm>

#include "core/loss/logistic.hpp"
#include "core/multiclass/logit/softmax.hpp"

namespace core {

void FitSummary::see(double relative_gap, Status fit_status) {
  worst_relative_gap = std::max(worst_relative_gap, relative_gap);
  ++fits;
  if (fit_status != Status::ok) status = fit_status;
}

void FitSummary::see(const FitSummary& other) {
  worst_relative_gap = std::max(worst_relative_gap, other.worst_relative_gap);
  fits += other.fits;
  dc_steps += other.dc_steps;
  if (other.status != Status::ok) status = other.status;
}

void Estimate::see_remarks(const Estimate& other) {
  for (const std::string& remark : other.remarks)
    if (std::find(remarks.begin(), remarks.end(), remark) == remarks.end()) remarks.push_back(remark);
}

Estimate of_log_odds(const Vector& log_odds) {
  Estimate out;
  out.probability = {log_odds.unaryExpr(&sigmoid), log_odds};
  return out;
}

std::optional<Estimate> of_single_log_odds(const Matrix& values) {
  if (values.cols() != 1) return std::nullopt;
  return of_log_odds(values.col(0));
}

Estimate of_log_probabilities(const Matrix& logs) {
  Estimate out;
  out.probability = Probabilities::of_classes(exponentials(logs), logs);
  return out;
}

std::optional<Estimate> predicted_multinomial(const Predictor& by, const Matrix& x, int classes) {
  if (by.problems.size() != 1 || by.problems.front().intercepts.size() != classes || !by.takes(x.cols()))
    return std::nullopt;
  return of_log_probabilities(log_softmax(by.decisions(x).front()));
}

Vector decision_scores(const Estimate& estimate) {
  if (estimate.score.size() > 0) return estimate.score;
  if (estimate.probability.log_odds().size() > 0) return estimate.probability.log_odds();
  Vector out(estimate.probability.size());
  for (Eigen::Index i = 0; i < out.size(); ++i) out(i) = estimate.probability.logit(i);
  return out;
}

} // namespace core
