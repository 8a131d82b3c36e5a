#include "results/report/pools/pooled_cells.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "results/report/table/design.hpp"

namespace results {
namespace {

bool has_finite_pools(const TableCell& cell) {
  return cell.parts.size() >= fewest_pools && std::ranges::all_of(cell.parts, [](const Part& part) {
           return std::isfinite(part.ours.mean) && std::isfinite(part.ours.se);
         });
}

/// Whether it stands for another place's number on an axis but data.
bool stands_for_other(const StudyCard& card, const Coordinates& at) {
  return std::ranges::any_of(at, [&](const auto& place) {
    const AxisValue* value = card.value(place.first, at);
    return place.first != "data" && value != nullptr && !value->stands_for.empty();
  });
}

} // namespace

PooledCells pooled_cells(const StudyCard& card, const Table& table) {
  PooledCells out{.axes = table.row_axes, .cells = {}};
  out.axes.insert(out.axes.end(), table.column_axes.begin(), table.column_axes.end());
  for_each_cell(table, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
    if (cell.parts.empty() || column.is_rank || cell.withheld || cell.published.value.empty()) return;
    if (!has_finite_pools(cell)) {
      ++out.left_out;
      return;
    }
    PooledCell& one = out.cells.emplace_back();
    one.cell = &cell;
    one.labels = row.labels;
    one.labels.insert(one.labels.end(), column.labels.begin(), column.labels.end());
    if (const auto data = cell.at.find("data"); data != cell.at.end()) {
      one.data = data->second;
      one.data_label = label_on(Design(card).axis("data"), cell.at);
    }
    one.metric = column.metric;
    one.decimals = column.decimals;
    one.is_reading = stands_for_other(card, cell.at);
    one.number = pooled_number(summaries_of(cell.parts), cell.published, card.published_replications);
  });
  return out;
}

PooledPair pooled_pair(const PooledCell& a, const PooledCell& b, const Averages& averages) {
  const std::vector<Part>&ours = a.cell->parts, &other = b.cell->parts;
  PooledPair out;
  out.shared = {a.pools(), 0, 0, 0};
  out.mean = 0;
  std::vector<Summary> differences;
  std::vector<double> x, y;
  const auto k = static_cast<double>(ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    core::expect(other.size() == ours.size() && other[i].value == ours[i].value,
                 "cells of a block have the same pools");
    differences.push_back(averages.difference(ours[i].setting, other[i].setting, a.metric.name));
    const double d = differences.back().se, p = ours[i].ours.se, q = other[i].ours.se;
    const double both = std::clamp((p * p + q * q - d * d) / 2, -p * q, p * q);
    out.shared.of_divisions += both / k;
    out.shared.of_replicates += both * differences.back().finite() / k;
    out.mean += differences.back().mean / k;
    x.push_back(ours[i].ours.mean);
    y.push_back(other[i].ours.mean);
  }
  out.shared.of_means = covariance(x, y);
  out.difference = pool_variance(differences);
  return out;
}

std::vector<std::vector<std::size_t>> pooled_blocks(const std::vector<PooledCell>& cells) {
  std::vector<std::vector<std::size_t>> out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].is_reading) continue;
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
