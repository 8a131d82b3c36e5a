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

/// Rows whose scores are one.
struct Pile {
  double least, most;
  std::int64_t positives = 0, negatives = 0;
};

std::vector<Pile> piles(const Vector& score, const Labels& y) {
  std::vector<Index> order(static_cast<std::size_t>(score.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  std::sort(order.begin(), order.end(), [&](Index i, Index j) { return score(i) < score(j); });
  std::vector<Pile> out;
  for (const Index i : order) {
    if (out.empty() || score(i) - out.back().most > width(score(i))) out.push_back({score(i), score(i)});
    out.back().most = score(i);
    ++(y(i) > 0 ? out.back().positives : out.back().negatives);
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

double mean(std::int64_t doubled, std::int64_t rows, const ErrorCosts& costs) {
  return static_cast<double>(doubled) / 2 / static_cast<double>(costs.positives + costs.negatives) /
         static_cast<double>(rows);
}

} // namespace

Threshold at_threshold(const Vector& score, const Labels& y, const ErrorCosts& costs, double threshold) {
  return {threshold, mean(doubled_cost(score, y, threshold, costs), y.size(), costs)};
}

Threshold best_threshold(const Vector& score, const Labels& y, const ErrorCosts& costs, double anchor) {
  expect(score.size() > 0 && !score.hasNaN(), "a threshold is chosen on scores that are numbers");
  const std::vector<Pile> all = piles(score.cwiseMax(-furthest).cwiseMin(furthest), y);
  std::int64_t missed = 0, raised = (y.array() < 0).count(), least = costs.of(missed, raised);
  double best = between(-infinity, all.front().least, anchor);
  for (std::size_t k = 0; k < all.size(); ++k) {
    missed += all[k].positives;
    raised -= all[k].negatives;
    const std::int64_t cost = costs.of(missed, raised);
    const double place = between(all[k].most, k + 1 < all.size() ? all[k + 1].least : infinity, anchor);
    if (cost < least || (cost == least && std::abs(place - anchor) < std::abs(best - anchor)))
      least = cost, best = place;
  }
  return {best, mean(2 * least, y.size(), costs)};
}

Threshold best_threshold(const Vector& score, const Labels& y, const ErrorCosts& costs,
                         const ThresholdGrid& grid) {
  double best = grid.anchor;
  std::int64_t least = doubled_cost(score, y, grid.anchor, costs);
  for (std::int64_t k = 1; k <= grid.places; ++k)
    for (const int side : {-1, 1}) {
      const double place = grid.anchor + static_cast<double>(side * k) * grid.step;
      const std::int64_t cost = doubled_cost(score, y, place, costs);
      if (cost < least) least = cost, best = place;
    }
  return {best, mean(least, y.size(), costs)};
}

} // namespace core
