#include "core/probability/decision/loss_curve.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/metric/error_costs.hpp"

namespace core {

Estimate WithLossCurve::estimate(DrawCache& cache) const {
  Estimate out = inner_->estimate(cache);
  require(!out.probability.empty(),
          "A method that decides without a probability has no loss curve. Its scores are no log-odds. Leave "
          "it out.");
  Estimate probabilities;
  probabilities.probability = out.probability;
  const Vector f = decision_scores(probabilities);
  const Sample& test = cache.draw().test;
  const ErrorCosts costs(cache.whole().labels());
  const WeightedLabels tested(test.y, test.weights);
  const double rows = costs.all() * weight_of_all(test.weights, test.size());
  std::vector<double>&places = out.series["threshold.log_odds"], &losses = out.series["threshold.loss_x100"];
  for (std::int64_t k = 0; k < places_; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(places_ - 1);
    places.push_back(costs.log_odds() + reach * (2 * share - 1));
    losses.push_back(50 * doubled_cost(f, tested, places.back(), costs) / rows);
  }
  const auto best = std::min_element(losses.begin(), losses.end()) - losses.begin();
  out.facts["prior_log_odds"] = costs.log_odds();
  out.facts["best_log_odds"] = places[static_cast<std::size_t>(best)];
  return out;
}

} // namespace core
