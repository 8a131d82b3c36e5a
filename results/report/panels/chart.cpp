#include "results/report/panels/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/contract.hpp"
#include "results/report/design.hpp"
#include "results/report/grids.hpp"

namespace results {
namespace {

/// The row of a setting's replicate.
std::optional<std::size_t> row_of(const Rows& rows, std::int32_t setting, std::int32_t replicate) {
  const auto [first, last] = std::equal_range(rows.setting.begin(), rows.setting.end(), setting);
  for (auto at = first; at != last; ++at) {
    const auto row = static_cast<std::size_t>(at - rows.setting.begin());
    if (rows.replicate[row] == replicate) return row;
  }
  return std::nullopt;
}

template <class Columns>
std::string names_of(const Columns& columns) {
  std::string out;
  for (const auto& [name, values] : columns) out += (out.empty() ? "" : ", ") + name;
  return out;
}

/// Beyond this the width of a range might not be a double.
constexpr double most_drawn = 1e300;

Extent widened(Extent extent, const std::vector<double>& values) {
  for (const double value : values) {
    if (!(std::abs(value) <= most_drawn)) continue;
    extent.least = std::min(extent.least, value);
    extent.most = std::max(extent.most, value);
  }
  return extent;
}

constexpr Extent nothing{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

/// Draws one row's series as the card's layout says.
class RowChart {
 public:
  RowChart(const Results& results, std::size_t row)
      : rows_(results.rows), layout_(*results.card.layout.chart), study_(results.card.study), row_(row) {}

  bool is_empty() const {
    const auto [first, last] = points_of(rows_.series.at(layout_.table), static_cast<std::int32_t>(row_));
    return first == last;
  }

  Chart chart(const std::string& title) const {
    Chart chart{title, rows_.setting[row_], layout_.x, layout_.x_label, layout_.y_label};
    chart.x = column(layout_.table, layout_.x);
    for (std::size_t k = 0; k < layout_.y.size(); ++k)
      chart.lines.push_back({layout_.y[k], layout_.labels[k], column(layout_.table, layout_.y[k])});
    if (const auto& dots = layout_.dots)
      chart.dots = ChartDots{dots->table, dots->x, dots->y, column(dots->table, dots->x),
                             column(dots->table, dots->y)};
    for (const std::string& name : layout_.facts) chart.facts.push_back({name, diagnostic(name)});
    for (const std::string& name : layout_.marks) chart.marks.push_back({name, diagnostic(name)});
    const Extent x = x_extent(chart);
    std::erase_if(chart.marks,
                  [&](const ChartMark& mark) { return !(mark.x >= x.least && mark.x <= x.most); });
    return chart;
  }

 private:
  /// Of this row.
  std::vector<double> column(const std::string& table, const std::string& name) const {
    const auto stored = rows_.series.find(table);
    core::require(stored != rows_.series.end(), "the chart of " + study_ + " draws the table '" + table +
                                                    "' (the cells have " + names_of(rows_.series) +
                                                    ") correct layout.chart and run it again");
    const auto& columns = stored->second.columns;
    const auto found = columns.find(name);
    core::require(found != columns.end(), "the chart of " + study_ + " draws '" + table + "." + name +
                                              "' (the table has " + names_of(columns) +
                                              ") correct layout.chart and run it again");
    const auto [first, last] = points_of(stored->second, static_cast<std::int32_t>(row_));
    const auto begin = found->second.begin();
    return {begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last)};
  }

  double diagnostic(const std::string& name) const {
    const auto found = rows_.values.find(name);
    core::require(found != rows_.values.end(), "the chart of " + study_ + " names '" + name +
                                                   "' (the cells have " + names_of(rows_.values) +
                                                   ") correct layout.chart and run it again");
    return found->second[row_];
  }

  const Rows& rows_;
  const ChartLayout& layout_;
  const std::string& study_;
  std::size_t row_;
};

std::string title_of(const StudyCard& card, const std::vector<Axis>& varying, const Coordinates& at) {
  std::string out = card.study + ": ";
  for (const Axis& axis : varying) out += value_phrase(axis, label_on(axis, at)) + ", ";
  return out + "replicate " + std::to_string(card.layout.chart->replicate);
}

std::vector<Axis> varying_axes(const StudyCard& card) {
  std::vector<std::string> names;
  for (const Axis& axis : card.axes) names.push_back(axis.name);
  return Design(card).varying(names);
}

} // namespace

Extent x_extent(const Chart& chart) {
  return widened(nothing, chart.x);
}

Extent y_extent(const Chart& chart) {
  Extent extent = nothing;
  for (const ChartLine& line : chart.lines) extent = widened(extent, line.y);
  return chart.dots ? widened(extent, chart.dots->y) : extent;
}

std::vector<Chart> charts(const Results& results) {
  const StudyCard& card = results.card;
  std::vector<Chart> out;
  if (!card.layout.chart || !results.rows.series.contains(card.layout.chart->table)) return out;
  const std::vector<Axis> varying = varying_axes(card);
  std::set<std::int32_t> drawn;
  for (const Point& point : card.points) {
    if (!drawn.insert(point.setting).second) continue;
    const auto row = row_of(results.rows, point.setting, card.layout.chart->replicate);
    if (!row) continue;
    const RowChart of(results, *row);
    if (!of.is_empty()) out.push_back(of.chart(title_of(card, varying, point.at)));
  }
  return out;
}

} // namespace results
