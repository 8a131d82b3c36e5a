#include "results/report/verdicts/claims.hpp"

#include <algorithm>

#include "results/record/study_card.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/table/design.hpp"

namespace results {
namespace {

std::string relation_phrase(const ClaimRow& row, const Axis& axis) {
  const AxisValue* value = axis.value(row.right);
  const std::string left = label_on(axis, {{axis.name, row.left}}),
                    right = value == nullptr ? row.right : value->label;
  switch (row.relation) {
    case Relation::less:
      return left + " < " + right;
    case Relation::infinite:
      return left + " infinite";
    case Relation::within:
      return left + " within " + row.tolerance + " of " + right;
    case Relation::equals:
      break;
  }
  return left + " = " + right;
}

Entry verdict_entry(Verdict verdict) {
  return {.text = claim_word(verdict), .verdict = verdict};
}

Grid claims_grid(const StudyCard& card, const std::vector<JudgedClaim>& claims,
                 const std::vector<ClaimReading>& readings) {
  Grid grid{.title = card.study + ": claims of the paper",
            .stub = {"Claim"},
            .heads = {{{"Comparisons"}, {"hold"}, {"fail"}, {"cannot tell"}, {"Verdict"}}},
            .rows = {},
            .is_list = true};
  for (const ClaimReading& reading : readings) grid.heads[0].push_back({"with " + reading.label});
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const JudgedClaim& one = claims[c];
    const VerdictCounts counts = verdicts_of(one.rows);
    grid.rows.push_back({{one.claim->name},
                         {count_entry(one.rows.size()), count_entry(counts[Verdict::match]),
                          count_entry(counts[Verdict::off]), count_entry(counts[Verdict::cannot_tell]),
                          verdict_entry(one.verdict)}});
    for (const ClaimReading& reading : readings)
      grid.rows.back().entries.push_back(reading.verdicts[c] ? verdict_entry(*reading.verdicts[c])
                                                             : Entry{.text = "--"});
  }
  return grid;
}

std::string place_of(const std::vector<Axis>& axes, const ClaimRow& row) {
  std::vector<Axis> named;
  std::vector<std::string> labels;
  for (const Axis& axis : axes)
    if (axis.name != row.axis && row.at.contains(axis.name)) {
      named.push_back(axis);
      labels.push_back(label_on(axis, row.at));
    }
  return place_phrase(named, labels);
}

Grid rows_grid(const StudyCard& card, const std::vector<JudgedClaim>& claims) {
  const Design design(card);
  const std::vector<Axis> axes = design.varying();
  Grid grid{.title = card.study + ": what the claims compare",
            .stub = {"Claim", "Place", "Metric", "Comparison"},
            .heads = {{{"Left"}, {"Right"}, {"Margin"}, {"z"}, {"Verdict"}}},
            .rows = {},
            .is_list = true};
  const int digits = card.layout.decimals;
  for (const JudgedClaim& one : claims)
    for (const JudgedRow& judged : one.rows) {
      const ClaimRow& row = *judged.row;
      const Metric* metric = card.metric(row.metric);
      grid.rows.push_back({{row.claim, place_of(axes, row), metric == nullptr ? row.metric : metric->label,
                            relation_phrase(row, design.axis(row.axis))},
                           {{.text = decimal(judged.left, digits)},
                            {.text = decimal(judged.right, digits)},
                            {.text = decimal(judged.margin, digits), .spread = spread(judged.se, digits)},
                            {.text = judged.se > 0 ? decimal(judged.margin / judged.se, 2) : "--"},
                            verdict_entry(judged.verdict)}});
    }
  return grid;
}

Section notes_of(const std::vector<JudgedClaim>& claims, const std::vector<ClaimReading>& readings) {
  const VerdictCounts counts = verdicts_of(claims);
  Section section{"Claims", {}, Topic::verdicts};
  section.lines.push_back(std::to_string(counts[Verdict::match]) + " of " + std::to_string(claims.size()) +
                          " hold, " + std::to_string(counts[Verdict::off]) + " fail, " +
                          std::to_string(counts[Verdict::cannot_tell]) + " cannot be told.");
  for (const JudgedClaim& one : claims)
    section.lines.push_back("Claim " + one.claim->name + ", " + claim_word(one.verdict) + ": " +
                            one.claim->wording);
  section.lines.emplace_back(
      "The margin of a comparison is the paired difference in the claimed direction. It holds where the "
      "margin "
      "is at least 2 of its standard errors, and fails where it is more than 3 in the other. A claim holds "
      "if "
      "all its comparisons do, and fails if one does. The reasons are in docs/verdicts.md.");
  if (!readings.empty())
    section.lines.emplace_back(
        "Beside the verdict: what it would be with another reading in place of the block that it stands for. "
        "These are not counted.");
  return section;
}

LongRow long_row_of(const JudgedRow& judged, const StudyCard& card) {
  const ClaimRow& row = *judged.row;
  const int digits = card.layout.decimals;
  LongRow out{.at = row.at,
              .metric = "claim_" + row.claim + "_" + row.metric + "_" +
                        results::word<Relation>(row.relation) + (row.right.empty() ? "" : "_" + row.right),
              .marginlab = csv_number(judged.margin, digits),
              .mcse = csv_number(judged.se, digits + 1),
              .z = judged.se > 0 ? csv_number(judged.margin / judged.se, 2) : "",
              .verdict = claim_word(judged.verdict)};
  out.at[row.axis] = row.left;
  return out;
}

Panel claims_for(const PanelInput& input) {
  const StudyCard& card = input.study.results.card;
  const std::vector<JudgedClaim>& claims = input.study.claims;
  if (claims.empty()) return {};
  const std::vector<ClaimReading> readings = claim_readings(input.study.results);
  Panel out{.grids = {claims_grid(card, claims, readings), rows_grid(card, claims)},
            .notes = {notes_of(claims, readings)}};
  for (const JudgedClaim& one : claims)
    for (const JudgedRow& row : one.rows) out.long_form.push_back(long_row_of(row, card));
  return out;
}

} // namespace

PanelEntry claims_panel() {
  return {.name = "claims",
          .phrase = "the claims",
          .meaning = "whether what a paper claims holds in the replicates",
          .parameters = {},
          .panel = claims_for,
          .always = true};
}

} // namespace results
