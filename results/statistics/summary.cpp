#include "results/statistics/summary.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace results {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

struct Moments {
  double mean = undefined, se = undefined;
};

/// Two passes over sorted finite values. The first sums distances from the smallest, so that equal values
/// have exactly themselves as mean and no spread.
Moments moments(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double distance = 0;
  for (const double value : values) distance += value - values.front();
  const double mean = values.front() + distance / n;
  if (values.size() < 2) return {mean, undefined};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (n - 1) / n)};
}

/// The sum of a non-empty set of infinities.
double infinite_mean(const std::vector<double>& infinities) {
  double sum = 0;
  for (const double value : infinities) sum += value;
  return sum;
}

Summary summarise_values(const std::vector<double>& values) {
  std::vector<double> finite, infinite;
  for (const double value : values) (std::isinf(value) ? infinite : finite).push_back(value);
  const Moments of_finite = moments(finite);
  Summary out;
  out.used = static_cast<std::int32_t>(values.size());
  out.infinite = static_cast<std::int32_t>(infinite.size());
  out.finite_mean = out.mean = of_finite.mean;
  out.finite_se = out.se = of_finite.se;
  if (!infinite.empty()) {
    out.mean = infinite_mean(infinite);
    out.se = undefined;
  }
  return out;
}

/// What becomes of one replicate, or of one pair.
struct Tally {
  std::int32_t failed = 0, undefined = 0, not_converged = 0, put_in = 0;

  /// Whether the value can be used.
  bool admit(Outcome outcome, double value, bool is_put_in) {
    if (outcome == Outcome::failed) {
      ++failed;
      return false;
    }
    if (std::isnan(value)) {
      ++undefined;
      return false;
    }
    if (outcome == Outcome::not_converged) ++not_converged;
    if (is_put_in) ++put_in;
    return true;
  }

  Summary with(Summary summary) const {
    summary.failed = failed;
    summary.undefined = undefined;
    summary.not_converged = not_converged;
    summary.put_in = put_in;
    return summary;
  }
};

using Pair = std::pair<double, double>;

/// The usable values of the replicates both series have.
std::vector<Pair> common(const Series& a, const Series& b, Tally& tally) {
  std::vector<Pair> pairs;
  auto other = b.begin();
  for (const Observation& one : a) {
    while (other != b.end() && other->replicate < one.replicate) ++other;
    if (other == b.end() || other->replicate != one.replicate) continue;
    const double either = std::isnan(one.value) ? one.value : other->value;
    if (tally.admit(std::max(one.outcome, other->outcome), either, one.is_put_in || other->is_put_in))
      pairs.emplace_back(one.value, other->value);
  }
  return pairs;
}

/// The pairs by side.
struct Sides {
  std::vector<double> a, b;
};

Sides sides(const std::vector<Pair>& pairs) {
  Sides out;
  for (const auto& [a, b] : pairs) {
    out.a.push_back(a);
    out.b.push_back(b);
  }
  return out;
}

double percent_below(double mean, double reference) {
  return reference == 0 || std::isinf(reference) ? undefined : 100 * (1 - mean / reference);
}

Moments ratio_of_means(const std::vector<Pair>& pairs) {
  const Sides side = sides(pairs);
  const double a = moments(side.a).mean, b = moments(side.b).mean;
  const double percent = percent_below(a, b);
  if (std::isnan(percent)) return {};
  std::vector<double> residuals;
  residuals.reserve(pairs.size());
  for (const auto& [of, over] : pairs) residuals.push_back(of - a / b * over);
  return {percent, 100 * moments(residuals).se / std::abs(b)};
}

} // namespace

Series series(const Rows& rows, std::int32_t setting, const std::string& metric) {
  const auto [first, last] = std::equal_range(rows.setting.begin(), rows.setting.end(), setting);
  const auto column = rows.values.find(metric);
  Series out;
  for (auto row = first; row != last; ++row) {
    const auto i = static_cast<std::size_t>(row - rows.setting.begin());
    out.push_back({rows.replicate[i], column == rows.values.end() ? undefined : column->second[i],
                   static_cast<Outcome>(rows.outcome[i])});
  }
  return out;
}

std::vector<std::int32_t> degenerate_replicates(const Rows& rows, std::int32_t setting,
                                                const std::vector<Metric>& metrics) {
  std::set<std::int32_t> out;
  for (const Observation& one : series(rows, setting, "degenerate"))
    if (one.value == 1) out.insert(one.replicate);
  for (const Metric& metric : metrics)
    for (const Observation& one : series(rows, setting, metric.name))
      if (std::isinf(one.value)) out.insert(one.replicate);
  return {out.begin(), out.end()};
}

std::vector<std::int32_t> rounded_replicates(const Rows& rows, std::int32_t setting,
                                             const std::vector<Metric>& metrics) {
  const std::vector<std::int32_t> degenerate = degenerate_replicates(rows, setting, metrics);
  std::set<std::int32_t> out(degenerate.begin(), degenerate.end());
  for (const Observation& one : series(rows, setting, "rounded"))
    if (one.value == 1) out.insert(one.replicate);
  return {out.begin(), out.end()};
}

Summary summarise(const Series& series) {
  Tally tally;
  std::vector<double> values;
  for (const Observation& one : series)
    if (tally.admit(one.outcome, one.value, one.is_put_in)) values.push_back(one.value);
  return tally.with(summarise_values(values));
}

Summary improvement_percent(const Series& a, const Series& b) {
  Tally tally;
  const std::vector<Pair> pairs = common(a, b, tally);
  std::vector<Pair> finite;
  for (const Pair& pair : pairs)
    if (std::isfinite(pair.first) && std::isfinite(pair.second)) finite.push_back(pair);
  const Moments of_finite = ratio_of_means(finite);
  Summary out;
  out.used = static_cast<std::int32_t>(pairs.size());
  out.infinite = static_cast<std::int32_t>(pairs.size() - finite.size());
  out.finite_mean = out.mean = of_finite.mean;
  out.finite_se = out.se = of_finite.se;
  if (out.infinite > 0) {
    const Sides all = sides(pairs);
    out.mean = percent_below(summarise_values(all.a).mean, summarise_values(all.b).mean);
    out.se = undefined;
  }
  return tally.with(out);
}

Summary paired_difference(const Series& a, const Series& b) {
  Tally tally;
  const std::vector<Pair> pairs = common(a, b, tally);
  std::vector<double> finite;
  for (const auto& [one, other] : pairs)
    if (std::isfinite(one) && std::isfinite(other)) finite.push_back(one - other);
  Summary out = summarise_values(finite);
  out.used = static_cast<std::int32_t>(pairs.size());
  out.infinite = static_cast<std::int32_t>(pairs.size() - finite.size());
  if (out.infinite > 0) out.mean = out.se = undefined;
  return tally.with(out);
}

} // namespace results
