#include "core/probability/scaling/counts.hpp"

#include <algorithm>
#include <cmath>

namespace core {
namespace {

class EqualWidths {
 public:
  EqualWidths(const Vector& decision, std::int64_t count)
      : low_(decision.minCoeff()),
        width_((decision.maxCoeff() - low_) / static_cast<double>(count)),
        count_(width_ > 0 ? static_cast<std::size_t>(count) : 1) {}

  std::size_t count() const { return count_; }

  std::size_t place(double f) const {
    if (count_ == 1) return 0;
    const double last = static_cast<double>(count_ - 1);
    return static_cast<std::size_t>(std::clamp(std::floor((f - low_) / width_), 0.0, last));
  }

 private:
  double low_, width_;
  std::size_t count_;
};

class EqualMasses {
 public:
  EqualMasses(const Vector& decision, std::int64_t count) {
    std::vector<double> sorted(decision.begin(), decision.end());
    std::sort(sorted.begin(), sorted.end());
    const auto gaps = static_cast<std::int64_t>(sorted.size()) - 1;
    for (std::int64_t b = 1; b < count; ++b) {
      const auto below = static_cast<std::size_t>(b * gaps / count);
      const double beyond = static_cast<double>(b * gaps % count) / static_cast<double>(count);
      const double edge =
          beyond > 0 ? sorted[below] + beyond * (sorted[below + 1] - sorted[below]) : sorted[below];
      const bool is_new = inner_.empty() || edge > inner_.back();
      if (edge > sorted.front() && is_new) inner_.push_back(edge);
    }
  }

  std::size_t count() const { return inner_.size() + 1; }

  std::size_t place(double f) const {
    return static_cast<std::size_t>(std::upper_bound(inner_.begin(), inner_.end(), f) - inner_.begin());
  }

 private:
  std::vector<double> inner_; ///< the edges between bins, each above the one before
};

template <class Edges>
Estimate binned(const Edges& edges, const Vector& at_points, const Vector& decision, const Labels& y) {
  std::vector<CountedShare> shares(edges.count());
  for (Eigen::Index i = 0; i < y.size(); ++i) shares[edges.place(decision(i))].see(y(i));
  const auto empty =
      std::count_if(shares.begin(), shares.end(), [](const CountedShare& bin) { return bin.points == 0; });
  return {at_points.unaryExpr([&](double f) { return shares[edges.place(f)].value(); }),
          {},
          {{"empty_bins", static_cast<double>(empty)}}};
}

/// The shares of positives beyond the margins.
struct Sides {
  double above = 0, below = 0;

  Sides(const Vector& decision, const Labels& y) {
    CountedShare high, low;
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      if (decision(i) > 1 + level_within) high.see(y(i));
      if (decision(i) < -1 - level_within) low.see(y(i));
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

Estimate BinnedScaling::probability(const Matrix& at_points, const Matrix& on_sample, const Labels& y) const {
  const Vector decision = on_sample.col(0), f = at_points.col(0);
  return edges == Edges::equal_width ? binned(EqualWidths(decision, bins), f, decision, y)
                                     : binned(EqualMasses(decision, bins), f, decision, y);
}

Calibration::Reads ZeroOneScaling::reads(Eigen::Index n) const {
  return reading == Reading::displayed ? Scaling::reads(n) : Reads{{0.5}, 0.5};
}

Estimate ZeroOneScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                     const Labels& y) const {
  const Vector f = at_points.col(0);
  if (reading == Reading::clipped) return {clipped(f, epsilon, 1 - epsilon), {}};
  const Sides sides(on_sample.col(0), y);
  const auto displayed = [&](double z) {
    if (z > 1 + level_within) return sides.above;
    if (z < -1 - level_within) return sides.below;
    return (1 + std::clamp(z, -1.0, 1.0)) / 2;
  };
  return {f.unaryExpr(displayed), {}, sides.facts()};
}

Estimate ClippedScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                     const Labels& y) const {
  const Sides sides(on_sample.col(0), y);
  const double high = std::max(sides.below, sides.above);
  return {clipped(at_points.col(0), sides.below, high), {}, sides.facts()};
}

} // namespace core
