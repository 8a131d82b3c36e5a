#include <algorithm>
#include <cmath>
#include <map>

#include "core/settings/parameters.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/panels/compose.hpp"

namespace results {
namespace {

/// Value, its printed error ("(0.0028)", a standard deviation in brackets or, where ours is shown, behind a
/// +- sign), and a dagger where its Monte Carlo error had to be taken from our own spread.
Entry published_entry(const Table& table, const TableCell& cell) {
  const Published& printed = cell.published;
  if (printed.value.empty()) return {.text = "--"};
  Entry entry{.text = printed.value};
  if (!printed.se.empty()) {
    entry.spread = "(" + printed.se + ")";
  } else if (!printed.sd.empty()) {
    entry.spread = table.spread == ShownSpread::sd ? "\u00b1 " + printed.sd : "[" + printed.sd + "]";
  }
  if (cell.agreement.published_error == PublishedError::our_spread) entry.mark = dagger;
  return entry;
}

Entry verdict_of(const Table& table, const TableColumn& column, const TableCell& cell) {
  if (cell.withheld) return {.text = "--"};
  Entry entry{.text = verdict_word(table, column, cell)};
  if (!is_improvement(table, column)) entry.verdict = cell.agreement.verdict;
  return entry;
}

using Margins = std::map<std::string, double>;

/// Whether the difference is a trifle, by the margin of the metric.
Entry trifle_entry(const Margins& margins, const TableCell& cell) {
  const auto margin = margins.find(cell.metric);
  if (margin == margins.end() || std::isnan(cell.agreement.difference)) return {.text = "--"};
  return {.text = std::abs(cell.agreement.difference) <= margin->second ? "trifle" : "beyond"};
}

std::vector<Entry> comparison(const Table& table, const TableCell& cell, const TableColumn& column) {
  Entry ours = our_entry(table, cell, column);
  ours.mark = choice_of(table, cell);
  ours.strong = false;
  return {published_entry(table, cell),
          ours,
          {.text = replicate_count(cell.ours.used, cell.planned)},
          {.text = decimal(cell.agreement.z, 2)},
          verdict_of(table, column, cell)};
}

Grid comparison_grid(const Table& table, const Margins& margins) {
  Grid grid{.title = table.study + ": published against marginlab",
            .stub = labels_of(table.row_axes),
            .heads = {{{"published"}, {"marginlab"}, {"n"}, {"z"}, {"Verdict"}}},
            .rows = {},
            .is_list = true};
  for (const std::string& label : labels_of(table.column_axes)) grid.stub.push_back(label);
  grid.stub.emplace_back("Metric");
  if (!margins.empty()) grid.heads[0].insert(grid.heads[0].end() - 1, HeadCell{"Margin"});
  for_each_cell(table, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
    std::vector<std::string> labels = row.labels;
    labels.insert(labels.end(), column.labels.begin(), column.labels.end());
    labels.push_back(column.metric.label);
    grid.rows.push_back({labels, comparison(table, cell, column)});
    if (!margins.empty()) {
      auto& entries = grid.rows.back().entries;
      entries.insert(entries.end() - 1, trifle_entry(margins, cell));
    }
  });
  return grid;
}

constexpr std::size_t most_lines = 12; ///< of cells; the rest is counted

struct Undecided {
  std::string place;
  std::int64_t replications = 0; ///< 0 = none would do
  std::string obstacle;          ///< why none would, or none is known
  bool is_unjudged = false;      ///< more would, and nobody can say how many
};

std::string obstacle(const TableColumn& column, const TableCell& cell) {
  if (column.is_rank) return "an average rank: it has no published error, however many replications";
  if (cell.ours.finite() < 2) return "marginlab has fewer than two finite values";
  if (lacks_degrees_of_freedom(cell.agreement))
    return "the error has fewer than two degrees of freedom, and more replications on each value would make "
           "it better known";
  if (std::isnan(cell.agreement.z)) return "no number of replications: one of the two means is infinite";
  return "no number of replications at this difference: the published number is too uncertain";
}

std::vector<Undecided> undecided(const Table& table) {
  std::vector<Undecided> out;
  for_each_cell(table, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
    if (cell.agreement.verdict != Verdict::cannot_tell || is_improvement(table, column)) return;
    const std::string place = place_phrase(table, row, column);
    const std::int64_t wanted = cell.agreement.replicates_wanted;
    out.push_back({place + (place.empty() ? "" : ", ") + column.metric.label, wanted,
                   wanted > 0 ? "" : obstacle(column, cell), lacks_degrees_of_freedom(cell.agreement)});
  });
  return out;
}

/// "More replications would settle 5 of the 7 cells that cannot tell, all by 12, if ...:"
std::string settling(const std::vector<Undecided>& cells) {
  std::int64_t settled = 0, most = 0;
  bool is_known = true;
  for (const Undecided& cell : cells) {
    settled += cell.replications > 0;
    is_known = is_known && !cell.is_unjudged;
    most = std::max(most, cell.replications);
  }
  const std::string undecided = counted(cells.size(), "cell") + " that cannot tell";
  const std::string some =
      settled == static_cast<std::int64_t>(cells.size()) ? "" : std::to_string(settled) + " of ";
  if (settled == 0 && !is_known)
    return "No number of replications is known that would settle the " + undecided + ":";
  if (settled == 0) return "No number of replications would settle the " + undecided + ":";
  return "More replications would settle " + some + "the " + undecided + ", all by " + std::to_string(most) +
         ", if difference and spread stay as they are:";
}

void add_cells(Section& section, const std::vector<Undecided>& cells) {
  if (cells.empty()) return;
  section.lines.push_back(settling(cells));
  for (std::size_t i = 0; i < std::min(cells.size(), most_lines); ++i)
    section.lines.push_back(cells[i].place + ": " +
                            (cells[i].replications > 0
                                 ? std::to_string(cells[i].replications) + " replications"
                                 : cells[i].obstacle) +
                            ".");
  if (cells.size() > most_lines)
    section.lines.push_back("And " + std::to_string(cells.size() - most_lines) +
                            " more, all listed by --format csv.");
}

/// "A trifle is a difference of at most 0.005 in GKL."; nothing where no metric with a margin is shown.
std::string margins_line(const Table& table, const Margins& margins) {
  std::string out;
  for (const auto& [metric, margin] : margins)
    for (const TableColumn& column : table.columns)
      if (column.metric.name == metric) {
        out += (out.empty() ? "" : ", ") + core::shortest(margin) + " in " + column.metric.label;
        break;
      }
  if (out.empty()) return out;
  return "A trifle is a difference of at most " + out +
         ", as the study says beforehand; it changes no verdict.";
}

Section verdict_notes(const Table& table, const VerdictCounts& counts, const Margins& margins) {
  Section section{"Verdicts", {sentence(counts) + "."}, Topic::verdicts};
  section.lines.emplace_back(
      "z: (marginlab - published) over their combined standard error, printed rounding included.");
  section.lines.emplace_back(
      "match: |z| <= 2 and marginlab's error at most 3 times the published uncertainty.");
  section.lines.emplace_back("off: |z| > 3; cannot tell: the rest. The reasons are in docs/verdicts.md.");
  if (table.improvement)
    section.lines.emplace_back(
        "Improvements are made of two printed means each, whose rounding is in their z; they are not "
        "counted.");
  if (std::string line = margins_line(table, margins); !line.empty())
    section.lines.push_back(std::move(line));
  add_cells(section, undecided(table));
  return section;
}

Section digit_notes(const VerdictCounts& counts) {
  return {"Verdicts",
          {std::to_string(counts[Verdict::match]) + " of " + counted(counts.published(), "published number") +
               " " + (counts[Verdict::match] == 1 ? "has" : "have") + " all printed digits.",
           "The study has no chance in it, so that no number has a Monte Carlo error. Each is compared digit "
           "by digit, from its first digit that is not 0 on."},
          Topic::verdicts};
}

Panel comparison(const PanelInput& input) {
  const VerdictCounts counts = verdict_counts(input.study.table);
  if (counts.published() == 0) return {};
  Panel out{.grids = {comparison_grid(input.study.table, input.study.results.card.margins)}};
  const Comparable comparable = input.study.results.card.published_comparable;
  if (comparable == Comparable::value)
    out.notes = {verdict_notes(input.study.table, counts, input.study.results.card.margins)};
  else if (comparable == Comparable::digits)
    out.notes = {digit_notes(counts)};
  return out;
}

} // namespace

PanelEntry comparison_panel() {
  return {.name = "comparison",
          .phrase = "the comparison",
          .meaning = "each number beside the published one",
          .parameters = {},
          .panel = comparison,
          .always = true};
}

} // namespace results
