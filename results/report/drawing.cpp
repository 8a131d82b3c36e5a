#include "results/report/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "results/record/number.hpp"

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

} // namespace

std::optional<double> HeatMap::shade(const TableCell& cell) const {
  if (!std::isfinite(cell.ours.mean)) return std::nullopt;
  return most > least ? (cell.ours.mean - least) / (most - least) : 0.5;
}

bool HeatMap::is_best(const TableCell& cell) const {
  return std::isfinite(cell.ours.mean) &&
         decimal(cell.ours.mean, decimals) == decimal(smaller_is_better ? least : most, decimals);
}

Extent x_extent(const Chart& chart) {
  return widened(nothing, chart.x);
}

Extent y_extent(const Chart& chart) {
  Extent extent = nothing;
  for (const ChartLine& line : chart.lines) extent = widened(extent, line.y);
  return chart.dots ? widened(extent, chart.dots->y) : extent;
}

} // namespace results
