#include "core/tuning/criterion.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/contract.hpp"
#include "core/loss/logistic.hpp"
#include "core/metric/metric.hpp"

namespace core {

bool level(double one, double other) {
  return one == other || std::abs(one - other) < 1e-8 * std::max(std::abs(one), std::abs(other));
}

std::size_t last_of_the_least(const std::vector<double>& values) {
  expect(!values.empty(), "a criterion's curve has at least one point");
  double least = infinity;
  for (const double value : values)
    if (value < least) least = value;
  for (std::size_t k = values.size(); k-- > 0;)
    if (level(values[k], least)) return k;
  return values.size() - 1;
}

std::size_t settle(Tuned& curve) {
  const std::size_t best = last_of_the_least(curve.values);
  curve.lambda = curve.lambdas[best];
  curve.value = std::isnan(curve.values[best]) ? infinity : curve.values[best];
  return best;
}

namespace {

std::vector<double> ascending(std::vector<double> lambdas) {
  expect(!lambdas.empty(), "a tuning grid has at least one lambda");
  std::sort(lambdas.begin(), lambdas.end());
  return lambdas;
}

/// The criterion whose curve is a loss of the estimates at some points of the draw.
Tuned chosen(const std::vector<double>& grid, const std::vector<Estimate>& estimates,
             const std::function<double(const Probabilities&)>& loss) {
  Tuned out;
  out.lambdas = grid;
  for (const Estimate& estimate : estimates) {
    out.summary.see(estimate.summary);
    out.values.push_back(loss(estimate.probability));
  }
  settle(out);
  return out;
}

/// Mean log-loss against labels.
double log_loss(const Probabilities& q, const WeightedLabels& labels) {
  return cre(q, Sample{{}, labels.y, {}, 2, labels.weights});
}

/// The best of the choices at these bandwidths, with what is known of the fits of all.
Tuned over_bandwidths(const std::vector<double>& sigmas, const std::function<Tuned(double sigma)>& choose) {
  std::optional<Tuned> best;
  FitSummary all;
  for (const double sigma : sigmas) {
    Tuned one = choose(sigma);
    all.see(one.summary);
    if (best && (one.value >= best->value || level(one.value, best->value))) continue;
    best = std::move(one);
    best->sigma = sigma;
  }
  best->summary = all;
  return *std::move(best);
}

/// The choices at several bandwidths that only multiply lambda: all their estimates at the points are read
/// off one curve.
class OneCurve {
 public:
  OneCurve(const Learner& learner, DrawCache& cache, const std::vector<double>& sigmas,
           std::vector<double> lambdas)
      : learner_(learner), lambdas_(std::move(lambdas)) {
    for (const double sigma : sigmas)
      for (const double lambda : lambdas_) all_.push_back(at(sigma, lambda));
    std::sort(all_.begin(), all_.end());
    all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
    estimates_ = learner.learn(cache, cache.whole())->curve(all_, {Points::Part::tune});
  }

  Tuned choose(double sigma, const std::function<double(const Probabilities&)>& loss) const {
    std::vector<Estimate> own;
    for (const double lambda : lambdas_) {
      const auto place = std::lower_bound(all_.begin(), all_.end(), at(sigma, lambda)) - all_.begin();
      own.push_back(estimates_[static_cast<std::size_t>(place)]);
    }
    return chosen(lambdas_, own, loss);
  }

 private:
  double at(double sigma, double lambda) const { return lambda * *learner_.lambda_factor(sigma); }

  const Learner& learner_;
  std::vector<double> lambdas_, all_;
  std::vector<Estimate> estimates_;
};

} // namespace

Tuned FixedLambda::choose(const Learner&, DrawCache&) const {
  Tuned out{lambda};
  out.omega = omega;
  return out;
}

void FixedLambda::require_fits(const Learner& learner) const {
  if (omega && !learner.offers().mixing) learner.at_mixing(*omega); // says why not
}

Tuned TrainingLoss::choose(const Learner& learner, DrawCache& cache) const {
  const WeightedLabels y = cache.whole().labels();
  const std::vector<double> grid = ascending(lambdas);
  const auto learned = learner.learn(cache, cache.whole());
  return chosen(grid, learned->curve(grid, {Points::Part::train}),
                [&](const Probabilities& q) { return log_loss(q, y); });
}

Tuned TuningSet::choose(const Learner& learner, DrawCache& cache) const {
  const Sample& tune = cache.draw().tune;
  require(tune.size() > 0,
          "The criterion tuning_set has no sample to tune on, because n_tune is 0. Set n_tune in the data "
          "block.");
  std::vector<double> grid = ascending(lambdas);
  if (unit == LambdaUnit::rows)
    for (double& lambda : grid)
      lambda *= weight_of_all(cache.draw().train.weights, cache.draw().train.size());
  const auto loss = [&](const Probabilities& q) { return log_loss(q, {tune.y, tune.weights}); };
  const auto over_lambdas = [&](const Learner& one) {
    return chosen(grid, one.learn(cache, cache.whole())->curve(grid, {Points::Part::tune}), loss);
  };
  if (sigmas.empty()) return over_lambdas(learner);
  if (learner.lambda_factor(sigmas.front())) {
    const OneCurve curve(learner, cache, sigmas, grid);
    return over_bandwidths(sigmas, [&](double sigma) { return curve.choose(sigma, loss); });
  }
  return over_bandwidths(sigmas, [&](double sigma) { return over_lambdas(*learner.at_bandwidth(sigma)); });
}

Tuned Oracle::choose(const Learner& learner, DrawCache& cache) const {
  const Sample& test = cache.draw().test;
  require(of != Of::gkl || !test.truth.empty(),
          "The criterion oracle of GKL needs the true p, which this data set does not know. Write of: cre.");
  const std::vector<double> grid = ascending(lambdas);
  const auto learned = learner.learn(cache, cache.whole());
  return chosen(grid, learned->curve(grid, {Points::Part::test}), [&](const Probabilities& q) {
    return of == Of::gkl ? gkl(q, test) : of == Of::cre ? cre(q, test) : test_error(q, test);
  });
}

namespace {

void put_threshold(double threshold, Estimate& estimate) {
  estimate.facts["threshold"] = threshold;
  if (!estimate.probability.empty()) estimate.facts["decision_threshold_percent"] = 100 * sigmoid(threshold);
  estimate.score = decision_scores(estimate).array() - threshold;
}

} // namespace

Estimate TunedEstimator::estimate(DrawCache& cache) const {
  expect(cache.draw().train.weights.size() == 0 || learner_->offers().weights,
         "a method that takes no weights is given none");
  const Tuned tuned = criterion_->choose(*learner_, cache);
  const auto at_sigma = tuned.sigma ? learner_->at_bandwidth(*tuned.sigma) : nullptr;
  const Learner& before_mixing = at_sigma ? *at_sigma : *learner_;
  const auto at_omega = tuned.omega ? before_mixing.at_mixing(*tuned.omega) : nullptr;
  const Learner& learner = at_omega ? *at_omega : before_mixing;
  Estimate out = learner.learn(cache, cache.whole())->probability(tuned.lambda, {Points::Part::test});
  out.summary.see(tuned.summary);
  out.facts["lambda"] = tuned.lambda;
  if (tuned.omega) out.facts["omega"] = *tuned.omega;
  out.facts["criterion"] = tuned.value;
  out.facts.insert(tuned.facts.begin(), tuned.facts.end());
  if (tuned.threshold) put_threshold(*tuned.threshold, out);
  if (tuned.lambdas.empty()) return out;
  out.series["criterion.lambda"] = tuned.lambdas;
  out.series["criterion.value"] = tuned.values;
  for (const auto& [name, values] : tuned.terms) out.series["criterion." + name] = values;
  return out;
}

std::optional<Estimate> TunedEstimator::predicted(const Predictor& by, const Question& question) const {
  return learner_->predicted(by, question);
}

std::vector<Objection> TunedEstimator::warnings(const WeightedLabels& train) const {
  criterion_->require_rows(train.y);
  return learner_->warnings(train);
}

} // namespace core
