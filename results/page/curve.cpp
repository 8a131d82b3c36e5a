#include "results/page/curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/sample/quantile.hpp"

namespace results {
namespace {

/// The values of one setting's criterion, by lambda, and which lambdas were chosen.
struct Gathered {
  std::map<double, std::vector<double>> values{};
  std::map<double, std::int32_t> chosen{};
  std::size_t replicates = 0;
};

double quantile(const std::vector<double>& sorted, double share) {
  return sorted.empty() ? std::numeric_limits<double>::quiet_NaN() : core::quantile(sorted, share);
}

double mean_of_all(const std::vector<double>& sorted) {
  double sum = 0;
  for (const double value : sorted) sum += value;
  return sorted.empty() ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(sorted.size());
}

CriterionCurve curve_of(std::int32_t setting, Gathered& gathered) {
  CriterionCurve out{.setting = setting, .low = {}, .chosen = {}};
  for (auto& [lambda, values] : gathered.values) {
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    std::sort(values.begin(), values.end());
    out.lambda.push_back(lambda);
    out.mean.push_back(mean_of_all(values));
    out.low.push_back(quantile(values, 0.1));
    out.high.push_back(quantile(values, 0.9));
    out.chosen.push_back(gathered.chosen[lambda]);
  }
  return out;
}

/// Whether every replicate has a value at every lambda.
bool is_one_grid(const Gathered& gathered) {
  return gathered.values.size() >= 2 && gathered.values.begin()->first > 0 &&
         std::all_of(gathered.values.begin(), gathered.values.end(),
                     [&](const auto& point) { return point.second.size() == gathered.replicates; });
}

} // namespace

std::vector<CriterionCurve> criterion_curves(const Results& results) {
  const auto table = results.rows.series.find("criterion");
  const auto chosen = results.rows.values.find("lambda");
  if (table == results.rows.series.end() || !table->second.columns.contains("lambda") ||
      !table->second.columns.contains("value"))
    return {};
  const std::vector<double>&lambdas = table->second.columns.at("lambda"),
        &values = table->second.columns.at("value");
  std::map<std::int32_t, Gathered> by_setting;
  for (std::size_t row = 0; row < results.rows.size(); ++row) {
    const auto [first, last] = points_of(table->second, static_cast<std::int32_t>(row));
    if (first == last) continue;
    Gathered& one = by_setting[results.rows.setting[row]];
    ++one.replicates;
    for (std::size_t i = first; i < last; ++i)
      if (!std::isnan(lambdas[i])) one.values[lambdas[i]].push_back(values[i]);
    if (chosen != results.rows.values.end() && !std::isnan(chosen->second[row]))
      ++one.chosen[chosen->second[row]];
  }
  std::vector<CriterionCurve> out;
  for (auto& [setting, gathered] : by_setting)
    if (is_one_grid(gathered)) out.push_back(curve_of(setting, gathered));
  return out;
}

} // namespace results
