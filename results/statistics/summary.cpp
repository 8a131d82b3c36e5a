#include "results/statistics/summary.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
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

namespace {

constexpr std::int32_t fewest_averaged = 2; // values an average is over, where others were left out

using Replicates = std::vector<std::int32_t>;

Series without(Series series, const Replicates& left_out) {
  std::erase_if(series, [&](const Observation& one) {
    return std::binary_search(left_out.begin(), left_out.end(), one.replicate);
  });
  return series;
}

Summary without_mean(Summary summary) {
  const Summary none;
  summary.mean = summary.finite_mean = none.mean;
  summary.se = summary.finite_se = none.se;
  return summary;
}

/// `rest` is over what is left without the degenerate replicates, `every` over them as well.
Summary chosen(Summary rest, const Summary& every, const Replicates& left_out) {
  if (left_out.empty()) return rest;
  const bool enough = rest.used >= fewest_averaged;
  if (!enough && every.infinite == 0) return every;
  rest.degenerate = static_cast<std::int32_t>(left_out.size());
  return enough ? rest : without_mean(rest);
}

Summary allowed(const Summary& summary, FailurePolicy policy) {
  return policy == FailurePolicy::error && summary.failed > 0 ? without_mean(summary) : summary;
}

} // namespace

WorstValues::WorstValues(const Results& results) : data_of_(results.card.settings.size()) {
  for (const Point& point : results.card.points)
    if (const auto data = point.at.find("data"); data != point.at.end())
      data_of_.at(static_cast<std::size_t>(point.setting)) = data->second;
  const Rows& rows = results.rows;
  for (const Metric& metric : results.card.metrics) {
    const auto column = rows.values.find(metric.name);
    if (column == rows.values.end()) continue;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const double value = column->second[row];
      if (!std::isfinite(value)) continue;
      auto& of_data = worst_[data_of_.at(static_cast<std::size_t>(rows.setting[row]))];
      double& worst = of_data.try_emplace(metric.name, value).first->second;
      worst = metric.smaller_is_better ? std::max(worst, value) : std::min(worst, value);
    }
  }
}

Series WorstValues::put_into(Series series, std::int32_t setting, const std::string& metric) const {
  const auto of_data = worst_.find(data_of_.at(static_cast<std::size_t>(setting)));
  if (of_data == worst_.end()) return series;
  const auto worst = of_data->second.find(metric);
  const bool has_value = std::any_of(series.begin(), series.end(),
                                     [](const Observation& one) { return !std::isnan(one.value); });
  if (worst == of_data->second.end() || !has_value) return series;
  for (Observation& one : series)
    if (one.outcome == Outcome::failed) one = {one.replicate, worst->second, Outcome::ok, true};
  return series;
}

std::vector<std::int32_t> left_out_replicates(const Results& results, std::int32_t setting) {
  switch (results.card.layout.average) {
    case Average::all:
      return {};
    case Average::nondegenerate:
      return degenerate_replicates(results.rows, setting, results.card.metrics);
    case Average::unrounded:
      return rounded_replicates(results.rows, setting, results.card.metrics);
  }
  return {};
}

Averages::Averages(const Results& results) : results_(results), left_out_(results.card.settings.size()) {
  if (results.card.layout.failures == FailurePolicy::worst) worst_.emplace(results);
  for (std::size_t setting = 0; setting < left_out_.size(); ++setting)
    left_out_[setting] = left_out_replicates(results, static_cast<std::int32_t>(setting));
}

Summary Averages::of(std::int32_t setting, const std::string& metric) const {
  const Replicates& left_out = left_out_.at(static_cast<std::size_t>(setting));
  const Series all = replicates(setting, metric);
  return allowed(chosen(summarise(without(all, left_out)), summarise(all), left_out),
                 results_.card.layout.failures);
}

Series Averages::replicates(std::int32_t setting, const std::string& metric) const {
  Series all = series(results_.rows, setting, metric);
  return worst_ ? worst_->put_into(std::move(all), setting, metric) : all;
}

Summary Averages::improvement(std::int32_t setting, std::int32_t reference, const std::string& metric) const {
  return paired(setting, reference, metric, improvement_percent);
}

Summary Averages::difference(std::int32_t setting, std::int32_t reference, const std::string& metric,
                             double factor) const {
  return paired(setting, reference, metric, [factor](const Series& of, Series from) {
    for (Observation& one : from) one.value *= factor;
    return paired_difference(of, from);
  });
}

Summary Averages::paired(std::int32_t setting, std::int32_t reference, const std::string& metric,
                         const std::function<Summary(const Series&, const Series&)>& of_pair) const {
  const Replicates &one = left_out_.at(static_cast<std::size_t>(setting)),
                   &other = left_out_.at(static_cast<std::size_t>(reference));
  Replicates either;
  std::set_union(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(either));
  const Series of = replicates(setting, metric), over = replicates(reference, metric);
  return allowed(chosen(of_pair(without(of, either), without(over, either)), of_pair(of, over), either),
                 results_.card.layout.failures);
}

} // namespace results
