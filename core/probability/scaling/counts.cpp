#include "core/probability/scaling/counts.hpp"

#include <algorithm>
#include <cmath>

namespace core {
namespace {

class Bins {
 public:
  Bins(const Vector& decision, const Labels& y, std::int64_t count)
      : low_(decision.minCoeff()), width_((decision.maxCoeff() - low_) / static_cast<double>(count)) {
    shares_.resize(width_ > 0 ? static_cast<std::size_t>(count) : 1);
    for (Eigen::Index i = 0; i < y.size(); ++i) shares_[place(decision(i))].see(y(i));
  }

  double share(double f) const { return shares_[place(f)].value(); }

  double empty() const {
    const auto no_points = [](const CountedShare& bin) { return bin.points == 0; };
    return static_cast<double>(std::count_if(shares_.begin(), shares_.end(), no_points));
  }

 private:
  std::size_t place(double f) const {
    if (shares_.size() == 1) return 0;
    const double last = static_cast<double>(shares_.size() - 1);
    return static_cast<std::size_t>(std::clamp(std::floor((f - low_) / width_), 0.0, last));
  }

  double low_, width_;
  std::vector<CountedShare> shares_;
};

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
  const Bins cut(on_sample.col(0), y, bins);
  return {
      at_points.col(0).unaryExpr([&](double f) { return cut.share(f); }), {}, {{"empty_bins", cut.empty()}}};
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
