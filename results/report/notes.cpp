#include "results/report/notes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/settings/parameters.hpp"
#include "results/record/record.hpp"
#include "results/record/text.hpp"
#include "results/record/undefined.hpp"
#include "results/report/grids.hpp"
#include "results/report/message_pattern.hpp"
#include "results/report/table/design.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

/// The degenerate replicates of a setting in which every metric is finite, because log-odds are known.
std::size_t degenerate_by_rounding(const Results& results, std::int32_t setting) {
  const std::vector<Metric>& metrics = results.card.metrics;
  std::set<std::int32_t> left;
  for (const std::int32_t replicate : degenerate_replicates(results.rows, setting, metrics))
    left.insert(replicate);
  for (const Metric& metric : metrics)
    for (const Observation& one : series(results.rows, setting, metric.name))
      if (std::isinf(one.value)) left.erase(one.replicate);
  return left.size();
}

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
  if (const std::size_t rounded = degenerate_by_rounding(results, setting); rounded > 0)
    out += (out.empty() ? "by rounding alone in " : ", by rounding alone in ") + std::to_string(rounded);
  const std::size_t degenerate = degenerate_replicates(results.rows, setting, results.card.metrics).size(),
                    left_out = left_out_replicates(results, setting).size();
  if (left_out > degenerate)
    out += (out.empty() ? "" : ", ") + std::string("rounded on the right side in ") +
           std::to_string(left_out - degenerate);
  return out;
}

std::size_t finished(const Results& results, std::int32_t setting) {
  const auto [first, last] =
      std::equal_range(results.rows.setting.begin(), results.rows.setting.end(), setting);
  return static_cast<std::size_t>(last - first);
}

/// What became of the degenerate replicates of one setting; empty where it has none.
std::string account(const Results& results, std::int32_t setting) {
  const std::size_t degenerate = left_out_replicates(results, setting).size(),
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

/// How many values stand in for those of failed replicates, over the averages of the table; a percentage is
/// made of averages that are counted already.
std::int64_t values_put_in(const Table& table) {
  std::int64_t count = 0;
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    if (!table.improvement || column.metric.name != *table.improvement) count += cell.ours.put_in;
  });
  return count;
}

std::string policy_line(FailurePolicy policy, const Table& table) {
  if (policy == FailurePolicy::error)
    return "Where a replicate failed there is neither an average nor a verdict (failures: error).";
  if (policy == FailurePolicy::drop)
    return "Averages are over the replicates that gave a value (failures: drop).";
  const std::int64_t count = values_put_in(table);
  return "A failed replicate counts with the worst finite value of the metric on the same data set, unless "
         "all of its setting failed (failures: worst): " +
         std::to_string(count) + (count == 1 ? " value was" : " values were") +
         " put into the averages of this table.";
}

std::string group_line(const FailureGroup& group) {
  std::string line = std::to_string(group.cells) + (group.cells == 1 ? " cell" : " cells");
  line += group.is_varied ? ", such as: " : ": ";
  if (!group.stage.empty()) line += group.stage + ": ";
  line += group.error;
  if (group.signal != 0) line += "; ended by " + signal_name(group.signal);
  if (!group.last_words.empty()) line += "; last on standard error: " + group.last_words;
  if (!group.replay.empty()) line += "; to see one again: " + group.replay;
  return line;
}

/// What the cells of a table have in common and where they differ.
struct CellCounts {
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

CellCounts counts_of(const Table& table) {
  CellCounts out;
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

std::string replicates_line(const CellCounts& counts) {
  if (counts.most == counts.fewest)
    return "Each mean is over " + counted(static_cast<std::size_t>(counts.most), "replicate") + ".";
  return "Cells rest on differing numbers of replicates, " + std::to_string(counts.fewest) + " to " +
         std::to_string(counts.most) + ".";
}

bool leaves_out(const Results& results) {
  return results.card.layout.average != Average::all;
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

Section reading(const Results& results, const Table& table, const CellCounts& counts) {
  Section section{"Reading a cell", {}, Topic::cells};
  auto& lines = section.lines;
  if (counts.most > 0) lines.push_back(replicates_line(counts));
  if (counts.incomplete)
    lines.push_back("[k/n]: k of the n planned replicates gave a value" +
                    std::string(leaves_out(results) ? " and are not degenerate." : "."));
  if (counts.put_in)
    lines.emplace_back("[k put in]: k of the replicates failed and count with a value put in; see Failures.");
  if (counts.withheld)
    lines.emplace_back("failed k/n: k of the n planned replicates failed, and no average is shown.");
  if (!table.best_metric.empty())
    lines.push_back("Bold or *: the best " + table.best_metric + " of its row, ties as printed.");
  if (table.best_over) lines.push_back(collapsed_line(*table.best_over));
  if (counts.borrowed_errors > 0)
    lines.push_back(std::string(dagger) +
                    " The paper prints no standard error here; it is taken from the spread " +
                    "between marginlab's replicates, for the paper's " +
                    std::to_string(results.card.published_replications) + " replications.");
  if (counts.printed_deviations > 0)
    lines.emplace_back(
        (table.spread == ShownSpread::sd ? "\u00b1" : "[ ]") +
        std::string(" beside a published number: a standard deviation of single replicates, as "
                    "printed."));
  if (table.spread == ShownSpread::sd)
    lines.emplace_back(
        "\u00b1: the standard deviation of single replicates (divisor n - 1). z and verdicts go by the "
        "standard errors of the means, which are these over the root of the replicates.");
  for (const std::string& line : counts.infinite) lines.push_back(line + ".");
  return section;
}

/// What the cells have beside the metrics of the study.
std::vector<std::string> diagnostics_of(const Results& results) {
  std::vector<std::string> out;
  for (const auto& [name, values] : results.rows.values)
    if (results.card.metric(name) == nullptr) out.push_back(name);
  return out;
}

double value_at(const Results& results, const std::string& name, std::size_t row) {
  const auto values = results.rows.values.find(name);
  return values == results.rows.values.end() ? std::numeric_limits<double>::quiet_NaN() : values->second[row];
}

std::string cells_of(const Results& results, std::size_t cells) {
  return counted(cells, "cell") + " of " + std::to_string(results.rows.size());
}

} // namespace

Lacking cells_without(const Results& results, const std::string& metric) {
  Lacking out;
  for (std::size_t row = 0; row < results.rows.size(); ++row) {
    if (results.rows.outcome[row] == static_cast<std::int32_t>(Outcome::failed) ||
        !std::isnan(value_at(results, metric, row)))
      continue;
    ++(std::isnan(value_at(results, undefined_name(metric), row)) ? out.missing : out.undefined);
  }
  return out;
}

std::vector<std::string> holes(const Results& results) {
  std::vector<std::string> out;
  const auto planned =
      results.card.settings.size() * static_cast<std::size_t>(std::max(0, results.card.replications));
  if (results.rows.size() < planned)
    out.push_back(std::to_string(planned - results.rows.size()) + " of " + std::to_string(planned) +
                  " cells have not been run.");
  for (const Metric& metric : results.card.metrics)
    if (const std::size_t missing = cells_without(results, metric.name).missing; missing > 0)
      out.push_back(cells_of(results, missing) + (missing == 1 ? " has" : " have") + " no value of " +
                    metric.label +
                    ". If the study asks for it since they were computed, the next run adds it.");
  return out;
}

namespace {

Section gaps(const Results& results, const Table& table) {
  Section section{"Gaps", holes(results), Topic::study};
  for (const Metric& metric : results.card.metrics)
    if (const std::size_t undefined = cells_without(results, metric.name).undefined; undefined > 0)
      section.lines.push_back(metric.label + " is undefined in " + cells_of(results, undefined) +
                              ": it has no value for these labels and probabilities. Means leave them out.");
  const auto not_converged =
      static_cast<std::size_t>(std::count(results.rows.outcome.begin(), results.rows.outcome.end(),
                                          static_cast<std::int32_t>(Outcome::not_converged)));
  if (not_converged > 0)
    section.lines.push_back(counted(not_converged, "cell") + " did not converge; their values are used.");
  for (const std::string& name : results.card.layout.diagnostics)
    if (!results.rows.values.contains(name))
      section.lines.push_back("No cell has the diagnostic '" + name + "' (they have " +
                              joined(diagnostics_of(results)) + ").");
  if (table.unplaced > 0)
    section.lines.push_back("Without a place in this table: " + counted(table.unplaced, "published number") +
                            ".");
  return section;
}

Section provenance(const Results& results) {
  Section section{"Provenance", {}, Topic::study};
  const std::initializer_list<const char*> program{"version", "commit", "dirty", "compiler"},
      machine{"cpu", "system", "threads"}, time{"started", "finished", "took", "predicted", "until"};
  for (const auto& names : {program, machine, time}) {
    std::string line;
    for (const char* name : names) {
      const auto found = results.provenance.find(name);
      if (found != results.provenance.end())
        line += (line.empty() ? "" : "; ") + found->first + " " + found->second;
    }
    if (!line.empty()) section.lines.push_back(line);
  }
  section.lines.push_back("seed " + std::to_string(results.card.seed));
  if (!results.data_hash.empty()) section.lines.push_back("data_hash " + results.data_hash);
  return section;
}

Section degenerate_notes(const Results& results, const Table& table) {
  Section section{"Degenerate replicates", {}, Topic::replicates};
  if (results.card.layout.average == Average::all) return section;
  auto& lines = section.lines;
  lines.emplace_back(results.card.layout.average == Average::unrounded
                         ? "The averages of a setting leave out each replicate in which one of its "
                           "probabilities is 0 or 1 in double precision, or any metric of the study infinite."
                         : "The averages of a setting leave out each replicate in which any metric of the "
                           "study is infinite for it.");
  for_each_cell(table, [&](const TableRow& row, const TableColumn& column, const TableCell& cell) {
    const std::string place = place_phrase(table, row, column);
    if (cell.setting) add(lines, place, account(results, *cell.setting));
    for (const Part& part : cell.parts) {
      const std::string value = label_on(*table.averaged, {{table.averaged->name, part.value}});
      add(lines, place.empty() ? value : place + ", " + value, account(results, part.setting));
    }
  });
  const bool rounds = std::ranges::any_of(
      lines, [](const std::string& line) { return line.find("by rounding alone") != std::string::npos; });
  if (rounds)
    lines.emplace_back(
        "By rounding alone: probabilities are 0 or 1 in double precision there, and losses finite only "
        "because "
        "the method's log-odds are known.");
  if (lines.size() == 1) lines.emplace_back("There is none.");
  return section;
}

Section failure_notes(const Results& results, const Table& table) {
  Section section{"Failures", {}, Topic::study};
  if (results.failures.empty()) return section;
  section.lines.push_back(policy_line(results.card.layout.failures, table));
  for (const FailureGroup& group : failure_groups(results.failures))
    section.lines.push_back(group_line(group));
  return section;
}

/// What the cells of one classifier and method chose.
struct ChosenLambdas {
  std::string place;
  std::size_t cells = 0;                 ///< with a choice between several lambdas
  std::size_t at_least = 0, at_most = 0; ///< at the least and at the largest of them
  std::set<double> least{}, largest{};
};

/// The two ends of the lambdas that a cell's criterion was asked at; nothing where it had no choice.
std::optional<std::pair<double, double>> ends_of(const SeriesTable& curves, std::int32_t row) {
  const std::vector<double>& lambdas = curves.columns.at("lambda");
  const auto [first, last] = points_of(curves, row);
  double least = std::numeric_limits<double>::infinity(), largest = -least;
  for (std::size_t i = first; i < last; ++i) {
    if (std::isnan(lambdas[i])) continue;
    least = std::min(least, lambdas[i]);
    largest = std::max(largest, lambdas[i]);
  }
  if (!(least < largest)) return std::nullopt;
  return std::pair{least, largest};
}

/// The classifiers and methods, each with its settings' place among them.
std::vector<ChosenLambdas> places_of(const StudyCard& card, std::vector<std::size_t>& of_setting) {
  const Design design(card);
  const std::vector<Axis> axes = design.varying({"classifier", "method"});
  std::vector<ChosenLambdas> out;
  of_setting.assign(card.settings.size(), 0);
  for (const Point& point : card.points) {
    std::vector<std::string> labels;
    for (const Axis& axis : axes) labels.push_back(label_on(axis, point.at));
    const std::string place = place_phrase(axes, labels);
    auto found =
        std::find_if(out.begin(), out.end(), [&](const ChosenLambdas& one) { return one.place == place; });
    if (found == out.end()) found = out.insert(out.end(), ChosenLambdas{.place = place});
    of_setting[static_cast<std::size_t>(point.setting)] = static_cast<std::size_t>(found - out.begin());
  }
  return out;
}

/// "the least, 0.001, in 70"; of grids that differ from cell to cell no number.
std::string end_phrase(const char* which, const std::set<double>& ends, std::size_t cells) {
  return std::string("the ") + which + (ends.size() == 1 ? ", " + core::shortest(*ends.begin()) + "," : "") +
         " in " + std::to_string(cells);
}

void count(ChosenLambdas& chosen, double lambda, const std::pair<double, double>& ends) {
  ++chosen.cells;
  chosen.at_least += lambda == ends.first;
  chosen.at_most += lambda == ends.second;
  chosen.least.insert(ends.first);
  chosen.largest.insert(ends.second);
}

/// In how many cells the criterion chose an end of the lambdas it was asked at, a line for each classifier
/// and method that has any: beyond an end there may be a better one. Nothing where no cell keeps its
/// criterion's curve, or none chose an end.
Section lambda_notes(const Results& results) {
  Section section{"Lambda at an end of its grid", {}, Topic::cells};
  const Rows& rows = results.rows;
  const auto chosen = rows.values.find("lambda");
  const auto curves = rows.series.find("criterion");
  if (chosen == rows.values.end() || curves == rows.series.end() ||
      !curves->second.columns.contains("lambda"))
    return section;
  std::vector<std::size_t> of_setting;
  std::vector<ChosenLambdas> all = places_of(results.card, of_setting);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto ends = ends_of(curves->second, static_cast<std::int32_t>(row));
    if (ends && !std::isnan(chosen->second[row]))
      count(all[of_setting[static_cast<std::size_t>(rows.setting[row])]], chosen->second[row], *ends);
  }
  for (const ChosenLambdas& one : all) {
    if (one.at_least + one.at_most == 0) continue;
    std::string line = (one.place.empty() ? "" : one.place + ": ");
    if (one.at_least > 0) line += end_phrase("least", one.least, one.at_least);
    if (one.at_most > 0)
      line += (one.at_least > 0 ? "; " : "") + end_phrase("largest", one.largest, one.at_most);
    section.lines.push_back(line + " of " + std::to_string(one.cells) + " cells.");
  }
  return section;
}

} // namespace

std::vector<Section> notes(const Results& results, const Table& table) {
  return {reading(results, table, counts_of(table)),
          degenerate_notes(results, table),
          lambda_notes(results),
          {"Conventions", results.card.conventions, Topic::study},
          {"Known deviations", results.card.deviations, Topic::study},
          gaps(results, table),
          failure_notes(results, table),
          provenance(results)};
}

} // namespace results
