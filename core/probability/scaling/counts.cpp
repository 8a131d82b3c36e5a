#include "core/probability/scaling/counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

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

/// The quantiles b / count, b = 1 ... count - 1, linear between order statistics.
std::vector<double> quantiles(const Vector& decision, std::int64_t count) {
  std::vector<double> sorted(decision.begin(), decision.end()), out;
  std::sort(sorted.begin(), sorted.end());
  const auto gaps = static_cast<std::int64_t>(sorted.size()) - 1;
  for (std::int64_t b = 1; b < count; ++b) {
    const auto below = static_cast<std::size_t>(b * gaps / count);
    const double beyond = static_cast<double>(b * gaps % count) / static_cast<double>(count);
    out.push_back(beyond > 0 ? sorted[below] + beyond * (sorted[below + 1] - sorted[below]) : sorted[below]);
  }
  return out;
}

/// The same of weighted values. On a line of places a value of weight w with W before it has the places W to
/// W + w - 1, or W alone where w < 1: of whole weights the order statistics of copies.
std::vector<double> weighted_quantiles(const Vector& decision, const Vector& weights, std::int64_t count) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(decision.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return decision(a) < decision(b) || (decision(a) == decision(b) && weights(a) < weights(b));
  });
  std::vector<double> places, values, out;
  double before = 0;
  for (const Eigen::Index i : order) {
    for (const double place : {before, std::max(before, before + weights(i) - 1)})
      places.push_back(place), values.push_back(decision(i));
    before += weights(i);
  }
  for (std::int64_t b = 1; b < count; ++b) {
    const double at = static_cast<double>(b) * places.back() / static_cast<double>(count);
    const auto next = std::lower_bound(places.begin(), places.end(), at) - places.begin();
    const auto k = static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, next));
    const double gap = places[k] - places[k - 1];
    const double beyond = gap > 0 ? (at - places[k - 1]) / gap : 0;
    out.push_back(at == places[k] ? values[k] : values[k - 1] + beyond * (values[k] - values[k - 1]));
  }
  return out;
}

class EqualMasses {
 public:
  EqualMasses(const Vector& decision, const Vector& weights, std::int64_t count) {
    const double least = decision.minCoeff();
    for (const double edge :
         weights.size() == 0 ? quantiles(decision, count) : weighted_quantiles(decision, weights, count)) {
      const bool is_new = inner_.empty() || edge > inner_.back();
      if (edge > least && is_new) inner_.push_back(edge);
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
Estimate binned(const Edges& edges, const Vector& at_points, const Vector& decision,
                const WeightedLabels& labels) {
  std::vector<CountedShare> shares(edges.count());
  for (Eigen::Index i = 0; i < labels.y.size(); ++i)
    shares[edges.place(decision(i))].see(labels.y(i), weight_at(labels.weights, i));
  const auto empty =
      std::count_if(shares.begin(), shares.end(), [](const CountedShare& bin) { return bin.points == 0; });
  return {at_points.unaryExpr([&](double f) { return shares[edges.place(f)].value(); }),
          {},
          {{"empty_bins", static_cast<double>(empty)}}};
}

/// The shares of positives beyond the margins.
struct Sides {
  double above = 0, below = 0;

  Sides(const Vector& decision, const WeightedLabels& labels) {
    CountedShare high, low;
    for (Eigen::Index i = 0; i < labels.y.size(); ++i) {
      const double weight = weight_at(labels.weights, i);
      if (decision(i) > 1 + level_within) high.see(labels.y(i), weight);
      if (decision(i) < -1 - level_within) low.see(labels.y(i), weight);
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

Estimate BinnedScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                    const WeightedLabels& labels) const {
  const Vector decision = on_sample.col(0), f = at_points.col(0);
  return edges == Edges::equal_width
             ? binned(EqualWidths(decision, bins), f, decision, labels)
             : binned(EqualMasses(decision, labels.weights, bins), f, decision, labels);
}

Calibration::Reads ZeroOneScaling::reads(Eigen::Index n) const {
  return reading == Reading::displayed ? Scaling::reads(n) : Reads{{0.5}, 0.5};
}

Estimate ZeroOneScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                     const WeightedLabels& labels) const {
  const Vector f = at_points.col(0);
  if (reading == Reading::clipped) return {clipped(f, epsilon, 1 - epsilon), {}};
  const Sides sides(on_sample.col(0), labels);
  const auto displayed = [&](double z) {
    if (z > 1 + level_within) return sides.above;
    if (z < -1 - level_within) return sides.below;
    return (1 + std::clamp(z, -1.0, 1.0)) / 2;
  };
  return {f.unaryExpr(displayed), {}, sides.facts()};
}

Estimate ClippedScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                     const WeightedLabels& labels) const {
  const Sides sides(on_sample.col(0), labels);
  const double high = std::max(sides.below, sides.above);
  return {clipped(at_points.col(0), sides.below, high), {}, sides.facts()};
}

} // namespace core
