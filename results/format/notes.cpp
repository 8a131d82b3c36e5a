#include "results/format/notes.hpp"

#include <algorithm>
#include <limits>

#include "results/format/averaged_grid.hpp"
#include "results/format/characters.hpp"
#include "results/format/degenerate_notes.hpp"
#include "results/format/distance_grid.hpp"
#include "results/format/failure_notes.hpp"
#include "results/format/grids.hpp"
#include "results/format/misclassified_grid.hpp"
#include "results/format/number.hpp"
#include "results/format/order_grid.hpp"
#include "results/format/paired_tests_grid.hpp"
#include "results/format/verdict_notes.hpp"

namespace results {
namespace {

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// What the cells of a table have in common and where they differ.
struct Census {
  std::int32_t fewest = std::numeric_limits<std::int32_t>::max(), most = 0;
  std::size_t borrowed_errors = 0, printed_deviations = 0;
  bool incomplete = false; ///< some cell has fewer replicates than planned
  bool put_in = false;     ///< some average has values put in for those of failed replicates
  bool withheld = false;   ///< some average is withheld because replicates failed
  std::vector<std::string> infinite;

  void add(const TableColumn& column, const TableCell& cell) {
    if (cell.computed && !column.is_rank) {
      fewest = std::min(fewest, cell.ours.used);
      most = std::max(most, cell.ours.used);
      incomplete = incomplete || cell.ours.used < cell.planned;
    }
    const bool published = cell.agreement.verdict != Verdict::not_published;
    borrowed_errors += published && cell.agreement.published_error == PublishedError::our_spread;
    printed_deviations += published && cell.agreement.published_error == PublishedError::printed_sd;
    put_in = put_in || cell.ours.put_in > 0;
    withheld = withheld || cell.withheld;
  }
};

/// How many replicates are infinite, and what the others say.
std::string infinite_phrase(const Summary& ours, int decimals) {
  std::string out =
      std::to_string(ours.infinite) + " of " + std::to_string(ours.used) + " replicates infinite";
  if (ours.finite() == 0) return out;
  out += "; the other " + std::to_string(ours.finite()) + ": " + decimal(ours.finite_mean, decimals);
  const std::string error = spread(ours.finite_se, decimals);
  return out + (error.empty() ? "" : " " + error);
}

Census census(const Table& table) {
  Census out;
  for_each_cell(table, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
    out.add(column, cell);
    if (cell.ours.infinite == 0 || !cell.parts.empty())
      return; // averages over an axis have notes of their own
    const std::string place = place_phrase(table, row, column);
    out.infinite.push_back(place + (place.empty() ? "" : ", ") + column.metric.label + ": " +
                           infinite_phrase(cell.ours, column.decimals));
  });
  return out;
}

std::string replicates_line(const Census& census) {
  if (census.most == census.fewest)
    return "Each mean is over " + counted(static_cast<std::size_t>(census.most), "replicate") + ".";
  return "Cells rest on differing numbers of replicates, " + std::to_string(census.fewest) + " to " +
         std::to_string(census.most) + ".";
}

bool leaves_out(const Results& results) {
  return results.card.layout.average == Average::nondegenerate;
}

/// What the reader of a table with a collapsed axis has to know of the choice.
std::string collapsed_line(const Axis& axis) {
  std::string values;
  for (const AxisValue& value : axis.values) values += (values.empty() ? "" : ", ") + value.label;
  const std::string mark = axis.values.empty() ? "" : value_phrase(axis, axis.values.front().label);
  return "\"" + mark + "\" and the like: of " + axis.label + " in {" + values +
         "} the value with the best average is shown, for each number its own. This choice looks at the test "
         "results, so these averages are optimistic.";
}

Section reading(const Results& results, const Table& table, const Census& census) {
  Section section{"Reading a cell", {}};
  auto& lines = section.lines;
  if (census.most > 0) lines.push_back(replicates_line(census));
  if (census.incomplete)
    lines.push_back("[k/n]: k of the n planned replicates gave a value" +
                    std::string(leaves_out(results) ? " and are not degenerate." : "."));
  if (census.put_in)
    lines.emplace_back("[k put in]: k of the replicates failed and count with a value put in; see Failures.");
  if (census.withheld)
    lines.emplace_back("failed k/n: k of the n planned replicates failed, and no average is shown.");
  if (!table.best_metric.empty())
    lines.push_back("Bold or *: the best " + table.best_metric + " of its row, ties as printed.");
  if (table.best_over) lines.push_back(collapsed_line(*table.best_over));
  if (census.borrowed_errors > 0)
    lines.push_back(std::string(dagger) +
                    " The paper prints no standard error here; it is taken from our own spread " +
                    "between replicates, for the paper's " +
                    std::to_string(results.card.published_replications) + " replications.");
  if (census.printed_deviations > 0)
    lines.emplace_back(
        "[ ] beside a published number: a standard deviation of single replicates, as printed.");
  for (const std::string& line : census.infinite) lines.push_back(line + ".");
  return section;
}

Section gaps(const Results& results, const Table& table) {
  Section section{"Gaps", {}};
  const auto planned =
      results.card.settings.size() * static_cast<std::size_t>(std::max(0, results.card.replications));
  const auto not_converged =
      static_cast<std::size_t>(std::count(results.rows.outcome.begin(), results.rows.outcome.end(),
                                          static_cast<std::int32_t>(Outcome::not_converged)));
  if (results.rows.size() < planned)
    section.lines.push_back(std::to_string(planned - results.rows.size()) + " of " + std::to_string(planned) +
                            " cells have not been run.");
  if (not_converged > 0)
    section.lines.push_back(counted(not_converged, "cell") + " did not converge; their values are used.");
  if (table.unplaced > 0)
    section.lines.push_back("Without a place in this table: " + counted(table.unplaced, "published number") +
                            ".");
  return section;
}

Section provenance(const Results& results) {
  Section section{"Provenance", {}};
  std::string line;
  for (const char* name : {"version", "commit", "dirty", "compiler", "cpu", "system", "threads", "started",
                           "finished", "took", "predicted", "until"}) {
    const auto found = results.provenance.find(name);
    if (found != results.provenance.end())
      line += (line.empty() ? "" : "; ") + found->first + " " + found->second;
  }
  if (!line.empty()) section.lines.push_back(line);
  section.lines.push_back("seed " + std::to_string(results.card.seed));
  if (!results.data_hash.empty()) section.lines.push_back("data_hash " + results.data_hash);
  return section;
}

} // namespace

std::vector<Section> notes(const Results& results, const Table& table) {
  const Census all = census(table);
  const MethodOrders orders = method_orders(results, table);
  const bool by_order = results.card.published_comparable == Comparable::order;
  std::vector<Section> sections{by_order ? order_verdicts(orders) : verdict_notes(table),
                                reading(results, table, all),
                                averaged_notes(table, results.card),
                                order_notes(orders),
                                paired_tests_notes(paired_tests(results), results.card),
                                degenerate_notes(results, table),
                                distance_notes(distances(table, results.card)),
                                misclassified_notes(misclassified(results)),
                                {"Conventions", results.card.conventions},
                                {"Known deviations", results.card.deviations},
                                gaps(results, table),
                                failure_notes(results, table),
                                provenance(results)};
  for (Section& section : sections)
    for (std::string& line : section.lines) line = one_line(line);
  std::erase_if(sections, [](const Section& section) { return section.lines.empty(); });
  return sections;
}

} // namespace results
