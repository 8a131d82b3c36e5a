#include "core/tuning/perturbation_criterion.hpp"

#include <algorithm>
#include <numeric>

#include "core/contract.hpp"

namespace core {
namespace {

constexpr double initial_lambda = 1;
constexpr double least_p0 = 0.025, most_p0 = 0.975;

/// star[lambda][l][m] [n]: every perturbed sample trained once, read at every lambda.
using Stars = std::vector<std::vector<std::vector<Probabilities>>>;

struct Trained {
  Stars stars;
  FitSummary summary;
};

Trained train_on_all(const Learner& learner, DrawCache& cache, const PerturbedSamples& samples,
                     const std::vector<double>& lambdas) {
  const std::size_t d = samples.rows.size();
  Trained out;
  out.stars.assign(lambdas.size(), std::vector<std::vector<Probabilities>>(d, std::vector<Probabilities>(d)));
  std::vector<FitSummary> summaries(d * d);
  cache.for_each(d * d, [&](std::size_t i) {
    const std::size_t l = i / d, m = i % d;
    const Resample resample{samples.rows[l], 2 * samples.labels[l][m].array() - 1, cache.whole().weights};
    auto estimates = learner.learn(cache, resample)->curve(lambdas, {Points::Part::train});
    for (std::size_t k = 0; k < lambdas.size(); ++k) {
      summaries[i].see(estimates[k].summary);
      out.stars[k][l][m] = read_off(std::move(estimates[k]));
    }
  });
  for (const FitSummary& summary : summaries) out.summary.see(summary);
  return out;
}

/// The numbers of the lambdas, from the smallest lambda to the largest.
std::vector<std::size_t> ascending_order(const std::vector<double>& lambdas) {
  std::vector<std::size_t> order(lambdas.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return lambdas[a] < lambdas[b]; });
  return order;
}

} // namespace

Perturbation::Curve Perturbation::curve(const Learner& learner, DrawCache& cache) const {
  Curve out;
  const Vector y = (cache.draw().train.y.array() + 1) / 2;
  const Vector& weights = cache.whole().weights;
  const auto learned = learner.learn(cache, cache.whole());
  const Vector p0 = learned->probability(initial_lambda, {Points::Part::train})
                        .probability.positive()
                        .array()
                        .max(least_p0)
                        .min(most_p0);
  Stream stream = cache.axes().stream("perturbation");
  const PerturbedSamples perturbed = perturb(p0, {y, weights}, {samples, tau, inputs}, stream);
  const Trained trained = train_on_all(learner, cache, perturbed, lambdas);
  out.summary = trained.summary;
  auto estimates = learned->curve(lambdas, {Points::Part::train});
  const EstimatedLoss loss({y, p0, perturbed, tau, weights}, reading);
  for (std::size_t k = 0; k < lambdas.size(); ++k) {
    out.summary.see(estimates[k].summary);
    out.loss.push_back(loss.at(read_off(std::move(estimates[k])), trained.stars[k]));
  }
  return out;
}

Tuned Perturbation::choose(const Learner& learner, DrawCache& cache) const {
  expect(!lambdas.empty(), "a tuning grid has at least one lambda");
  const Curve estimates = curve(learner, cache);
  const std::vector<std::size_t> order = ascending_order(lambdas);
  Tuned out;
  out.summary = estimates.summary;
  for (const std::size_t k : order) {
    const LossEstimate& loss = estimates.loss[k];
    out.lambdas.push_back(lambdas[k]);
    out.values.push_back(loss.total());
    out.terms["empirical"].push_back(loss.empirical);
    out.terms["covariance"].push_back(loss.covariance);
    out.terms["correction"].push_back(loss.correction);
  }
  settle(out);
  return out;
}

} // namespace core
