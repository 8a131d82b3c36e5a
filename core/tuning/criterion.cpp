#include "core/tuning/criterion.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"

namespace core {
namespace {

/// Walks the grid from the largest lambda down, so that a later value must be strictly better to win.
Tuned smallest(std::vector<double> lambdas, const std::function<double(double, Audit&)>& value) {
  expect(!lambdas.empty(), "a tuning grid has at least one lambda");
  std::sort(lambdas.begin(), lambdas.end(), std::greater<>());
  Tuned best{lambdas.front(), std::numeric_limits<double>::infinity(), {}};
  for (const double lambda : lambdas) {
    const double v = value(lambda, best.audit);
    if (v < best.value) best.lambda = lambda, best.value = v;
  }
  return best;
}

/// Mean log-loss of an estimate against labels.
double log_loss(const Estimate& estimate, const Labels& y, Audit& audit) {
  audit.see(estimate.audit);
  Sample sample;
  sample.y = y;
  return cre(estimate.probability, sample);
}

}  // namespace

Tuned CrossValidation::choose(const Calibration& calibration, ClassifierBench& bench) const {
  const auto& parts = bench.folds(folds);
  const auto n = static_cast<double>(bench.draw().train.size());
  return smallest(lambdas, [&](double lambda, Audit& audit) {
    double loss = 0;
    for (const auto& fold : parts) {
      const Estimate estimate = calibration.apply(fold->fits, lambda, fold->cross_gram);
      loss += log_loss(estimate, fold->held_out, audit) * static_cast<double>(fold->held_out.size()) / n;
    }
    return loss;
  });
}

Tuned TuningSet::choose(const Calibration& calibration, ClassifierBench& bench) const {
  require(bench.draw().tune.size() > 0,
          "the tuning_set criterion has no sample to tune on (n_tune is 0) set n_tune in the data block");
  return smallest(lambdas, [&](double lambda, Audit& audit) {
    return log_loss(calibration.apply(bench.fits(), lambda, bench.cross_tune()), bench.draw().tune.y, audit);
  });
}

Tuned Oracle::choose(const Calibration& calibration, ClassifierBench& bench) const {
  require(bench.draw().test.truth.size() > 0,
          "the oracle criterion needs the true p (this data set does not know it) choose another criterion");
  return smallest(lambdas, [&](double lambda, Audit& audit) {
    const Estimate estimate = calibration.apply(bench.fits(), lambda, bench.cross_test());
    audit.see(estimate.audit);
    return gkl(estimate.probability, bench.draw().test);
  });
}

}  // namespace core
