#include "results/table/worst_values.hpp"

#include <algorithm>
#include <cmath>

namespace results {

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

} // namespace results
