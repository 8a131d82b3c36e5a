#include "core/tuning/threshold.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/contract.hpp"

namespace core {
namespace {

using Eigen::Index;

constexpr double accuracy = 1e-6;

/// Where scores beyond are taken to lie: those of a probability that is 0 or 1.
constexpr double furthest = 1e6;

/// How near to a score a threshold may lie, in shares of the gap it is in.
constexpr double aside = 0.01;

double width(double score) {
  return accuracy * (1 + std::abs(score));
}

/// Costs of weighted rows that differ by less than this share of the largest there is are equal.
constexpr double equal_costs = 1e-10;

double tie_within(const WeightedLabels& labels, const ErrorCosts& costs) {
  return labels.weights.size() == 0 ? 0 : equal_costs * costs.of(costs.positives, costs.negatives);
}

/// Rows whose scores are one.
struct Pile {
  double least, most;
  double positives = 0, negatives = 0; ///< by weight
};

std::vector<Pile> piles(const Vector& score, const WeightedLabels& labels) {
  const auto& [y, weights] = labels;
  std::vector<Index> order(static_cast<std::size_t>(score.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  std::sort(order.begin(), order.end(), [&](Index i, Index j) { return score(i) < score(j); });
  std::vector<Pile> out;
  for (const Index i : order) {
    if (out.empty() || score(i) - out.back().most > width(score(i))) out.push_back({score(i), score(i)});
    out.back().most = score(i);
    (y(i) > 0 ? out.back().positives : out.back().negatives) += weight_at(weights, i);
  }
  return out;
}

/// The place nearest to anchor between two piles, clear of both.
double between(double low, double high, double anchor) {
  if (low == -infinity) return std::min(anchor, high - width(high));
  if (high == infinity) return std::max(anchor, low + width(low));
  const double clear = aside * (high - low);
  return std::clamp(anchor, low + clear, high - clear);
}

double mean(double doubled, const WeightedLabels& labels, const ErrorCosts& costs) {
  return doubled / 2 / costs.all() / weight_of_all(labels.weights, labels.y.size());
}

/// What the negatives of each pile and of those above it weigh: 0 exactly behind the last.
std::vector<double> negatives_from(const std::vector<Pile>& all) {
  std::vector<double> out(all.size() + 1, 0);
  for (std::size_t k = all.size(); k-- > 0;) out[k] = out[k + 1] + all[k].negatives;
  return out;
}

} // namespace

Threshold at_threshold(const Vector& score, const WeightedLabels& labels, const ErrorCosts& costs,
                       double threshold) {
  return {threshold, mean(doubled_cost(score, labels, threshold, costs), labels, costs)};
}

Threshold best_threshold(const Vector& score, const WeightedLabels& labels, const ErrorCosts& costs,
                         double anchor) {
  expect(score.size() > 0 && !score.hasNaN(), "a threshold is chosen on scores that are numbers");
  const std::vector<Pile> all = piles(score.cwiseMax(-furthest).cwiseMin(furthest), labels);
  const std::vector<double> raised = negatives_from(all);
  const double same = tie_within(labels, costs);
  double missed = 0, least = costs.of(missed, raised.front());
  double best = between(-infinity, all.front().least, anchor);
  for (std::size_t k = 0; k < all.size(); ++k) {
    missed += all[k].positives;
    const double cost = costs.of(missed, raised[k + 1]);
    const double place = between(all[k].most, k + 1 < all.size() ? all[k + 1].least : infinity, anchor);
    if (cost < least - same || (cost <= least + same && std::abs(place - anchor) < std::abs(best - anchor)))
      least = cost, best = place;
  }
  return {best, mean(2 * least, labels, costs)};
}

Threshold best_threshold(const Vector& score, const WeightedLabels& labels, const ErrorCosts& costs,
                         const ThresholdGrid& grid) {
  const double same = tie_within(labels, costs);
  double best = grid.anchor, least = doubled_cost(score, labels, grid.anchor, costs);
  for (std::int64_t k = 1; k <= grid.places; ++k)
    for (const int side : {-1, 1}) {
      const double place = grid.anchor + static_cast<double>(side * k) * grid.step;
      const double cost = doubled_cost(score, labels, place, costs);
      if (cost < least - same) least = cost, best = place;
    }
  return {best, mean(least, labels, costs)};
}

} // namespace core
