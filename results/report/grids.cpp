#include "results/report/grids.hpp"

#include <algorithm>

#include "results/record/text.hpp"
#include "results/report/table/design.hpp"

namespace results {
namespace {

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

LongRow long_row_of(const Table& table, const TableColumn& column, const TableCell& cell) {
  const int digits = column.decimals;
  const bool counts = !is_improvement(table, column);
  const std::int64_t wanted = counts ? cell.agreement.replicates_wanted : 0;
  return {.at = cell.at,
          .metric = cell.metric,
          .published = cell.published.value,
          .published_se = cell.published.se,
          .marginlab = csv_number(cell.ours.mean, digits),
          .mcse = csv_number(cell.ours.se, digits + 1),
          .n_ok = std::to_string(cell.ours.used),
          .n = std::to_string(cell.planned),
          .z = csv_number(cell.agreement.z, 2),
          .verdict = cell.withheld ? "" : verdict_word(table, column, cell),
          .replicates_wanted = wanted > 0 ? std::to_string(wanted) : "",
          .detectable = csv_number(detectable_difference(cell.agreement), digits + 1)};
}

/// One part of an average, for which nothing is printed.
LongRow long_row_of(const Coordinates& at, const Part& part, const TableColumn& column,
                    std::int32_t planned) {
  const int digits = column.is_rank ? 1 : column.decimals; // a shared rank may be a half
  const auto count = [&](std::int32_t n) { return column.is_rank ? "" : std::to_string(n); };
  return {.at = at,
          .metric = column.metric.name,
          .marginlab = csv_number(part.ours.mean, digits),
          .mcse = csv_number(part.ours.se, digits + 1),
          .n_ok = count(part.ours.used),
          .n = count(planned),
          .verdict = std::string(word(Verdict::not_published))};
}

} // namespace

std::vector<std::string> labels_of(const std::vector<Axis>& axes) {
  std::vector<std::string> out;
  for (const Axis& axis : axes) out.push_back(axis.label);
  return out;
}

std::string mean_of(const TableCell& cell, int decimals) {
  if (!cell.withheld) return decimal(cell.ours.mean, decimals);
  return "failed " + std::to_string(cell.ours.failed) + "/" + std::to_string(cell.planned);
}

std::string verdict_word(const Table& table, const TableColumn& column, const TableCell& cell) {
  if (cell.agreement.is_too_few && !is_improvement(table, column)) return "too few";
  if (const DigitAgreement& digits = cell.agreement.digits; digits.printed > 0)
    return (digits.agreed == digits.printed ? "all" : std::to_string(digits.agreed) + " of") + " " +
           counted(static_cast<std::size_t>(digits.printed), "digit");
  const bool counts = cell.agreement.verdict == Verdict::not_published || !is_improvement(table, column);
  return counts ? std::string(word(cell.agreement.verdict)) : "not counted";
}

std::string choice_of(const Table& table, const TableCell& cell) {
  if (!table.best_over || cell.chosen.empty()) return "";
  return value_phrase(*table.best_over, label_on(*table.best_over, {{table.best_over->name, cell.chosen}}));
}

Entry our_entry(const Table& table, const std::optional<TableCell>& cell, const TableColumn& column) {
  if (!cell || !cell->computed) return {.text = "--"};
  const Summary& ours = cell->ours;
  const bool by_sd = table.spread == ShownSpread::sd && !is_improvement(table, column);
  Entry entry{.text = mean_of(*cell, column.decimals),
              .spread = by_sd ? deviation(ours.sd(), column.decimals) : spread(ours.se, column.decimals)};
  const std::string choice = choice_of(table, *cell);
  if (!column.is_rank && !cell->withheld) entry.mark = shortfall(ours, cell->planned);
  if (!choice.empty()) entry.mark += (entry.mark.empty() ? "" : " ") + choice;
  entry.strong = cell->best;
  return entry;
}

std::string shortfall(const Summary& ours, std::int32_t planned) {
  std::string out;
  if (ours.used < planned) out = "[" + replicate_count(ours.used, planned) + "]";
  if (ours.put_in > 0) out += (out.empty() ? "[" : " [") + std::to_string(ours.put_in) + " put in]";
  return out;
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

std::string place_phrase(const std::vector<Axis>& axes, const std::vector<std::string>& labels) {
  std::string out;
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (labels[i] != no_place) out += (out.empty() ? "" : ", ") + value_phrase(axes[i], labels[i]);
  return out;
}

std::string place_phrase(const Table& table, const TableRow& row, const TableColumn& column) {
  const std::string down = place_phrase(table.row_axes, row.labels),
                    across = place_phrase(table.column_axes, column.labels);
  return down + (down.empty() || across.empty() ? "" : ", ") + across;
}

Grid paper_grid(const Table& table) {
  const bool by_sd = table.spread == ShownSpread::sd;
  Grid grid{.title = table.study + (by_sd ? ": marginlab, mean \u00b1 standard deviation of single replicates"
                                          : ": marginlab, mean (Monte Carlo standard error)"),
            .stub = labels_of(table.row_axes),
            .heads = heads_of(table),
            .rows = {}};
  if (!shows_metrics(table) && !table.columns.empty())
    grid.title += " of " + table.columns.front().metric.label;
  for (const TableRow& row : table.rows) {
    GridRow& line = grid.rows.emplace_back(GridRow{row.labels, {}});
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      line.entries.push_back(our_entry(table, row.cells[c], table.columns[c]));
      if (is_improvement(table, table.columns[c])) line.entries.back().spread.clear();
    }
  }
  return grid;
}

std::vector<LongRow> long_rows(const Table& table, const StudyCard& card) {
  std::vector<LongRow> out;
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    const auto add = [&](const std::string& collapsed, LongRow row) {
      for (const Axis& axis : card.axes)
        if (card.layout.collapses(axis.name)) row.at[axis.name] = collapsed;
      out.push_back(std::move(row));
    };
    add(cell.chosen, long_row_of(table, column, cell));
    for (const Part& part : cell.parts)
      add(part.value, long_row_of(cell.at, part, column, card.replications));
  });
  return out;
}

} // namespace results
