#include <algorithm>
#include <cmath>

#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/table/design.hpp"
#include "results/report/table/tabulate.hpp"

namespace results {
namespace {

const Part* part_at(const std::optional<TableCell>& cell, const AxisValue& value) {
  if (!cell) return nullptr;
  const auto found = std::find_if(cell->parts.begin(), cell->parts.end(),
                                  [&](const Part& part) { return part.value == value.name; });
  return found == cell->parts.end() ? nullptr : &*found;
}

Entry entry_of(const Part* part, const TableColumn& column, const StudyCard& card) {
  if (part == nullptr) return {.text = "--"};
  if (column.is_rank)
    return {.text = decimal(part->ours.mean, card.layout.rank_over->ties == Ties::average ? 1 : 0)};
  Entry entry{.text = decimal(part->ours.mean, column.decimals),
              .spread = spread(part->ours.se, column.decimals)};
  entry.mark = shortfall(part->ours, card.replications);
  return entry;
}

std::string labels_of(const Axis& axis, const std::vector<Part>& parts) {
  std::string out;
  for (const Part& part : parts) out += (out.empty() ? "" : ", ") + label_on(axis, {{axis.name, part.value}});
  return out;
}

/// "infinite on 2 of 8 data sets: Liver, Ionosphere"
std::string share(const std::string& what, const Axis& axis, const TableCell& cell,
                  const std::vector<Part>& parts) {
  if (parts.empty()) return "";
  return what + " " + preposition(axis) + " " + std::to_string(parts.size()) + " of " +
         counted_values(axis, cell.parts.size()) + ": " + labels_of(axis, parts);
}

/// Why a cell has no finite average, and the average over what is finite; empty where it has one.
std::string exception_of(const Axis& axis, const TableCell& cell, const TableColumn& column) {
  std::vector<Part> infinite, missing;
  for (const Part& part : cell.parts) {
    if (std::isinf(part.ours.mean)) infinite.push_back(part);
    if (std::isnan(part.ours.mean)) missing.push_back(part);
  }
  const std::size_t rest = cell.parts.size() - infinite.size() - missing.size();
  if (rest == cell.parts.size()) return "";
  std::string out = share("infinite", axis, cell, infinite);
  const std::string none = share(column.is_rank ? "no rank" : "no value", axis, cell, missing);
  if (!out.empty() && !none.empty()) out += "; ";
  out += none;
  if (rest == 0) return out;
  const std::string error = spread(cell.ours.finite_se, column.decimals);
  return out + "; mean over the other " + std::to_string(rest) + ": " +
         decimal(cell.ours.finite_mean, column.decimals) + (error.empty() ? "" : " " + error);
}

std::string rank_line(const Table& table, const StudyCard& card) {
  const RankLayout& ranking = *card.layout.rank_over;
  const Axis* among = card.axis(ranking.among);
  return "Rank: 1 for the best " + (among == nullptr ? ranking.among : among->label) +
         " by its mean, averaged over " + counted_values(*table.averaged, table.averaged->values.size()) +
         "; means level to " + std::to_string(ranking.decimals) + " decimals share the " +
         (ranking.ties == Ties::average ? "average" : "smallest") +
         " of their ranks, infinite ones the last. Its standard error: sd of the ranks over the root of "
         "their number.";
}

Grid averaged_grid(const Table& table, const Results& results) {
  Grid grid = paper_grid(table);
  grid.rows.clear();
  const Axis& axis = *table.averaged;
  grid.title = table.study + ": marginlab " + preposition(axis) + " each of " +
               counted_values(axis, axis.values.size());
  grid.stub.insert(grid.stub.begin(), axis.label);
  for (const AxisValue& value : axis.values)
    for (const TableRow& row : table.rows) {
      GridRow line{row.labels, {}};
      line.labels.insert(line.labels.begin(), value.label);
      if (std::ranges::none_of(row.cells, [&](const auto& cell) { return part_at(cell, value) != nullptr; }))
        continue;
      for (std::size_t c = 0; c < table.columns.size(); ++c)
        line.entries.push_back(entry_of(part_at(row.cells[c], value), table.columns[c], results.card));
      grid.rows.push_back(std::move(line));
    }
  return grid;
}

Section averaged_notes(const Table& table, const StudyCard& card) {
  Section section{"Averages over an axis", {}, Topic::averages};
  const Axis& axis = *table.averaged;
  if (!card.layout.mean_over.empty())
    section.lines.push_back("Mean: unweighted over " + counted_values(axis, axis.values.size()) +
                            (averages_pools(card.layout)
                                 ? ". Its standard error is the standard deviation of their means over the "
                                   "root of their number."
                                 : ". Its standard error is the root of the sum of theirs squared over " +
                                       std::to_string(axis.values.size()) +
                                       ". It is that of the replicates and does not say how others would "
                                       "differ."));
  if (card.layout.rank_over) section.lines.push_back(rank_line(table, card));
  for_each_cell(table, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
    const std::string exception = exception_of(axis, cell, column);
    if (exception.empty()) return;
    const std::string place = place_phrase(table, row, column);
    section.lines.push_back(place + (place.empty() ? "" : ", ") + column.metric.label + ": " + exception +
                            ".");
  });
  return section;
}

Panel averaged(const PanelInput& input) {
  if (!input.study.table.averaged) return {};
  return {.grids = {averaged_grid(input.study.table, input.study.results)},
          .notes = {averaged_notes(input.study.table, input.study.results.card)}};
}

} // namespace

PanelEntry averaged_panel() {
  return {.name = "averaged",
          .phrase = "the averages",
          .meaning = "what averages over an axis are over",
          .parameters = {},
          .panel = averaged,
          .always = true};
}

} // namespace results
