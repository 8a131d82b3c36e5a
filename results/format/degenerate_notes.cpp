#include "results/format/degenerate_notes.hpp"

#include <algorithm>
#include <cmath>

#include "results/format/grids.hpp"
#include "results/summary.hpp"
#include "results/table/places.hpp"

namespace results {
namespace {

/// "GKL infinite in 3, CRE in 1": every metric of the study that is infinite in some replicate of the
/// setting.
std::string reasons(const Results& results, std::int32_t setting) {
  std::string out;
  for (const Metric& metric : results.card.metrics) {
    const Series all = series(results.rows, setting, metric.name);
    const auto infinite =
        std::count_if(all.begin(), all.end(), [](const Observation& one) { return std::isinf(one.value); });
    if (infinite > 0)
      out += (out.empty() ? metric.label + " infinite in " : ", " + metric.label + " in ") +
             std::to_string(infinite);
  }
  return out;
}

std::size_t finished(const Results& results, std::int32_t setting) {
  const auto [first, last] =
      std::equal_range(results.rows.setting.begin(), results.rows.setting.end(), setting);
  return static_cast<std::size_t>(last - first);
}

/// What became of the degenerate replicates of one setting; empty where it has none.
std::string account(const Results& results, std::int32_t setting) {
  const std::size_t degenerate = degenerate_replicates(results.rows, setting, results.card.metrics).size(),
                    all = finished(results, setting);
  if (degenerate == 0) return "";
  const std::string share = std::to_string(degenerate) + " of " + std::to_string(all),
                    why = " (" + reasons(results, setting) + ")";
  if (all - degenerate >= 2) return share + " left out" + why + ".";
  return share + " degenerate" + why +
         ": no average of what is infinite, one over all replicates of what never is.";
}

void add(std::vector<std::string>& lines, const std::string& place, const std::string& what) {
  if (what.empty()) return;
  const std::string line = place.empty() ? what : place + ": " + what;
  if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
}

} // namespace

Section degenerate_notes(const Results& results, const Table& table) {
  Section section{"Degenerate replicates", {}};
  if (results.card.layout.average == Average::all) return section;
  auto& lines = section.lines;
  lines.emplace_back(
      "A replicate in which any metric of the study is infinite for a setting is left out of all averages of "
      "that setting.");
  for_each_cell(table, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
    const std::string place = place_phrase(table, row, column);
    if (cell.setting) add(lines, place, account(results, *cell.setting));
    for (const Part& part : cell.parts) {
      const std::string value = label_on(*table.averaged, {{table.averaged->name, part.value}});
      add(lines, place.empty() ? value : place + ", " + value, account(results, part.setting));
    }
  });
  if (lines.size() == 1) lines.emplace_back("There is none.");
  return section;
}

} // namespace results
