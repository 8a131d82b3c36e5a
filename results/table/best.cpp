#include "results/table/best.hpp"

#include <algorithm>
#include <cmath>

#include "results/format/number.hpp"

namespace results {
namespace {

struct Competitor {
  TableCell* cell;
  double printed; ///< the mean as a reader of the table sees it
};

std::vector<Competitor> competitors(const Table& table, TableRow& row, const std::string& metric) {
  std::vector<Competitor> out;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    auto& cell = row.cells[c];
    if (table.columns[c].metric.name != metric || !cell || !std::isfinite(cell->ours.mean)) continue;
    out.push_back({&*cell, read_printed(decimal(cell->ours.mean, table.columns[c].decimals)).value});
  }
  return out;
}

} // namespace

void mark_best(Table& table, const std::string& metric) {
  const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                   [&](const TableColumn& c) { return c.metric.name == metric; });
  if (column == table.columns.end()) return;
  const bool smaller = column->metric.smaller_is_better;
  table.best_metric = column->metric.label;
  for (TableRow& row : table.rows) {
    const std::vector<Competitor> all = competitors(table, row, metric);
    if (all.size() < 2) continue;
    const auto [least, most] =
        std::minmax_element(all.begin(), all.end(),
                            [](const Competitor& a, const Competitor& b) { return a.printed < b.printed; });
    const double best = smaller ? least->printed : most->printed;
    for (const Competitor& one : all) one.cell->best = one.printed == best;
  }
}

} // namespace results
