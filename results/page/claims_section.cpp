#include "results/page/claims_section.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "results/format/svg.hpp"
#include "results/page/drawings.hpp"
#include "results/page/marks.hpp"
#include "results/page/words.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

constexpr const char* comparisons_heading = ": what the claims compare";
constexpr const char* claims_heading = ": claims of the paper";
constexpr std::size_t most_open_comparisons = 3; ///< of a claim that holds

std::string entry_text(const Entry& entry) {
  return "<td>" + xml_escaped(with_minus(entry.text)) +
         (entry.spread.empty() ? "" : " <span class=\"spread\">" + xml_escaped(entry.spread) + "</span>") +
         "</td>";
}

/// The margin in its standard errors; without an error the side on which it is.
double margin_in_errors(const JudgedRow& row) {
  if (row.se > 0) return row.margin / row.se;
  if (row.margin == 0 || std::isnan(row.margin)) return row.margin;
  return std::copysign(std::numeric_limits<double>::infinity(), row.margin);
}

/// A row of the report's grid with its strip. The claim's own name stands above.
std::string comparison_row(const GridRow& row, const JudgedRow& judged) {
  std::string label;
  for (std::size_t i = 1; i < row.labels.size(); ++i)
    if (!row.labels[i].empty()) label += (label.empty() ? "" : " \u00b7 ") + row.labels[i];
  const std::string strip = margin_strip(margin_in_errors(judged), judged.verdict);
  return "<tr><th scope=\"row\" class=\"label\">" + xml_escaped(label) + "</th>" +
         entry_text(row.entries[0]) + entry_text(row.entries[1]) + entry_text(row.entries[2]) +
         "<td class=\"word strips\">" + strip + "</td>" + entry_text(row.entries[3]) + "<td class=\"word\">" +
         chip(judged.verdict, claim_word(judged.verdict)) + "</td></tr>\n";
}

std::string summary_of(const JudgedClaim& claim) {
  const VerdictCounts counts = verdicts_of(claim.rows);
  const auto verb = [](std::size_t n, const char* one, const char* many) {
    return std::to_string(n) + (n == 1 ? one : many);
  };
  return counted(claim.rows.size(), "comparison") + ": " + verb(counts[Verdict::match], " holds", " hold") +
         ", " + verb(counts[Verdict::off], " fails", " fail") + ", " +
         std::to_string(counts[Verdict::cannot_tell]) + " cannot be told";
}

/// Verdicts under other readings, which are not counted.
std::string readings_of(const std::vector<ClaimReading>& readings, std::size_t claim) {
  std::string out;
  for (const ClaimReading& reading : readings)
    if (reading.verdicts[claim])
      out += "<span>" + chip(*reading.verdicts[claim], claim_word(*reading.verdicts[claim])) + " with " +
             xml_escaped(reading.label) + "</span>";
  return out.empty() ? "" : "<p class=\"legend\">Not counted: " + out + "</p>";
}

/// `first` is the place of its first comparison among the rows of the grid.
std::string claim_card(const JudgedClaim& claim, const Grid& grid, std::size_t first) {
  const bool is_open = claim.verdict != Verdict::match || claim.rows.size() <= most_open_comparisons;
  std::string out =
      "<details" + std::string(is_open ? " open=\"open\"" : "") + "><summary>" +
      xml_escaped(summary_of(claim)) + "</summary><div class=\"scroll\" tabindex=\"0\" " +
      "role=\"region\" aria-label=\"" + xml_escaped("comparisons of claim " + claim.claim->name) +
      "\"><table class=\"scores claims\"><thead><tr><th scope=\"col\" class=\"label\">Comparison"
      "</th><th scope=\"col\">Left</th><th scope=\"col\">Right</th><th scope=\"col\">Margin</th>"
      "<th scope=\"col\" class=\"word\">Margin in its errors</th><th scope=\"col\">z</th><th "
      "scope=\"col\" class=\"word\">Verdict</th></tr></thead><tbody>\n";
  for (std::size_t r = 0; r < claim.rows.size(); ++r)
    out += comparison_row(grid.rows[first + r], claim.rows[r]);
  return out + "</tbody></table></div></details>";
}

} // namespace

std::string claims_section(const Judged& study, const std::vector<Grid>& grids) {
  if (study.claims.empty()) return "";
  const auto grid = std::find_if(grids.begin(), grids.end(),
                                 [](const Grid& one) { return one.title.ends_with(comparisons_heading); });
  if (grid == grids.end()) return "";
  const std::vector<ClaimReading> readings = claim_readings(study.results);
  std::string out =
      "<section aria-labelledby=\"h-claims\"><h2 id=\"h-claims\">" + explained("Claim", "Claims") +
      " of the paper</h2><p class=\"soft\">Each claim with the comparisons that it comes to. A mark right of "
      "the band lies more than two standard errors on the claimed side.</p>\n";
  std::size_t row = 0;
  for (std::size_t c = 0; c < study.claims.size(); ++c) {
    const JudgedClaim& claim = study.claims[c];
    out += "<article class=\"card claim\"><h3>Claim " + xml_escaped(claim.claim->name) + "</h3><p>" +
           xml_escaped(claim.claim->wording) + "</p><p>" + chip(claim.verdict, claim_word(claim.verdict)) +
           "</p>" + readings_of(readings, c) + claim_card(claim, *grid, row) + "</article>\n";
    row += claim.rows.size();
  }
  return out + "</section>\n";
}

bool is_grid_of_claims(const std::string& title) {
  return title.ends_with(comparisons_heading) || title.ends_with(claims_heading);
}

} // namespace results
