#include "core/solver/path/node_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace core {
namespace {

constexpr double pessimism = 100;

/// A node's variables leave their boxes, or their sum zero, by rounding: this share of the boxes' widths.
constexpr double infeasible_above = 1e-9;

} // namespace

double relative_gap_bound(const PathReading& reading, const ReadingError& error) {
  const double gap = reading.gap + reading.sensitivity * error.drift + error.rounding;
  return gap / std::max(1e-12, std::abs(reading.dual + gap));
}

bool is_answer(const PathReading& reading, double relative_gap, const StoppingRule& rule) {
  return reading.infeasibility <= infeasible_above && relative_gap <= pessimism * rule.relative_gap;
}

void settle_multiplier(const WeightedDual& boxes, const Vector& a, PathNode& node,
                       Eigen::Ref<Vector> decision) {
  const Vector r = node.lambda * (decision - boxes.y);
  double least = -loops::never, most = loops::never;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const double skin = PathState::at_bound * (boxes.upper[i] - boxes.lower[i]);
    if (a[i] < boxes.upper[i] - skin) least = std::max(least, -r[i]);
    if (a[i] > boxes.lower[i] + skin) most = std::min(most, -r[i]);
  }
  const double shift = (least + most) / 2;
  if (!std::isfinite(shift)) return;
  node.b += shift;
  decision.array() += shift / node.lambda;
  const Vector moved = r.array() + shift;
  const auto terms =
      ((a - boxes.upper).array() * moved.array()).max((a - boxes.lower).array() * moved.array());
  node.reading.gap = terms.sum() / node.lambda;
}

} // namespace core
