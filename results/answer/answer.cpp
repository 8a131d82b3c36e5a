#include "results/answer/answer.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "results/answer/side_by_side.hpp"
#include "results/answer/verdict_sentence.hpp"
#include "results/record/printable.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/notes.hpp"
#include "results/report/table/tabulate.hpp"

namespace results {
namespace {

using Notes = std::vector<std::string>;

/// What more replications would do for the cells that cannot tell.
struct Settling {
  std::size_t cells = 0, settled = 0;
  std::int64_t replications = 0; ///< by which all of the settled ones are
};

Settling settling(const Table& table) {
  Settling out;
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    if (cell.withheld || is_improvement(table, column) || cell.agreement.verdict != Verdict::cannot_tell)
      return;
    ++out.cells;
    out.settled += cell.agreement.replicates_wanted > 0;
    out.replications = std::max(out.replications, cell.agreement.replicates_wanted);
  });
  return out;
}

std::string settling_phrase(const Settling& cells, std::int32_t replications) {
  if (cells.settled == 0) return "No number of replications would settle them.";
  const std::int64_t more = cells.replications - replications;
  const std::string how_many = more > 0
                                   ? counted(static_cast<std::size_t>(more), "more replication")
                                   : counted(static_cast<std::size_t>(cells.replications), "replication");
  return how_many + " would settle " +
         (cells.settled == cells.cells ? cells.cells == 1 ? "it" : "all of them"
                                       : std::to_string(cells.settled)) +
         ".";
}

/// What the marks behind numbers mean, and how many there are.
Notes mark_notes(const StudyCard& card, const Table& table) {
  Notes out;
  if (card.published_comparable == Comparable::order) return out;
  const VerdictCounts counts = verdict_counts(table);
  const std::string all = " of " + counted(counts.published(), "number");
  const bool by_digits = card.published_comparable == Comparable::digits;
  if (counts[Verdict::off] > 0)
    out.push_back(std::string(mark_of_off) +
                  (by_digits ? ": not every printed digit (" : ": beyond 3 standard errors (") +
                  std::to_string(counts[Verdict::off]) + all + ").");
  if (const Settling cells = settling(table); cells.cells > 0)
    out.push_back(std::string(mark_of_undecided) + ": undecided (" + std::to_string(cells.cells) + all +
                  "). " + settling_phrase(cells, card.replications));
  return out;
}

/// Why blocks differ, as far as the study says: a note for each reason.
Notes cause_notes(const std::vector<Block>& blocks) {
  Notes reasons;
  std::map<std::string, std::string> of; // the blocks of each reason
  for (const Block& block : blocks) {
    if (block.is_reading || block.verdict != BlockVerdict::differs || block.because.empty()) continue;
    std::string& names = of[block.because];
    if (names.empty()) reasons.push_back(block.because);
    names += (names.empty() ? "" : " and ") + block.metric.label +
             (block.data_label.empty() ? "" : " of " + block.data_label);
  }
  Notes out;
  for (const std::string& reason : reasons) {
    const bool are_many = of.at(reason).find(" and ") != std::string::npos;
    out.push_back("Why " + of.at(reason) + (are_many ? " differ: " : " differs: ") + reason);
  }
  return out;
}

Notes order_notes(const MethodOrders& orders) {
  Notes out;
  if (orders.orders.empty()) return out;
  out.emplace_back("The published numbers are over other data. Only the order of the methods is compared.");
  for (const MethodOrder& order : orders.orders) {
    const std::string place = place_phrase(orders.axes, order.labels);
    out.push_back((place.empty() ? "" : place + ", ") + order.metric.label + ": " +
                  sentence_of(order.standings));
  }
  return out;
}

/// The claims that fail first, then those that cannot be told.
Notes claim_notes(const std::vector<JudgedClaim>& claims) {
  Notes out;
  for (const Verdict verdict : {Verdict::off, Verdict::cannot_tell})
    for (const JudgedClaim& one : claims)
      if (one.verdict == verdict)
        out.push_back("Claim " + one.claim->name + " " +
                      (verdict == Verdict::off ? "fails" : "cannot be told") + ": " + one.claim->wording);
  return out;
}

/// What is not there yet, and what went wrong.
Notes gap_notes(const Results& results) {
  Notes out;
  const auto planned =
      results.card.settings.size() * static_cast<std::size_t>(std::max(0, results.card.replications));
  if (results.rows.size() < planned)
    out.push_back(std::to_string(planned - results.rows.size()) + " of " + counted(planned, "cell") +
                  " have not been computed. Repeat the run, and it goes on.");
  for (const Metric& metric : results.card.metrics) {
    const Lacking lacking = cells_without(results, metric.name);
    if (lacking.undefined > 0)
      out.push_back(metric.label + " is undefined in " + counted(lacking.undefined, "cell") +
                    ", and means leave them out.");
    if (lacking.missing > 0)
      out.push_back(counted(lacking.missing, "cell") + (lacking.missing == 1 ? " has" : " have") +
                    " no value of " + metric.label +
                    ". Repeat the run, and it computes what the study asks for.");
  }
  if (!results.failures.empty())
    out.push_back(counted(results.failures.size(), "cell") +
                  " failed. --details says why, and how to see one again.");
  return out;
}

Notes reading_notes(const Table& table) {
  Notes out;
  bool has_infinite = false, is_short = false;
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    has_infinite = has_infinite || std::isinf(cell.ours.mean);
    is_short =
        is_short || (cell.computed && !column.is_rank && cell.ours.used > 0 && cell.ours.used < cell.planned);
  });
  if (has_infinite) out.emplace_back("inf: a mean is infinite as soon as one of its replicates is.");
  if (is_short) out.emplace_back("Some means are over fewer replicates than planned. --details marks them.");
  if (table.best_over)
    out.push_back("Each number is the best over " + table.best_over->label +
                  ", chosen on the test results, and so too good.");
  if (table.averaged)
    out.push_back("Each number is an average over " +
                  counted_values(*table.averaged, table.averaged->values.size()) + ".");
  return out;
}

void append(Notes& to, Notes more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace

Answer answer(const Results& results) {
  const Judged study = judge(results);
  const Table& table = study.table;
  Answer out{.sentence = verdict_sentence(study)};
  if (results.rows.size() > 0) out.grid = side_by_side(results, table, study.blocks);
  append(out.notes, gap_notes(results));
  append(out.notes, mark_notes(results.card, table));
  append(out.notes, order_notes(study.orders));
  append(out.notes, cause_notes(study.blocks));
  append(out.notes, claim_notes(study.claims));
  append(out.notes, reading_notes(table));
  for (const std::string& deviation : results.card.deviations)
    out.notes.push_back("Known deviation: " + deviation);
  for (std::string& note : out.notes) note = printable(one_line(note));
  out.sentence = printable(one_line(out.sentence));
  if (out.grid) make_printable(*out.grid);
  return out;
}

std::int64_t settling_replications(const Results& results) {
  if (results.card.published_comparable == Comparable::order) return 0;
  return settling(tabulate(results)).replications;
}

} // namespace results
