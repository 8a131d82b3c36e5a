#include "results/report/grids.hpp"

#include <algorithm>

#include "results/record/number.hpp"
#include "results/report/design.hpp"

namespace results {
namespace {

std::vector<std::string> labels_of(const std::vector<Axis>& axes) {
  std::vector<std::string> out;
  for (const Axis& axis : axes) out.push_back(axis.label);
  return out;
}

bool same_beginning(const std::vector<std::string>& a, const std::vector<std::string>& b,
                    std::size_t levels) {
  return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(levels), b.begin());
}

bool shows_metrics(const Table& table) {
  return table.column_axes.empty() ||
         std::any_of(table.columns.begin(), table.columns.end(), [&](const TableColumn& c) {
           return c.metric.name != table.columns.front().metric.name;
         });
}

std::vector<std::vector<HeadCell>> heads_of(const Table& table) {
  const std::size_t axes = table.column_axes.size();
  std::vector<std::vector<HeadCell>> heads(axes + (shows_metrics(table) ? 1 : 0));
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const TableColumn& column = table.columns[c];
    for (std::size_t level = 0; level < axes; ++level) {
      const Axis& axis = table.column_axes[level];
      const std::string& label = column.labels[level];
      if (c > 0 && same_beginning(column.labels, table.columns[c - 1].labels, level + 1)) {
        ++heads[level].back().columns;
      } else {
        heads[level].push_back({value_phrase(axis, label), 1});
      }
    }
    if (shows_metrics(table)) heads.back().push_back({column.metric.label, 1});
  }
  return heads;
}

/// The mean, or why there is none: "failed 3/100".
std::string mean_of(const TableCell& cell, int decimals) {
  if (!cell.withheld) return decimal(cell.ours.mean, decimals);
  return "failed " + std::to_string(cell.ours.failed) + "/" + std::to_string(cell.planned);
}

/// "k = 9": the value a cell shows of a collapsed axis; empty where none was chosen.
std::string choice_of(const Table& table, const TableCell& cell) {
  if (!table.best_over || cell.chosen.empty()) return "";
  return value_phrase(*table.best_over, label_on(*table.best_over, {{table.best_over->name, cell.chosen}}));
}

/// Ours, with the replicates behind it where some are missing.
Entry our_entry(const Table& table, const std::optional<TableCell>& cell, const TableColumn& column) {
  if (!cell || !cell->computed) return {.text = "--"};
  const Summary& ours = cell->ours;
  Entry entry{.text = mean_of(*cell, column.decimals), .spread = spread(ours.se, column.decimals)};
  const std::string choice = choice_of(table, *cell);
  if (!column.is_rank && !cell->withheld) entry.mark = shortfall(ours, cell->planned);
  if (!choice.empty()) entry.mark += (entry.mark.empty() ? "" : " ") + choice;
  entry.strong = cell->best;
  return entry;
}

bool is_percentage(const Table& table, const TableColumn& column) {
  return table.improvement && column.metric.name == *table.improvement;
}

Entry verdict_of(const TableCell& cell) {
  if (cell.withheld) return {.text = "--"};
  return {.text = std::string(word(cell.agreement.verdict)), .verdict = cell.agreement.verdict};
}

std::vector<Entry> comparison(const Table& table, const TableCell& cell, const TableColumn& column) {
  Entry ours = our_entry(table, cell, column);
  ours.mark = choice_of(table, cell);
  ours.strong = false;
  return {published_entry(cell),
          ours,
          {.text = replicate_count(cell.ours.used, cell.planned)},
          {.text = decimal(cell.agreement.z, 2)},
          verdict_of(cell)};
}

} // namespace

std::size_t repeated_labels(const Grid& grid, std::size_t row) {
  if (row == 0) return 0;
  const auto &labels = grid.rows[row].labels, &above = grid.rows[row - 1].labels;
  return static_cast<std::size_t>(std::mismatch(labels.begin(), labels.end(), above.begin()).first -
                                  labels.begin());
}

std::string shortfall(const Summary& ours, std::int32_t planned) {
  std::string out;
  if (ours.used < planned) out = "[" + replicate_count(ours.used, planned) + "]";
  if (ours.put_in > 0) out += (out.empty() ? "[" : " [") + std::to_string(ours.put_in) + " put in]";
  return out;
}

std::string flat(const Entry& entry) {
  std::string out = entry.text;
  for (const std::string& part : {entry.spread, entry.mark})
    if (!part.empty()) out += " " + part;
  return out;
}

Entry published_entry(const TableCell& cell) {
  const Published& printed = cell.published;
  if (printed.value.empty()) return {.text = "--"};
  Entry entry{.text = printed.value};
  if (!printed.se.empty()) {
    entry.spread = "(" + printed.se + ")";
  } else if (!printed.sd.empty()) {
    entry.spread = "[" + printed.sd + "]";
  }
  if (cell.agreement.published_error == PublishedError::our_spread) entry.mark = dagger;
  return entry;
}

std::string value_phrase(const Axis& axis, const std::string& label) {
  return axis.numeric ? axis.label + " = " + label : label;
}

std::string counted_values(const Axis& axis, std::size_t count) {
  const std::string ending = count == 1 ? "" : "s";
  return std::to_string(count) +
         (axis.name == "data" ? " data set" + ending : " value" + ending + " of " + axis.label);
}

std::string preposition(const Axis& axis) {
  return axis.name == "data" ? "on" : "at";
}

std::string place_phrase(const Table& table, const TableRow& row, const TableColumn& column) {
  std::string out;
  const auto append = [&out](const std::vector<Axis>& axes, const std::vector<std::string>& labels) {
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (labels[i] != no_place) out += (out.empty() ? "" : ", ") + value_phrase(axes[i], labels[i]);
  };
  append(table.row_axes, row.labels);
  append(table.column_axes, column.labels);
  return out;
}

Grid paper_grid(const Table& table) {
  Grid grid{.title = table.study + ": ours, mean (Monte Carlo standard error)",
            .stub = labels_of(table.row_axes),
            .heads = heads_of(table),
            .rows = {}};
  if (!shows_metrics(table) && !table.columns.empty())
    grid.title += " of " + table.columns.front().metric.label;
  for (const TableRow& row : table.rows) {
    GridRow& line = grid.rows.emplace_back(GridRow{row.labels, {}});
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      line.entries.push_back(our_entry(table, row.cells[c], table.columns[c]));
      if (is_percentage(table, table.columns[c])) line.entries.back().spread.clear();
    }
  }
  return grid;
}

Grid comparison_grid(const Table& table) {
  Grid grid{.title = table.study + ": published against ours",
            .stub = labels_of(table.row_axes),
            .heads = {{{"Published"}, {"Ours"}, {"n"}, {"z"}, {"Verdict"}}},
            .rows = {},
            .is_list = true};
  for (const std::string& label : labels_of(table.column_axes)) grid.stub.push_back(label);
  grid.stub.emplace_back("Metric");
  for_each_cell(table, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
    std::vector<std::string> labels = row.labels;
    labels.insert(labels.end(), column.labels.begin(), column.labels.end());
    labels.push_back(column.metric.label);
    grid.rows.push_back({labels, comparison(table, cell, column)});
  });
  return grid;
}

Grid heat_map_grid(const HeatMap& map) {
  Grid grid{.title = map.title, .stub = {map.row_axis}, .heads = {{}}, .rows = {}};
  for (const std::string& label : map.column_labels)
    grid.heads.front().push_back({map.column_axis + " = " + label});
  for (std::size_t r = 0; r < map.cells.size(); ++r) {
    GridRow& line = grid.rows.emplace_back(GridRow{{map.row_labels[r]}, {}});
    for (const auto& cell : map.cells[r]) {
      Entry& entry = line.entries.emplace_back(Entry{.text = "--"});
      if (!cell) continue;
      entry.text = mean_of(*cell, map.decimals);
      if (!cell->withheld) entry.mark = shortfall(cell->ours, cell->planned);
      entry.strong = map.is_best(*cell);
      entry.shade = map.shade(*cell);
    }
  }
  return grid;
}

} // namespace results
