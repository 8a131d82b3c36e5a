#include "results/format/verdict_notes.hpp"

#include <algorithm>
#include <cmath>

#include "results/format/grids.hpp"

namespace results {
namespace {

constexpr std::size_t most_lines = 12; ///< of cells; the rest is counted

struct Undecided {
  std::string place;
  std::int64_t replications = 0; ///< 0 = none would do
  std::string obstacle;          ///< why none would
};

std::string obstacle(const TableColumn& column, const TableCell& cell) {
  if (column.is_rank) return "an average rank: it has no published error, however many replications";
  if (cell.ours.finite() < 2) return "ours has fewer than two finite values";
  if (std::isnan(cell.agreement.z)) return "no number of replications: one of the two means is infinite";
  return "no number of replications at this difference: the published number is too uncertain";
}

std::vector<Undecided> undecided(const Table& table) {
  std::vector<Undecided> out;
  for_each_cell(table, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
    if (cell.agreement.verdict != Verdict::cannot_tell) return;
    const std::string place = place_phrase(table, row, column);
    const std::int64_t wanted = cell.agreement.replicates_wanted;
    out.push_back({place + (place.empty() ? "" : ", ") + column.metric.label, wanted,
                   wanted > 0 ? "" : obstacle(column, cell)});
  });
  return out;
}

/// "Of the cells that cannot tell, more replications would settle 5 of 7 if ..., all by 12:"
std::string settling(const std::vector<Undecided>& cells) {
  std::int64_t settled = 0, most = 0;
  for (const Undecided& cell : cells) {
    settled += cell.replications > 0;
    most = std::max(most, cell.replications);
  }
  const std::string head = "Of the cells that cannot tell, more replications would settle " +
                           std::to_string(settled) + " of " + std::to_string(cells.size());
  if (settled == 0) return head + ":";
  return head + " if difference and spread stay as they are, all by " + std::to_string(most) + ":";
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

} // namespace

Section verdict_notes(const Table& table) {
  const VerdictCounts counts = verdict_counts(table);
  if (counts.published() == 0) return {"Verdicts", {}};
  Section section{"Verdicts", {sentence(counts) + "."}};
  section.lines.emplace_back(
      "z: (ours - published) over their combined standard error, printed rounding included.");
  section.lines.emplace_back("match: |z| <= 2 and our error at most 3 times the published uncertainty.");
  section.lines.emplace_back("off: |z| > 3; cannot tell: the rest. The reasons are in docs/verdicts.md.");
  add_cells(section, undecided(table));
  return section;
}

} // namespace results
