#include <algorithm>

#include "results/format/render.hpp"
#include "results/report/message_pattern.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_table2.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// The lines of a section; none where there is no such section.
std::vector<std::string> lines(const Results& results, const std::string& heading) {
  for (const Section& section : compose(results).sections)
    if (section.heading == heading) return section.lines;
  return {};
}

bool mentions(const std::vector<std::string>& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const auto& line) { return line.find(part) != std::string::npos; });
}

Failure failure_of(std::int32_t replicate, const std::string& error) {
  Failure out;
  out.key = {std::string(32, 'a'), replicate};
  out.stage = "tune";
  out.error = error;
  out.replay = "replay " + std::to_string(replicate);
  return out;
}

} // namespace

TEST_CASE("equal failures are one line with their count and the first one's replay", "[notes]") {
  const auto groups = failure_groups(
      {failure_of(7, "b"), failure_of(5, "a"), failure_of(3, "b"), failure_of(4, "c"), failure_of(9, "b")});
  REQUIRE(groups.size() == 3);
  CHECK(groups[0].error == "b");
  CHECK(groups[0].cells == 3);
  CHECK(groups[0].replay == "replay 3");
  CHECK(groups[1].error == "a");
  CHECK(groups[2].error == "c");
}

TEST_CASE("conventions, deviations and the hash of the data stand under the table", "[notes]") {
  const Results results = handmade::table();
  CHECK(lines(results, "Conventions") == results.card.conventions);
  CHECK(lines(results, "Known deviations") == results.card.deviations);
  CHECK(mentions(lines(results, "Provenance"), "data_hash 5e1f"));
  CHECK(mentions(lines(results, "Provenance"), "commit 0123456789abcdef"));
  CHECK_FALSE(mentions(lines(results, "Provenance"), "paper: wang2008"));
}

TEST_CASE("lambdas at an end of their grid are counted; of one lambda, and inside, there is nothing to say",
          "[notes]") {
  Results results = handmade::table();
  const std::string heading = "Lambda at an end of its grid";
  CHECK(lines(results, heading).empty());
  const std::size_t cells = results.rows.size();
  REQUIRE(cells > 3);
  results.rows.values["lambda"].assign(cells, 1);
  SeriesTable& curves = results.rows.series["criterion"];
  for (std::size_t row = 0; row < cells; ++row)
    for (const double lambda : {0.5, 1.0, 64.0}) {
      if (row == 0 && lambda != 1) continue; // its end is no choice
      curves.row.push_back(static_cast<std::int32_t>(row));
      curves.columns["lambda"].push_back(lambda);
    }
  CHECK(lines(results, heading).empty());
  results.rows.values["lambda"][1] = 0.5;
  results.rows.values["lambda"][2] = 64;
  REQUIRE(results.rows.setting[1] == results.rows.setting[2]);
  const std::vector<std::string> said = lines(results, heading);
  REQUIRE(said.size() == 1);
  CHECK_THAT(said[0], Catch::Contains("the least, 0.5, in 1; the largest, 64, in 1 of "));
}

TEST_CASE("differing numbers of replicates are said, equal ones too", "[notes]") {
  CHECK(mentions(lines(handmade::table(), "Reading a cell"), "differing numbers of replicates, 3 to 4"));
  CHECK(mentions(lines(handmade::sweep(), "Reading a cell"), "Each mean is over 3 replicates"));
}

TEST_CASE("an infinite mean says how many replicates made it so and what the others come to", "[notes]") {
  CHECK(mentions(lines(handmade::table(), "Reading a cell"),
                 "Example 2, SVM_L, Platt's, GKL: 1 of 4 replicates infinite; the other 3: 0.173 (0.0017)."));
  CHECK(mentions(lines(handmade::sweep(), "Reading a cell"),
                 "σ = 2, λ = 10, GKL: 3 of 3 replicates infinite."));
}

TEST_CASE("what averages over nondegenerate replicates leave out is named with its reason, once a setting",
          "[notes]") {
  Results results = handmade::table2();
  const auto left_out = lines(results, "Degenerate replicates");
  REQUIRE(left_out.size() == 6);
  CHECK_THAT(left_out[0], Catch::Contains("any metric of the study is infinite"));
  CHECK(left_out[1] == "Example 1, NN, k = 9: 1 of 5 left out (GKL infinite in 1).");
  CHECK_THAT(left_out[2],
             Catch::StartsWith("Example 2, NN, k = 4: 5 of 5 degenerate (GKL infinite in 5): no"));
  CHECK(left_out[5] == "Example 2, PLR: 2 of 5 left out (GKL infinite in 2).");
  CHECK(mentions(lines(results, "Reading a cell"), "k of the n planned replicates gave a value and are not"));
  results.card.layout.average = Average::all;
  CHECK(lines(results, "Degenerate replicates").empty());
  Results clean = handmade::sweep();
  clean.card.layout.average = Average::nondegenerate;
  std::erase_if(clean.card.points, [](const Point& p) { return p.at.at("lambda") == "10"; });
  CHECK(mentions(lines(clean, "Degenerate replicates"), "There is none."));
}

TEST_CASE("a replicate that is degenerate by rounding alone is left out and named so", "[notes][averages]") {
  Results results = handmade::table2();
  const auto at = std::find_if(results.rows.setting.begin(), results.rows.setting.end(),
                               [](std::int32_t setting) { return setting == 9; });
  const auto row = static_cast<std::size_t>(at - results.rows.setting.begin());
  results.rows.values["degenerate"].assign(results.rows.size(), std::nan(""));
  results.rows.values["degenerate"][row] = 1;
  const auto left_out = lines(results, "Degenerate replicates");
  REQUIRE(left_out.size() == 8);
  CHECK(mentions(left_out, "1 of 5 left out (by rounding alone in 1)."));
  CHECK_THAT(left_out.back(), Catch::StartsWith("By rounding alone: probabilities are 0 or 1"));
  CHECK(Averages(results).of(9, "gkl").used == 4);
  CHECK(Averages(results).of(9, "gkl").degenerate == 1);
}

TEST_CASE("cells not run, not converged and numbers without a place are gaps, not silence", "[notes]") {
  Results results = handmade::table();
  CHECK(lines(results, "Gaps").empty());
  results.card.replications = 5;
  results.rows.outcome[0] = static_cast<std::int32_t>(Outcome::not_converged);
  results.card.published.push_back({results.card.points[0].at, "test_error", "0.1", ""});
  CHECK(mentions(lines(results, "Gaps"), "12 of 60 cells have not been run"));
  CHECK(mentions(lines(results, "Gaps"), "1 cell did not converge"));
  CHECK(mentions(lines(results, "Gaps"), "Without a place in this table: 1 published number."));
}

TEST_CASE("a dagger is explained only where one stands", "[notes]") {
  CHECK(mentions(lines(handmade::table(), "Reading a cell"), "for the paper's 100 replications"));
  Results results = handmade::table();
  results.card.published_replications = 0;
  CHECK_FALSE(mentions(lines(results, "Reading a cell"), "†"));
}

TEST_CASE("a table without published numbers has no verdicts", "[notes]") {
  CHECK(lines(handmade::sweep(), "Verdicts").empty());
  CHECK(mentions(lines(handmade::table(), "Verdicts"), "20 match, 2 off, 0 cannot tell, 2 not published"));
}

TEST_CASE("each cell that cannot tell says how many replications would settle it, or why none would",
          "[notes]") {
  Results results = handmade::table();
  const Coordinates platt{{"data", "example1"}, {"classifier", "svm_gaussian"}, {"method", "platt"}};
  handmade::published(results, platt, "gkl").se =
      "0.0003"; // ours, .0015, is above 3 u = .00125: 4 (.0015/.00125)^2
  Published& uncertain = handmade::published(results, platt, "cre");
  uncertain.se = "0.0100"; // 2.5 u away, and never more
  uncertain.value = "0.524";
  const auto verdicts = lines(results, "Verdicts");
  CHECK(mentions(verdicts, "more replications would settle 1 of 2 if"));
  CHECK(mentions(verdicts, "all by 6:"));
  CHECK(mentions(verdicts, "Example 1, SVM_G, Platt's, GKL: 6 replications."));
  CHECK(mentions(verdicts, "Example 1, SVM_G, Platt's, CRE: no number of replications"));
  const auto cannot_tell = static_cast<std::size_t>(verdict_counts(tabulate(results))[Verdict::cannot_tell]);
  CHECK(verdicts.size() == 6 + cannot_tell);
}

TEST_CASE("of many cells that cannot tell twelve are listed and the others counted", "[notes]") {
  Results results = handmade::table();
  for (Published& number : results.card.published) number.se = "0.00001"; // ours are too coarse for that
  const auto cannot_tell = verdict_counts(tabulate(results))[Verdict::cannot_tell];
  REQUIRE(cannot_tell > 12);
  const auto verdicts = lines(results, "Verdicts");
  REQUIRE(verdicts.size() == 6 + 12 + 1);
  CHECK(verdicts.back() == "And " + std::to_string(cannot_tell - 12) + " more, all listed by --format csv.");
}

TEST_CASE("the index lists every table with its config and its verdicts, sorted", "[index]") {
  VerdictCounts counts;
  counts.by_verdict = {14, 1, 2, 0};
  const std::string index = index_markdown(
      {{"wang2008/table3", "Third | table", {}, "tables/wang2008/table3.md"},
       {"wang2008/table1", "First table", counts, "tables/wang2008/table1.md", "4 of 8", "21 of 24"}});
  CHECK(index ==
        "| Table | Title | Config | blocks agree | pairs in order | match | off | cannot tell | not "
        "published |\n"
        "| :--- | :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        "| [wang2008/table1](tables/wang2008/table1.md) | First table | "
        "[config](configs/wang2008/table1.yaml) | 4 of 8 | 21 of 24 | 14 | 1 "
        "| 2 | 0 |\n"
        "| [wang2008/table3](tables/wang2008/table3.md) | Third \\| table | "
        "[config](configs/wang2008/table3.yaml) |  |  | 0 | 0 "
        "| 0 | 0 |\n");
}
