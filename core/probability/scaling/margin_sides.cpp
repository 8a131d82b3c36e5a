#include "core/probability/scaling/margin_sides.hpp"

#include <algorithm>

#include "core/probability/scaling/counted_share.hpp"

namespace core {
namespace {

/// The shares of positives beyond the margins.
struct Sides {
  double above = 0, below = 0;

  Sides(const Vector& decision, const Labels& y) {
    CountedShare high, low;
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      if (decision(i) > 1) high.see(y(i));
      if (decision(i) < -1) low.see(y(i));
    }
    above = high.value(), below = low.value();
  }

  std::map<std::string, double> facts() const { return {{"share_above", above}, {"share_below", below}}; }
};

/// (1 + f) / 2 clipped to [low, high].
Vector clipped(const Vector& decision, double low, double high) {
  return decision.unaryExpr([=](double f) { return std::clamp((1 + f) / 2, low, high); });
}

} // namespace

Calibration::Reads ZeroOneScaling::reads(Eigen::Index n) const {
  return reading == Reading::displayed ? Scaling::reads(n) : Reads{{0.5}, 0.5};
}

Estimate ZeroOneScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                     const Labels& y) const {
  const Vector f = at_points.col(0);
  if (reading == Reading::clipped) return {clipped(f, epsilon, 1 - epsilon), {}};
  const Sides sides(on_sample.col(0), y);
  const auto displayed = [&](double z) { return z > 1 ? sides.above : z < -1 ? sides.below : (1 + z) / 2; };
  return {f.unaryExpr(displayed), {}, sides.facts()};
}

Estimate ClippedScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                     const Labels& y) const {
  const Sides sides(on_sample.col(0), y);
  const double high = std::max(sides.below, sides.above);
  return {clipped(at_points.col(0), sides.below, high), {}, sides.facts()};
}

} // namespace core
