#include "core/tuning/cost_validation.hpp"

#include <algorithm>
#include <string>

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"

namespace core {
namespace {

/// The scores of every lambda at all points, each from the fold that held it out.
struct HeldOutScores {
  Matrix scores; ///< [n x lambdas]
  FitSummary summary;
};

HeldOutScores held_out(const Learner& learner, DrawCache& cache, const std::vector<double>& grid,
                       const std::vector<Division>& dealt) {
  const Labels& y = cache.draw().train.y;
  HeldOutScores out{Matrix(y.size(), static_cast<Eigen::Index>(grid.size())), {}};
  std::vector<FitSummary> summaries(dealt.size());
  cache.for_each(dealt.size(), [&](std::size_t f) {
    const Division& fold = dealt[f];
    const auto learned = learner.learn(cache, cache.whole().at(fold.outside));
    const auto estimates = learned->curve(grid, {Points::Part::train, fold.inside});
    for (std::size_t k = 0; k < grid.size(); ++k) {
      summaries[f].see(estimates[k].summary);
      out.scores(fold.inside, static_cast<Eigen::Index>(k)) = decision_scores(estimates[k]);
    }
  });
  for (const FitSummary& summary : summaries) out.summary.see(summary);
  return out;
}

} // namespace

void CostValidation::require_fits(const Learner& learner) const {
  require(!learner.offers().decides_only || threshold == Rule::zero || threshold == Rule::joint,
          std::string("threshold: ") + (threshold == Rule::prior ? "prior" : "grid") +
              " needs log-odds, and this method decides without a probability. Write zero or joint.",
          {"threshold"});
}

void CostValidation::require_rows(const Labels& train) const {
  require_class_in_every_fold(train, folds);
}

Tuned CostValidation::choose(const Learner& learner, DrawCache& cache) const {
  std::vector<double> grid = lambdas;
  expect(!grid.empty(), "a tuning grid has at least one lambda");
  std::sort(grid.begin(), grid.end());
  require(cache.draw().train.classes == 2,
          "of: mean_test_loss has the costs of two classes, and there are more. Choose another.");
  const WeightedLabels y = cache.whole().labels();
  Stream stream = cache.axes().stream("folds=" + std::to_string(folds));
  const HeldOutScores held = held_out(learner, cache, grid, divisions(y.y, folds, assignment, stream));
  const ErrorCosts costs(y);
  const double prior = learner.offers().decides_only ? 0 : costs.log_odds();
  Tuned out;
  out.summary = held.summary;
  out.lambdas = grid;
  std::vector<double>& thresholds = out.terms["threshold"];
  for (Eigen::Index k = 0; k < held.scores.cols(); ++k) {
    const Vector score = held.scores.col(k);
    const Threshold at = threshold == Rule::joint ? best_threshold(score, y, costs, prior)
                         : threshold == Rule::grid
                             ? best_threshold(score, y, costs, ThresholdGrid{prior})
                             : at_threshold(score, y, costs, threshold == Rule::prior ? prior : 0);
    thresholds.push_back(at.value);
    out.values.push_back(at.loss);
  }
  out.threshold = thresholds[settle(out)];
  out.facts["lambdas_level"] = static_cast<double>(std::count_if(
      out.values.begin(), out.values.end(), [&](double value) { return level(value, out.value); }));
  return out;
}

} // namespace core
