#include "core/metric/error_costs.hpp"

#include "core/elementary/functions.hpp"

namespace core {

ErrorCosts::ErrorCosts(const Labels& y)
    : positives((y.array() > 0).count()), negatives(y.size() - positives) {}

double ErrorCosts::log_odds() const {
  return log(static_cast<double>(positives) / static_cast<double>(negatives));
}

std::int64_t doubled_cost(const Vector& score, const Labels& y, double threshold, const ErrorCosts& costs) {
  std::int64_t missed = 0, raised = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double side = score(i) - threshold;
    if (y(i) > 0)
      missed += side < 0 ? 2 : side == 0 ? 1 : 0;
    else
      raised += side > 0 ? 2 : side == 0 ? 1 : 0;
  }
  return costs.of(missed, raised);
}

} // namespace core
