#include "results/statistics/averages.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace results {
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
