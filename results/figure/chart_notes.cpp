#include "results/figure/chart_notes.hpp"

#include <algorithm>
#include <cmath>

#include "results/format/number.hpp"
#include "results/summary.hpp"

namespace results {
namespace {

constexpr int decimals = 3;

/// The values of a diagnostic over the replicates of a setting, sorted, NaN left out.
std::vector<double> sorted_values(const Rows& rows, std::int32_t setting, const std::string& name) {
  std::vector<double> out;
  for (const Observation& one : series(rows, setting, name))
    if (!std::isnan(one.value)) out.push_back(one.value);
  std::sort(out.begin(), out.end());
  return out;
}

/// Linear between order statistics, the share q of the way from the first to the last.
double quantile(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// "border is 0.98 here; over 100 replicates ...": of a diagnostic's value in the replicate that is drawn.
std::string value_line(const Rows& rows, const Chart& chart, const std::string& name, double here) {
  const std::vector<double> values = sorted_values(rows, chart.setting, name);
  const std::string head =
      name + (std::isnan(here) ? " does not exist" : " is " + decimal(here, decimals)) + " here; ";
  if (values.empty()) return head + "nor in any other replicate.";
  return head + "over " + std::to_string(values.size()) + " replicates its median is " +
         decimal(quantile(values, 0.5), decimals) +
         ", 10% to 90%: " + decimal(quantile(values, 0.1), decimals) + " to " +
         decimal(quantile(values, 0.9), decimals) + ".";
}

/// What a chart shows: its columns and how many points they have.
std::string contents_line(const Chart& chart) {
  std::string names;
  for (const ChartLine& line : chart.lines) names += (names.empty() ? "" : ", ") + line.name;
  const std::string lines = chart.title + ": " + names + " over " + chart.x_name + ", " +
                            std::to_string(chart.x.size()) + " points";
  if (!chart.dots) return lines + ".";
  return lines + "; " + std::to_string(chart.dots->x.size()) + " dots, " + chart.dots->y_name + " over " +
         chart.dots->x_name + " of " + chart.dots->table + ".";
}

} // namespace

Section chart_notes(const Results& results) {
  Section section{"Chart", {}};
  for (const Chart& chart : charts(results)) {
    section.lines.push_back(contents_line(chart));
    for (const ChartMark& mark : chart.marks)
      section.lines.push_back(value_line(results.rows, chart, mark.label, mark.x));
    for (const ChartFact& fact : chart.facts)
      section.lines.push_back(value_line(results.rows, chart, fact.label, fact.value));
  }
  return section;
}

} // namespace results
