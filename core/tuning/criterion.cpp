#include "core/tuning/criterion.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"
#include "core/tuning/folds.hpp"

namespace core {
namespace {

/// Walks the grid from the largest lambda down, so that a smaller one must be strictly better to win.
Tuned smallest(std::vector<double> lambdas, const std::function<double(double, Audit&)>& value) {
  expect(!lambdas.empty(), "a tuning grid has at least one lambda");
  std::sort(lambdas.begin(), lambdas.end(), std::greater<>());
  Tuned best{lambdas.front(), std::numeric_limits<double>::infinity()};
  for (const double lambda : lambdas) {
    const double v = value(lambda, best.audit);
    best.values.push_back(v);
    if (v < best.value) best.lambda = lambda, best.value = v;
  }
  std::reverse(lambdas.begin(), lambdas.end());
  std::reverse(best.values.begin(), best.values.end());
  best.lambdas = std::move(lambdas);
  return best;
}

/// Mean log-loss of an estimate against labels.
double log_loss(const Estimate& estimate, const Labels& y, Audit& audit) {
  audit.see(estimate.audit);
  return cre(estimate.probability, Sample{{}, y, {}});
}

} // namespace

Tuned CrossValidation::choose(const Learner& learner, Workbench& bench) const {
  struct Part {
    std::unique_ptr<Learned> learned;
    Points held_out;
    Labels y;
  };
  const Labels& y = bench.draw().train.y;
  std::vector<Part> parts;
  for (const Fold& fold : core::folds(bench, folds)) {
    Part& part = parts.emplace_back();
    part.learned = learner.learn(bench, fold.outside);
    part.held_out.part = Points::Part::train;
    part.held_out.rows = fold.held_out;
    part.y = y(fold.held_out);
  }
  return smallest(lambdas, [&](double lambda, Audit& audit) {
    double sum = 0;
    for (const Part& part : parts) {
      const Estimate estimate = part.learned->probability(lambda, part.held_out);
      sum += log_loss(estimate, part.y, audit) * static_cast<double>(part.y.size());
    }
    return sum / static_cast<double>(y.size());
  });
}

Tuned TuningSet::choose(const Learner& learner, Workbench& bench) const {
  require(bench.draw().tune.size() > 0,
          "the tuning_set criterion has no sample to tune on (n_tune is 0) set n_tune in the data block");
  const auto learned = learner.learn(bench, bench.whole());
  return smallest(lambdas, [&](double lambda, Audit& audit) {
    return log_loss(learned->probability(lambda, {Points::Part::tune}), bench.draw().tune.y, audit);
  });
}

Tuned Oracle::choose(const Learner& learner, Workbench& bench) const {
  require(bench.draw().test.truth.size() > 0,
          "the oracle criterion needs the true p (this data set does not know it) choose another criterion");
  const auto learned = learner.learn(bench, bench.whole());
  return smallest(lambdas, [&](double lambda, Audit& audit) {
    const Estimate estimate = learned->probability(lambda, {Points::Part::test});
    audit.see(estimate.audit);
    return gkl(estimate.probability, bench.draw().test);
  });
}

} // namespace core
