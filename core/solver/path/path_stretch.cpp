#include "core/solver/path/path_stretch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {
namespace {

/// A stretch follows at least so many points or, as more come near the larger the sample is, this part of
/// them, and has a third as many events.
constexpr StretchPoints::Index followed_at_least = 64, followed_of_all = 10, followed_an_event = 3;

/// Following more than this share of the bound points saves nothing.
constexpr double worthwhile = 0.6;

} // namespace

StretchPoints::StretchPoints(Index n)
    : least_(std::max(followed_at_least, n / followed_of_all)), count_(least_) {}

bool StretchPoints::pay(const PathState& state) const {
  const auto bound = static_cast<double>(state.n - state.elbow.size());
  return static_cast<double>(count_) <= worthwhile * bound;
}

StretchPoints::Index StretchPoints::events() const {
  return count_ / followed_an_event;
}

void StretchPoints::follow(PathState& state, const PathDirection& direction, Index first_to_change,
                           const std::vector<Index>& named) const {
  state.near.begin({state.gram, state.r, direction.r(), state.side, state.rate},
                   nearest(state, direction, first_to_change, named), state.elbow.points(), events());
}

/// The bound points that would change sign first if slopes stayed much as they are, with those that are named
/// and the one that changes first.
std::vector<StretchPoints::Index> StretchPoints::nearest(const PathState& state,
                                                         const PathDirection& direction,
                                                         Index first_to_change,
                                                         const std::vector<Index>& named) const {
  const Vector &side = state.side, &slope = direction.r();
  std::vector<std::pair<double, Index>> order;
  const double typical =
      std::sqrt((side.array() * slope.array()).square().sum() / static_cast<double>(state.n));
  for (Index i = 0; i < state.n; ++i) {
    if (side[i] == 0) continue;
    const double closing = std::max(0.0, -side[i] * slope[i]);
    order.emplace_back(side[i] * state.r[i] / (typical + closing), i);
  }
  // Before all others, of which rounding leaves many at or below zero where points are duplicates.
  for (auto& [time, i] : order) {
    if (std::find(named.begin(), named.end(), i) != named.end()) time = std::numeric_limits<double>::lowest();
    if (i == first_to_change) time = -loops::never;
  }
  const auto count = std::min(order.size(), static_cast<std::size_t>(count_));
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count) - 1, order.end());
  std::vector<Index> points;
  for (std::size_t k = 0; k < count; ++k) points.push_back(order[k].second);
  std::sort(points.begin(), points.end());
  return points;
}

} // namespace core
