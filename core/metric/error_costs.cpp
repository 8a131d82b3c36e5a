#include "core/metric/error_costs.hpp"

#include "core/elementary/functions.hpp"

namespace core {

ErrorCosts::ErrorCosts(const WeightedLabels& labels)
    : positives(weight_of_positives(labels.y, labels.weights)),
      negatives(weight_of_positives(-labels.y, labels.weights)) {}

double ErrorCosts::log_odds() const {
  return log(positives / negatives);
}

double doubled_cost(const Vector& score, const WeightedLabels& labels, double threshold,
                    const ErrorCosts& costs) {
  const auto& [y, weights] = labels;
  double missed = 0, raised = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double side = score(i) - threshold, weight = weight_at(weights, i);
    if (y(i) > 0)
      missed += weight * (side < 0 ? 2 : side == 0 ? 1 : 0);
    else
      raised += weight * (side > 0 ? 2 : side == 0 ? 1 : 0);
  }
  return costs.of(missed, raised);
}

} // namespace core
