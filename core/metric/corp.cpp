#include "core/metric/corp.hpp"

#include <algorithm>
#include <iterator>

#include "core/contract.hpp"
#include "core/probability/scaling/isotonic.hpp"
#include "core/sample/quantile.hpp"

namespace core {
namespace {

/// The place among the levels, which rise, of each probability.
std::vector<std::size_t> places_among(const std::vector<ScoreLevel>& levels, const Vector& q) {
  std::vector<std::size_t> out;
  for (const double p : q)
    out.push_back(static_cast<std::size_t>(
        std::lower_bound(levels.begin(), levels.end(), p,
                         [](const ScoreLevel& level, double value) { return level.from < value; }) -
        levels.begin()));
  return out;
}

/// The points, and levels to count draws in.
struct Drawn {
  const Vector &q, &weights;
  std::vector<std::size_t> places;
  std::vector<ScoreLevel> levels;

  /// Draws as many points as there are; the levels that have some.
  std::vector<ScoreLevel> sample(Stream& stream) {
    for (ScoreLevel& level : levels) level.points = level.positives = 0;
    const auto m = static_cast<std::uint64_t>(q.size());
    for (std::uint64_t draw = 0; draw < m; ++draw) {
      const std::uint64_t i = stream.below(m);
      const auto at = static_cast<Eigen::Index>(i);
      ScoreLevel& level = levels[places[static_cast<std::size_t>(i)]];
      const double weight = weight_at(weights, at);
      level.points += weight;
      level.positives += stream.uniform() < q(at) ? weight : 0;
    }
    std::vector<ScoreLevel> out;
    std::copy_if(levels.begin(), levels.end(), std::back_inserter(out),
                 [](const ScoreLevel& level) { return level.points > 0; });
    return out;
  }
};

} // namespace

std::int64_t corp_resamples(std::int64_t m) {
  constexpr std::int64_t most_labels = 20'000'000, most = 1000, least = 100;
  return std::clamp(most_labels / std::max<std::int64_t>(1, m), least, most);
}

std::vector<CorpPoint> corp_curve(const Vector& q, const WeightedLabels& labels, Stream stream,
                                  std::int64_t resamples) {
  expect((q.array() >= 0 && q.array() <= 1).all(), "probabilities lie within [0, 1]");
  expect(resamples >= 1, "a band is of some samples");
  const IsotonicFit fit(score_levels(q, labels));
  Drawn drawn{q, labels.weights, places_among(fit.levels(), q), fit.levels()};
  std::vector<std::vector<double>> values(fit.levels().size());
  std::vector<double> stated;
  for (const ScoreLevel& level : fit.levels()) stated.push_back(level.from);
  for (std::int64_t b = 0; b < resamples; ++b) {
    const IsotonicFit of_sample(drawn.sample(stream));
    const double first = of_sample.levels().front().from, last = of_sample.levels().back().from;
    const std::vector<double> there = of_sample.at_rising(stated);
    for (std::size_t j = 0; j < values.size(); ++j)
      if (stated[j] >= first && stated[j] <= last) values[j].push_back(there[j]);
  }
  std::vector<CorpPoint> out;
  for (std::size_t j = 0; j < values.size(); ++j) {
    CorpPoint& point = out.emplace_back();
    point.stated = stated[j];
    point.recalibrated = fit.values()[j];
    point.weight = fit.levels()[j].points;
    if (values[j].empty()) continue;
    point.low = quantile_by_selection(values[j], (1 - corp_level) / 2);
    point.high = quantile_by_selection(values[j], (1 + corp_level) / 2);
  }
  return out;
}

double share_outside(const std::vector<CorpPoint>& curve) {
  double outside = 0, all = 0;
  for (const CorpPoint& point : curve) {
    all += point.weight;
    if (point.recalibrated < point.low || point.recalibrated > point.high) outside += point.weight;
  }
  return outside / all;
}

} // namespace core
