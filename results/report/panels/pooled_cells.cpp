#include "results/report/panels/pooled_cells.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/contract.hpp"
#include "results/record/text.hpp"
#include "results/report/design.hpp"

namespace results {
namespace {

constexpr std::size_t fewest_pools = 3;

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// The variances of a metric, or of a paired difference, that has these means over the divisions of each
/// pool.
PoolVariance variance_of(const std::vector<Summary>& pools) {
  std::vector<double> means, divisions, replicates;
  for (const Summary& one : pools) {
    means.push_back(one.mean);
    divisions.push_back(one.se * one.se);
    replicates.push_back(one.sd() * one.sd());
  }
  return {pools.size(), covariance(means, means), mean_of(divisions), mean_of(replicates)};
}

double mean_over_pools(const std::vector<Summary>& pools) {
  std::vector<double> means;
  for (const Summary& one : pools) means.push_back(one.mean);
  return mean_of(means);
}

/// The published error, of the printed one or of our divisions.
EstimatedError published_error(const PooledCell& cell, std::int32_t replications) {
  if (!cell.published.se.empty())
    return {read_printed(cell.published.se).value, replications > 1 ? replications - 1 : exact};
  if (replications < 2) return {};
  const double root = std::sqrt(static_cast<double>(replications));
  if (!cell.published.sd.empty()) return {read_printed(cell.published.sd).value / root, replications - 1.0};
  return {std::sqrt(cell.number.ours.of_replicates) / root, replications - 1.0};
}

bool is_usable(const PooledCell& cell) {
  return std::ranges::all_of(
      cell.ours, [](const Summary& one) { return std::isfinite(one.mean) && std::isfinite(one.se); });
}

void judge(PooledCell& cell, std::int32_t replications) {
  const PrintedNumber printed = read_printed(cell.published.value);
  cell.mean = mean_over_pools(cell.ours);
  cell.number.ours = variance_of(cell.ours);
  cell.number.difference = cell.mean - printed.value;
  cell.number.published = published_error(cell, replications);
  cell.number.rounding = printed.rounding();
}

/// Gathers the cells of a table that differ on one axis alone.
class Gathering {
 public:
  Gathering(const Results& results, const std::string& over)
      : card_(results.card), design_(results.card), over_(design_.axis(over).name) {
    for (const Published& number : card_.published)
      if (!number.value.empty())
        published_.emplace(std::pair(design_.completed(number.at), number.metric), number);
  }

  void add(const TableColumn& column, const TableCell& cell) {
    Coordinates at = cell.at;
    const auto pool = at.extract(over_);
    if (pool.empty() || !cell.setting || cell.withheld || column.is_rank) return;
    const auto printed = published_.find({at, cell.metric});
    if (printed == published_.end()) return;
    PooledCell& into = cell_at(at, column, printed->second);
    into.pools.push_back(pool.mapped());
    into.settings.push_back(*cell.setting);
    into.ours.push_back(cell.ours);
  }

  PooledCells gathered(const Table& table) {
    PooledCells out;
    for (const auto* axes : {&table.row_axes, &table.column_axes})
      for (const Axis& axis : *axes)
        if (axis.name != over_) out.axes.push_back(axis);
    for (PooledCell& cell : cells_) {
      if (cell.ours.size() < fewest_pools || !is_usable(cell)) {
        ++out.left_out;
        continue;
      }
      for (const Axis& axis : out.axes) cell.labels.push_back(label_on(axis, cell.at));
      judge(cell, card_.published_replications);
      out.cells.push_back(std::move(cell));
    }
    return out;
  }

 private:
  PooledCell& cell_at(const Coordinates& at, const TableColumn& column, const Published& printed) {
    for (PooledCell& one : cells_)
      if (one.at == at && one.metric.name == column.metric.name) return one;
    PooledCell cell;
    cell.at = at;
    cell.metric = column.metric;
    cell.decimals = column.decimals;
    cell.published = printed;
    if (const auto data = at.find("data"); data != at.end()) {
      cell.data = data->second;
      cell.data_label = label_on(design_.axis("data"), at);
    }
    return cells_.emplace_back(std::move(cell));
  }

  const StudyCard& card_;
  Design design_;
  std::string over_;
  std::map<std::pair<Coordinates, std::string>, Published> published_;
  std::vector<PooledCell> cells_;
};

} // namespace

PooledCells pooled_cells(const Results& results, const Table& table, const std::string& over) {
  Gathering gathering(results, over);
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    if (!is_improvement(table, column)) gathering.add(column, cell);
  });
  return gathering.gathered(table);
}

PooledPair pooled_pair(const PooledCell& a, const PooledCell& b, const Averages& averages) {
  core::expect(a.pools == b.pools, "cells of a block have the same pools");
  std::vector<Summary> differences;
  std::vector<double> means_a, means_b, divisions, replicates;
  for (std::size_t k = 0; k < a.settings.size(); ++k) {
    differences.push_back(averages.difference(a.settings[k], b.settings[k], a.metric.name));
    const double d = differences.back().se, one = a.ours[k].se, other = b.ours[k].se;
    const double both = std::clamp((one * one + other * other - d * d) / 2, -one * other, one * other);
    means_a.push_back(a.ours[k].mean);
    means_b.push_back(b.ours[k].mean);
    divisions.push_back(both);
    replicates.push_back(both * differences.back().finite());
  }
  return {{a.settings.size(), covariance(means_a, means_b), mean_of(divisions), mean_of(replicates)},
          variance_of(differences),
          mean_over_pools(differences)};
}

std::vector<std::vector<std::size_t>> pooled_blocks(const std::vector<PooledCell>& cells) {
  std::vector<std::vector<std::size_t>> out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto found = std::ranges::find_if(out, [&](const std::vector<std::size_t>& block) {
      const PooledCell& first = cells[block.front()];
      return first.data == cells[i].data && first.metric.name == cells[i].metric.name;
    });
    if (found == out.end()) {
      out.push_back({i});
    } else {
      found->push_back(i);
    }
  }
  return out;
}

} // namespace results
