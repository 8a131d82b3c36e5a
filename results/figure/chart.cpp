#include "results/figure/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/contract.hpp"
#include "results/format/grids.hpp"
#include "results/table/places.hpp"

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
      : rows_(results.rows),
        layout_(*results.card.layout.chart),
        study_(results.card.study),
        table_(results.rows.series.at(layout_.table)),
        points_(points_of(table_, static_cast<std::int32_t>(row))),
        row_(row) {}

  bool is_empty() const { return points_.first == points_.second; }

  Chart chart(const std::string& title) const {
    Chart chart{title, rows_.setting[row_], layout_.x, layout_.x_label, layout_.y_label};
    chart.x = column(layout_.x);
    for (std::size_t k = 0; k < layout_.y.size(); ++k)
      chart.lines.push_back({layout_.y[k], layout_.labels[k], column(layout_.y[k])});
    for (const std::string& name : layout_.marks) chart.marks.push_back({name, diagnostic(name)});
    const Extent x = x_extent(chart);
    std::erase_if(chart.marks,
                  [&](const ChartMark& mark) { return !(mark.x >= x.least && mark.x <= x.most); });
    return chart;
  }

 private:
  std::vector<double> column(const std::string& name) const {
    const auto found = table_.columns.find(name);
    core::require(found != table_.columns.end(), "the chart of " + study_ + " draws '" + layout_.table + "." +
                                                     name + "' (the table has " + names_of(table_.columns) +
                                                     ") correct layout.chart and run it again");
    const auto begin = found->second.begin();
    return {begin + static_cast<std::ptrdiff_t>(points_.first),
            begin + static_cast<std::ptrdiff_t>(points_.second)};
  }

  double diagnostic(const std::string& name) const {
    const auto found = rows_.values.find(name);
    core::require(found != rows_.values.end(), "the chart of " + study_ + " marks '" + name +
                                                   "' (the cells have " + names_of(rows_.values) +
                                                   ") correct layout.chart and run it again");
    return found->second[row_];
  }

  const Rows& rows_;
  const ChartLayout& layout_;
  const std::string& study_;
  const SeriesTable& table_;
  std::pair<std::size_t, std::size_t> points_;
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
  return extent;
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
