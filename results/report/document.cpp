#include "results/report/document.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "results/record/printable.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

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

std::pair<Extent, Extent> of_borders(const Chart& chart) {
  std::vector<double> x, y;
  if (chart.borders)
    for (const auto& line : chart.borders->lines)
      for (const auto& [px, py] : line) {
        x.push_back(px);
        y.push_back(py);
      }
  return {widened(nothing, x), widened(nothing, y)};
}

} // namespace

std::optional<double> HeatMap::shade(const TableCell& cell) const {
  if (!std::isfinite(cell.ours.mean)) return std::nullopt;
  return scale_most > scale_least ? (cell.ours.mean - scale_least) / (scale_most - scale_least) : 0.5;
}

bool HeatMap::is_best(const TableCell& cell) const {
  return std::isfinite(cell.ours.mean) &&
         decimal(cell.ours.mean, decimals) == decimal(smaller_is_better ? least : most, decimals);
}

std::vector<double> ChartDots::groups() const {
  std::vector<double> out = group;
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Extent x_extent(const Chart& chart) {
  if (!chart.lines.empty()) return widened(nothing, chart.x);
  return chart.dots ? widened(nothing, chart.dots->x) : of_borders(chart).first;
}

Extent y_extent(const Chart& chart) {
  Extent extent = nothing;
  for (const ChartLine& line : chart.lines) extent = widened(extent, line.y);
  if (chart.dots) return widened(extent, chart.dots->y);
  return chart.lines.empty() ? of_borders(chart).second : extent;
}

std::string flat(const Entry& entry) {
  std::string out = entry.text;
  for (const std::string& part : {entry.spread, entry.mark})
    if (!part.empty()) out += " " + part;
  return out;
}

std::size_t repeated_labels(const Grid& grid, std::size_t row) {
  if (row == 0) return 0;
  const auto &labels = grid.rows[row].labels, &above = grid.rows[row - 1].labels;
  return static_cast<std::size_t>(std::mismatch(labels.begin(), labels.end(), above.begin()).first -
                                  labels.begin());
}

namespace {

void clean(std::string& text) {
  text = printable(one_line(text));
}

void clean(std::vector<std::string>& texts) {
  for (std::string& text : texts) clean(text);
}

void clean(Grid& grid) {
  clean(grid.title);
  clean(grid.stub);
  for (auto& level : grid.heads)
    for (HeadCell& head : level) clean(head.text);
  for (GridRow& row : grid.rows) {
    clean(row.labels);
    for (Entry& entry : row.entries)
      for (std::string* text : {&entry.text, &entry.spread, &entry.mark}) clean(*text);
  }
}

void clean(HeatMap& map) {
  for (std::string* text : {&map.title, &map.row_axis, &map.column_axis}) clean(*text);
  clean(map.row_labels);
  clean(map.column_labels);
}

void clean(Chart& chart) {
  for (std::string* text : {&chart.title, &chart.x_name, &chart.x_label, &chart.y_label}) clean(*text);
  for (ChartLine& line : chart.lines)
    for (std::string* text : {&line.name, &line.label}) clean(*text);
  for (ChartMark& mark : chart.marks) clean(mark.label);
  for (ChartFact& fact : chart.facts) clean(fact.label);
  if (chart.dots)
    for (std::string* text :
         {&chart.dots->table, &chart.dots->x_name, &chart.dots->y_name, &chart.dots->group_name})
      clean(*text);
  if (chart.borders)
    for (std::string* text : {&chart.borders->table, &chart.borders->x_name, &chart.borders->y_name})
      clean(*text);
}

void clean(RankDiagram& diagram) {
  for (std::string* text : {&diagram.title, &diagram.places}) clean(*text);
  clean(diagram.labels);
}

void clean(Picture& picture) {
  std::visit([](auto& drawn) { clean(drawn); }, picture.drawing);
  if (picture.in_words) clean(*picture.in_words);
}

void clean(LongRow& row) {
  Coordinates at;
  for (const auto& [axis, value] : row.at) at[printable(one_line(axis))] = printable(one_line(value));
  row.at = std::move(at);
  for (const LongColumn& column : long_columns) clean(row.*column.text);
}

} // namespace

void make_printable(Grid& grid) {
  clean(grid);
}

void make_printable(Document& document) {
  clean(document.study);
  clean(document.title);
  clean(document.axes);
  for (Grid& grid : document.grids) clean(grid);
  for (Picture& picture : document.pictures) clean(picture);
  for (LongRow& row : document.long_form) clean(row);
  for (Section& section : document.sections) {
    clean(section.heading);
    clean(section.lines);
  }
  for (Detail& detail : document.details) {
    clean(detail.name);
    detail.text = printable_lines(detail.text);
  }
}

} // namespace results
