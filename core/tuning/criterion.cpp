#include "core/tuning/criterion.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"

namespace core {
namespace {

using Ties = CrossValidation::Ties;

/// The lowest point of a criterion's curve, walked from the lambda that ties go to, so that another one must
/// be strictly better to win.
Tuned lowest(const std::vector<double>& ascending, const std::vector<double>& values,
             const FitSummary& summary, Ties ties = Ties::larger_lambda) {
  const std::size_t last = ascending.size() - 1;
  Tuned best{ascending[last], infinity, summary, ascending, values};
  for (std::size_t step = 0; step <= last; ++step) {
    const std::size_t k = ties == Ties::larger_lambda ? last - step : step;
    if (values[k] < best.value) best.lambda = ascending[k], best.value = values[k];
  }
  return best;
}

std::vector<double> ascending(std::vector<double> lambdas) {
  expect(!lambdas.empty(), "a tuning grid has at least one lambda");
  std::sort(lambdas.begin(), lambdas.end());
  return lambdas;
}

/// The criterion whose curve is a loss of the estimates at some points of the draw.
Tuned chosen(const std::vector<double>& grid, const std::vector<Estimate>& estimates,
             const std::function<double(const Predicted&)>& loss) {
  std::vector<double> values;
  FitSummary summary;
  for (const Estimate& estimate : estimates) {
    summary.see(estimate.summary);
    values.push_back(loss({estimate.probability, estimate.log_odds}));
  }
  return lowest(grid, values, summary);
}

/// Mean log-loss against labels.
double log_loss(const Predicted& q, const Labels& y) {
  return cre(q, Sample{{}, y, {}});
}

/// Their sum, or the number of points on the wrong side: counts add up without rounding, so that ties are
/// ties.
double sum_of(CrossValidation::Of of, const Predicted& q, const Labels& y) {
  const auto n = static_cast<double>(y.size());
  if (of == CrossValidation::Of::log_loss) return log_loss(q, y) * n;
  return std::round(2 * n * test_error(q, Sample{{}, y, {}})) / 2;
}

} // namespace

Tuned CrossValidation::choose(const Learner& learner, DrawCache& cache) const {
  const std::vector<double> grid = ascending(lambdas);
  const Labels& y = cache.draw().train.y;
  Stream stream = cache.axes().stream("folds=" + std::to_string(folds));
  const std::vector<Division> dealt = divisions(y, folds, assignment, stream);
  std::vector<std::vector<double>> losses(dealt.size());
  std::vector<FitSummary> summaries(dealt.size());
  cache.for_each(dealt.size(), [&](std::size_t f) {
    const Division& fold = dealt[f];
    const Labels held_out = y(fold.inside);
    const auto learned = learner.learn(cache, {fold.outside, y(fold.outside)});
    for (const Estimate& estimate : learned->curve(grid, {Points::Part::train, fold.inside})) {
      summaries[f].see(estimate.summary);
      losses[f].push_back(sum_of(of, {estimate.probability, estimate.log_odds}, held_out));
    }
  });
  std::vector<double> sums(grid.size(), 0);
  FitSummary summary;
  for (std::size_t f = 0; f < dealt.size(); ++f) {
    summary.see(summaries[f]);
    for (std::size_t k = 0; k < grid.size(); ++k) sums[k] += losses[f][k];
  }
  for (double& sum : sums) sum /= static_cast<double>(y.size());
  return lowest(grid, sums, summary, ties);
}

Tuned TrainingLoss::choose(const Learner& learner, DrawCache& cache) const {
  const Labels& y = cache.draw().train.y;
  const std::vector<double> grid = ascending(lambdas);
  const auto learned = learner.learn(cache, cache.whole());
  return chosen(grid, learned->curve(grid, {Points::Part::train}),
                [&](const Predicted& q) { return log_loss(q, y); });
}

Tuned TuningSet::choose(const Learner& learner, DrawCache& cache) const {
  const Sample& tune = cache.draw().tune;
  require(tune.size() > 0,
          "the tuning_set criterion has no sample to tune on (n_tune is 0) set n_tune in the data block");
  const std::vector<double> grid = ascending(lambdas);
  const auto learned = learner.learn(cache, cache.whole());
  return chosen(grid, learned->curve(grid, {Points::Part::tune}),
                [&](const Predicted& q) { return log_loss(q, tune.y); });
}

Tuned Oracle::choose(const Learner& learner, DrawCache& cache) const {
  const Sample& test = cache.draw().test;
  require(test.truth.size() > 0,
          "the oracle criterion needs the true p (this data set does not know it) choose another criterion");
  const std::vector<double> grid = ascending(lambdas);
  const auto learned = learner.learn(cache, cache.whole());
  return chosen(grid, learned->curve(grid, {Points::Part::test}),
                [&](const Predicted& q) { return gkl(q, test); });
}

Estimate TunedEstimator::estimate(DrawCache& cache) const {
  const Tuned tuned = criterion_->choose(*learner_, cache);
  const auto at_sigma = tuned.sigma ? learner_->at_bandwidth(*tuned.sigma) : nullptr;
  const Learner& learner = at_sigma ? *at_sigma : *learner_;
  Estimate out = learner.learn(cache, cache.whole())->probability(tuned.lambda, {Points::Part::test});
  out.summary.see(tuned.summary);
  out.facts["lambda"] = tuned.lambda;
  out.facts["criterion"] = tuned.value;
  if (tuned.lambdas.empty()) return out;
  out.series["criterion.lambda"] = tuned.lambdas;
  out.series["criterion.value"] = tuned.values;
  for (const auto& [name, values] : tuned.terms) out.series["criterion." + name] = values;
  return out;
}

} // namespace core
