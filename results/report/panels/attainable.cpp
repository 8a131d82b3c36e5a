#include "results/statistics/attainable.hpp"

#include <cmath>

#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/panels/compose.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

constexpr const char* rate = "error_percent";

/// The test points of a cell; nothing where it was not computed, or replicates differ.
std::optional<double> points_of_cell(const Results& results, const TableCell& cell) {
  if (!cell.setting) return std::nullopt;
  std::optional<double> out;
  for (const Observation& one : series(results.rows, *cell.setting, results.card.published_attainable)) {
    if (std::isnan(one.value)) continue;
    if (!(one.value >= 1) || (out && *out != one.value)) return std::nullopt;
    out = one.value;
  }
  return out;
}

struct Tally {
  std::size_t asked = 0, telling = 0, impossible = 0, by_halves = 0, unknown = 0;
};

Section notes_of(const Tally& tally, const StudyCard& card) {
  Section section{"Attainable numbers", {}, Topic::verdicts};
  section.lines.push_back(
      "A mean of " + std::to_string(card.published_replications) +
      " error rates on m points is a multiple of 100 / (" + std::to_string(card.published_replications) +
      " m) percent, or of half that where ties count half. " + std::to_string(tally.telling) + " of " +
      counted(tally.asked, "printed rate") +
      " are printed finely enough to miss all of these: " + std::to_string(tally.impossible) +
      " cannot be such a mean, " + std::to_string(tally.by_halves) + " only if ties count half.");
  if (tally.unknown > 0)
    section.lines.push_back("Not asked: " + counted(tally.unknown, "printed rate") +
                            " whose number of test points is not known, or differs between replicates.");
  return section;
}

Panel attainable_for(const PanelInput& input) {
  const StudyCard& card = input.study.results.card;
  const Table& table = input.study.table;
  if (card.published_attainable.empty() || card.published_replications <= 0) return {};
  Grid grid{.title = table.study + ": printed error rates that no study of " +
                     std::to_string(card.published_replications) + " replications can have",
            .stub = labels_of(table.row_axes),
            .heads = {{{"Published"}, {"Test points"}, {"Nearest possible"}, {"Possible"}}},
            .rows = {},
            .is_list = true};
  for (const std::string& label : labels_of(table.column_axes)) grid.stub.push_back(label);
  if (grid.stub.empty()) grid.stub.emplace_back();
  Tally tally;
  for_each_cell(table, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
    if (cell.metric != rate || cell.published.value.empty()) return;
    const auto points = points_of_cell(input.study.results, cell);
    tally.unknown += !points;
    if (!points) return;
    const PrintedNumber printed = read_printed(cell.published.value);
    const RateDesign design{static_cast<double>(card.published_replications), *points, 100};
    const Attainable found = attainable(printed, design);
    ++tally.asked;
    tally.telling += is_telling(printed, design);
    tally.impossible += found == Attainable::no;
    tally.by_halves += found == Attainable::by_halves;
    if (found == Attainable::yes) return;
    std::vector<std::string> labels = row.labels;
    labels.insert(labels.end(), column.labels.begin(), column.labels.end());
    labels.resize(grid.stub.size());
    grid.rows.push_back({labels,
                         {{.text = cell.published.value},
                          {.text = decimal(*points, 0)},
                          {.text = decimal(nearest_attainable(printed, design), column.decimals + 2)},
                          {.text = found == Attainable::no ? "no" : "only if ties count half"}}});
  });
  if (tally.asked + tally.unknown == 0) return {};
  Panel out{.notes = {notes_of(tally, card)}};
  if (!grid.rows.empty()) out.grids.push_back(std::move(grid));
  return out;
}

} // namespace

PanelEntry attainable_panel() {
  return {.name = "attainable",
          .phrase = "the attainable numbers",
          .meaning = "printed error rates that no study of their design can have",
          .parameters = {},
          .panel = attainable_for,
          .always = true};
}

} // namespace results
