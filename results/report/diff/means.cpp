#include "results/report/diff/means.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace results {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

double z_of(double difference, double se) {
  if (difference == 0) return 0;
  return se == 0 ? std::copysign(infinity, difference) : difference / se;
}

/// NaN where it cannot be tested.
double z_of_means(const Summary& a, const Summary& b) {
  if (a.finite() == 0 || b.finite() == 0) return undefined;
  const double difference = b.finite_mean - a.finite_mean;
  if (a.finite() < 2 || b.finite() < 2) return difference == 0 ? 0 : undefined;
  return z_of(difference, std::hypot(a.finite_se, b.finite_se));
}

/// Of the shares of infinite values; 0 where neither has one.
double z_of_shares(const Summary& a, const Summary& b) {
  if (a.infinite + b.infinite == 0) return 0;
  if (a.used < 2 || b.used < 2) return undefined;
  const double n = a.used, m = b.used, pooled = (a.infinite + b.infinite) / (n + m);
  return z_of(b.infinite / m - a.infinite / n, std::sqrt(pooled * (1 - pooled) * (1 / n + 1 / m)));
}

bool has_run(const Summary& one) {
  return one.failed + one.undefined > 0;
}

std::vector<std::string> common_metrics(const StudyCard& a, const StudyCard& b) {
  std::vector<std::string> out;
  for (const Metric& metric : a.metrics)
    if (std::any_of(b.metrics.begin(), b.metrics.end(),
                    [&](const Metric& other) { return other.name == metric.name; }))
      out.push_back(metric.name);
  return out;
}

void count(Beyond& beyond, double z) {
  if (std::isnan(z)) return;
  ++beyond.compared;
  if (std::abs(z) > z_limit) ++beyond.beyond;
  beyond.largest = std::max(beyond.largest, std::abs(z));
}

void take_in(MeanComparison& out, MeanDifference&& one) {
  if (one.a.used == 0 && one.b.used == 0) return;
  if (one.a.used == 0 || one.b.used == 0) {
    ++(has_run(one.a.used == 0 ? one.a : one.b) ? out.one_sided : out.untestable);
    return;
  }
  const bool has_infinite = one.a.infinite + one.b.infinite > 0;
  const bool has_finite = one.a.finite() > 0 && one.b.finite() > 0;
  const bool is_untestable = (has_finite && std::isnan(one.z)) || (has_infinite && std::isnan(one.z_share));
  if (is_untestable) ++out.untestable;
  count(out.beyond, one.z);
  if (has_infinite) count(out.beyond, one.z_share);
  if (one.largest() > z_limit) out.largest.push_back(std::move(one));
}

} // namespace

double MeanDifference::largest() const {
  return std::fmax(std::abs(z), std::abs(z_share));
}

MeanComparison compare_means(const Results& a, const Results& b) {
  MeanComparison out;
  std::map<Coordinates, std::int32_t> in_b;
  for (const Point& point : b.card.points) in_b.emplace(point.at, point.setting);
  std::set<std::pair<std::int32_t, std::int32_t>> seen;
  std::size_t matched = 0;
  const std::vector<std::string> metrics = common_metrics(a.card, b.card);
  for (const Point& point : a.card.points) {
    const auto other = in_b.find(point.at);
    if (other == in_b.end()) {
      ++out.points_a;
      continue;
    }
    ++matched;
    const auto key = [](const Results& results, std::int32_t setting) {
      return results.card.settings[static_cast<std::size_t>(setting)].key;
    };
    if (key(a, point.setting) == key(b, other->second)) continue;
    if (!seen.emplace(point.setting, other->second).second) continue;
    ++out.points;
    for (const std::string& metric : metrics) {
      MeanDifference one{point.at, metric, summarise(series(a.rows, point.setting, metric)),
                         summarise(series(b.rows, other->second, metric))};
      one.z = z_of_means(one.a, one.b);
      one.z_share = z_of_shares(one.a, one.b);
      take_in(out, std::move(one));
    }
  }
  out.points_b = in_b.size() - matched;
  std::stable_sort(out.largest.begin(), out.largest.end(),
                   [](const auto& one, const auto& other) { return one.largest() > other.largest(); });
  return out;
}

} // namespace results
