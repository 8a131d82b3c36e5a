#include "results/report/notes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "results/render/render.hpp"
#include "results/report/message_pattern.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/table/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
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

TEST_CASE(
    "a metric that has no value in a cell is undefined there where it was computed, and missing elsewhere",
    "[notes]") {
  Results results = handmade::table();
  const double none = std::numeric_limits<double>::quiet_NaN();
  results.rows.values["gkl"][0] = results.rows.values["gkl"][1] = none;
  CHECK(mentions(lines(results, "Gaps"), "2 cells of 48 have no value of GKL. If"));
  results.rows.values["gkl_undefined"].assign(results.rows.size(), none);
  results.rows.values["gkl_undefined"][1] = 1;
  CHECK(mentions(lines(results, "Gaps"), "1 cell of 48 has no value of GKL. If"));
  CHECK(mentions(lines(results, "Gaps"), "GKL is undefined in 1 cell of 48: it has no value for"));
  CHECK(results::holes(results).size() == 1); // no run fills what is undefined
  const Record cell = record_of(results.rows, 1, {}), other = record_of(results.rows, 0, {});
  CHECK(std::isnan(cell.values.at("gkl")));
  CHECK_FALSE(other.values.contains("gkl"));
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

TEST_CASE("each cell that cannot tell says how many replications would settle it", "[notes]") {
  Results results = handmade::table();
  const Coordinates platt{{"data", "example1"}, {"classifier", "svm_gaussian"}, {"method", "platt"}};
  handmade::published(results, platt, "gkl").se =
      "0.0003"; // ours, .0015, is above 3 u = .00125: 4 (.0015/.00125)^2
  const auto verdicts = lines(results, "Verdicts");
  CHECK(mentions(verdicts, "More replications would settle the 1 cell that cannot tell, all by 6, if"));
  CHECK(mentions(verdicts, "Example 1, SVM_G, Platt's, GKL: 6 replications."));
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
  CHECK(
      index ==
      "| Table | Title | Config | blocks agree | pairs same/opposite/level | match | off | cannot tell | not "
      "published |\n"
      "| :--- | :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
      "| [wang2008/table1](tables/wang2008/table1.md) | First table | "
      "[config](../configs/wang2008/table1.yaml) | 4 of 8 | 21 of 24 | 14 | 1 "
      "| 2 | 0 |\n"
      "| [wang2008/table3](tables/wang2008/table3.md) | Third \\| table | "
      "[config](../configs/wang2008/table3.yaml) |  |  | 0 | 0 "
      "| 0 | 0 |\n");
}

// Two data sets x two methods x four replicates, a few numbers each, so that every average is worked out by
// hand. On "one", platt fails in replicates 1 and 3 and bracket in 3; on "two", bracket fails in all.

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct Cells {
  std::string data, method;
  std::vector<double> loss, accuracy; ///< NaN where the replicate failed
};

const std::vector<Cells> all{{"one", "platt", {1, none, 3, none}, {0.9, none, 0.7, none}},
                             {"one", "bracket", {2, 10, 6, none}, {0.8, 0.2, 0.6, none}},
                             {"two", "platt", {100, 100, 100, 100}, {0.1, 0.1, 0.1, 0.1}},
                             {"two", "bracket", {none, none, none, none}, {none, none, none, none}}};

void add(Results& results, const Cells& cells) {
  const auto setting = static_cast<std::int32_t>(results.card.settings.size());
  const std::string key(32, static_cast<char>('a' + setting));
  results.card.settings.push_back({key, ""});
  results.card.points.push_back({{{"data", cells.data}, {"method", cells.method}}, setting});
  for (std::int32_t r = 0; r < 4; ++r) {
    const auto i = static_cast<std::size_t>(r);
    const bool failed = std::isnan(cells.loss[i]);
    results.rows.setting.push_back(setting);
    results.rows.replicate.push_back(r);
    results.rows.outcome.push_back(static_cast<std::int32_t>(failed ? Outcome::failed : Outcome::ok));
    results.rows.values["loss"].push_back(cells.loss[i]);
    results.rows.values["accuracy"].push_back(cells.accuracy[i]);
    results.rows.seconds.push_back(0);
    if (failed)
      results.failures.push_back(
          {{key, r}, "fit", "gap " + std::to_string(r), "marginlab replay x", 11, "gone\n"});
  }
}

Results study(FailurePolicy policy) {
  Results results;
  results.card.study = "hand/failures";
  results.card.replications = 4;
  results.card.axes = {{"data", "Data", false, {{"one", "One"}, {"two", "Two"}}},
                       {"method", "Method", false, {{"platt", "Platt's"}, {"bracket", "Bracket"}}}};
  results.card.metrics = {{"loss", "Loss", "", true}, {"accuracy", "Accuracy", "", false}};
  results.card.layout = {{"data"}, {"method"}, {"loss", "accuracy"}, std::nullopt, "", 3};
  results.card.layout.failures = policy;
  for (const Cells& cells : all) add(results, cells);
  results.card.published = {{{{"data", "one"}, {"method", "platt"}}, "loss", "2.00", "0.50"}};
  results.card.published_replications = 4;
  return results;
}

TableCell cell(const Results& results, const std::string& data, const std::string& method,
               const std::string& metric) {
  TableCell out;
  for_each_cell(tabulate(results), [&](const TableRow&, const TableColumn&, const TableCell& one) {
    if (one.at.at("data") == data && one.at.at("method") == method && one.metric == metric) out = one;
  });
  return out;
}

std::string report(const Results& results) {
  return render(results, Format::markdown);
}

} // namespace

TEST_CASE("drop: an average is over the replicates that gave a value", "[failures][manufactured]") {
  const Results results = study(FailurePolicy::drop);
  const TableCell platt = cell(results, "one", "platt", "loss");
  CHECK(platt.ours.mean == 2);
  CHECK(platt.ours.used == 2);
  CHECK(platt.ours.failed == 2);
  CHECK(platt.ours.put_in == 0);
  CHECK_FALSE(platt.withheld);
  CHECK(platt.agreement.is_too_few);
  CHECK(cell(results, "one", "bracket", "loss").ours.mean == 6);
  CHECK(std::isnan(cell(results, "two", "bracket", "loss").ours.mean));
  CHECK_THAT(report(results), Catch::Contains("[2/4]") && Catch::Contains("(failures: drop)"));
}

TEST_CASE(
    "worst: a failed replicate counts with the worst value of the metric on its data set, the other "
    "one's never",
    "[failures][manufactured]") {
  const Results results = study(FailurePolicy::worst);
  const TableCell platt = cell(results, "one", "platt", "loss"); // 1, 10, 3, 10: bracket's 10, not two's 100
  CHECK(platt.ours.mean == 6);
  CHECK(platt.ours.se == Approx(std::sqrt((25 + 16 + 9 + 16) / 3.0 / 4)));
  CHECK(platt.ours.used == 4);
  CHECK(platt.ours.failed == 0);
  CHECK(platt.ours.put_in == 2);
  CHECK(cell(results, "one", "bracket", "loss").ours.mean == 7); // 2, 10, 6, 10
  // Where larger is better the worst is the smallest: .9, .2, .7, .2.
  CHECK(cell(results, "one", "platt", "accuracy").ours.mean == Approx(0.5));
  CHECK(cell(results, "two", "platt", "loss").ours.mean == 100);
}

TEST_CASE("worst: an infinite value is never what is put in, and stays where it is",
          "[failures][degenerate]") {
  Results results = study(FailurePolicy::worst);
  results.rows.values["loss"][5] = std::numeric_limits<double>::infinity(); // bracket's 10
  CHECK(cell(results, "one", "platt", "loss").ours.mean == 4);              // 1, 6, 3, 6
  CHECK(std::isinf(cell(results, "one", "bracket", "loss").ours.mean));
}

TEST_CASE("worst: a place where nothing finished stays without a number", "[failures][degenerate]") {
  const TableCell lost = cell(study(FailurePolicy::worst), "two", "bracket", "loss");
  CHECK(std::isnan(lost.ours.mean));
  CHECK(lost.ours.used == 0);
  CHECK(lost.ours.failed == 4);
  CHECK(lost.ours.put_in == 0);
}

TEST_CASE("worst: the report marks each average and counts the values put in", "[failures]") {
  // platt 2 and bracket 1 on "one", for each of two metrics
  CHECK_THAT(report(study(FailurePolicy::worst)),
             Catch::Contains("[2 put in]") && Catch::Contains("[1 put in]") &&
                 Catch::Contains("(failures: worst): 6 values were put into the averages of this table"));
}

TEST_CASE("worst: an improvement is over pairs with values put in, and they are counted once in the note",
          "[failures][manufactured]") {
  Results results = study(FailurePolicy::worst);
  results.card.layout.improvement = Improvement{.of = "loss", .axis = "method", .over = "platt"};
  results.card.layout.metrics = {"loss", "improvement_percent"};
  const TableCell improvement = cell(results, "one", "bracket", "improvement_percent");
  CHECK(improvement.ours.mean == Approx(100 * (1 - 7.0 / 6)));
  CHECK(improvement.ours.used == 4);
  CHECK(improvement.ours.put_in == 2); // pairs 1 and 3
  CHECK_THAT(report(results), Catch::Contains("3 values were put into"));
}

TEST_CASE("error: a place with a failed replicate has no average and no verdict; others have theirs",
          "[failures][manufactured]") {
  const Results results = study(FailurePolicy::error);
  const TableCell platt = cell(results, "one", "platt", "loss");
  CHECK(std::isnan(platt.ours.mean));
  CHECK(std::isnan(platt.ours.finite_mean));
  CHECK(platt.withheld);
  CHECK(platt.ours.failed == 2);
  CHECK(cell(results, "two", "platt", "loss").ours.mean == 100);
  const VerdictCounts counts = verdict_counts(tabulate(results));
  CHECK(counts.published() == 0);
  CHECK(counts[Verdict::not_published] == 2); // those that gave an average
  CHECK_THAT(report(results), Catch::Contains("failed 2/4") && Catch::Contains("failed 1/4") &&
                                  Catch::Contains("failed 4/4") && Catch::Contains("(failures: error)") &&
                                  !Catch::Contains("[2/4]"));
  CHECK_THAT(render(results, Format::csv), Catch::Contains("one,platt,loss,2.00,0.50,,,2,4,,,,\r\n"));
}

TEST_CASE("error: without failures nothing is withheld, and a missing replicate is not a failed one",
          "[failures][degenerate]") {
  Results results = study(FailurePolicy::error);
  results.card.replications = 9;
  CHECK(cell(results, "two", "platt", "loss").ours.mean == 100);
  CHECK_FALSE(cell(results, "two", "platt", "loss").withheld);
}

TEST_CASE("failures that differ in a number are one line, with signal, last words and replay command",
          "[failures]") {
  const std::string text = render(study(FailurePolicy::drop), Format::text, {.width = 300});
  CHECK_THAT(text, Catch::Contains("7 cells, such as: fit: gap 1; ended by SIGSEGV; last on standard error: "
                                   "gone; to see one again: marginlab replay x"));
}

TEST_CASE("no policy is named where nothing failed", "[failures][degenerate]") {
  Results results = study(FailurePolicy::worst);
  results.failures.clear();
  CHECK_THAT(report(results), !Catch::Contains("failures: worst"));
}

// Wrong groupings first: what must stay apart.

namespace {

Failure failure(std::int32_t replicate, const std::string& error) {
  Failure out;
  out.key = {std::string(32, 'a'), replicate};
  out.stage = "fit";
  out.error = error;
  out.replay = "replay " + std::to_string(replicate);
  return out;
}

} // namespace

TEST_CASE("messages that differ in a word stay apart", "[failures][checker]") {
  const std::vector<std::vector<std::string>> pairs{{"lambda 0.5 is too small", "lambda 0.5 is too large"},
                                                    {"lambda 0.5 is too small", "sigma 0.5 is too small"},
                                                    {"example1 has one class", "example2 has one class"},
                                                    {"w_1 is infinite", "w_2 is infinite"},
                                                    {"took 10ms", "took 10s"},
                                                    {"the 'fit' failed", "the 'fit' failed twice"},
                                                    {"one class only", "one class only."},
                                                    {"no such file: a", "no such file: b"},
                                                    {"Platt's scaling failed", "Bins' scaling failed"},
                                                    {"it's over, that's it", "it's late, that's it"},
                                                    {"and/or", "either/or"},
                                                    {"a defaced word", "a effaced word"},
                                                    {"the facade decade", "the decade facade"},
                                                    {"infinite", "nanometre"},
                                                    {"x = 1, y = 2", "x = 1"},
                                                    {"- 5 of them", "5 of them"},
                                                    {"", "1"}};
  for (const auto& pair : pairs) {
    CAPTURE(pair[0], pair[1]);
    CHECK(message_pattern(pair[0]) != message_pattern(pair[1]));
  }
}

TEST_CASE("messages that differ in numbers, addresses, keys, quoted texts and paths are one",
          "[failures][manufactured]") {
  const std::string k1 = "4be1" + std::string(28, '0'), k2 = "77aa" + std::string(28, '9');
  const std::vector<std::vector<std::string>> pairs{
      {"lambda 0.013 is too small", "lambda 0.5 is too small"},
      {"lambda 1e-300 is too small", "lambda -7.25E+3 is too small"},
      {"the gap is nan", "the gap is -inf"},
      {"the gap is 5.", "the gap is 0.5."},
      {"the gap is .5", "the gap is +12"},
      {"(0.1, 2)", "(10, -3.5)"},
      {"free of 0x55d0aa", "free of 0xdeadBEEF01"},
      {"cell " + k1 + "/12 failed", "cell " + k2 + "/3 failed"},
      {"setting 4be10c77 is unknown", "setting 0f7712ab is unknown"},
      {"'width' is constant", "'the length of it' is constant"},
      {"'Platt's' is unknown", "'Bins' is unknown"},
      {"method \"a b\" and `c`", "method \"d\" and `ee`"},
      {"“λ” is unknown", "“σ2” is unknown"},
      {"cannot read /somewhere/b.csv (gone)", "cannot read ../c.csv (gone)"},
      {"cannot read runs/a/b.h5: gone", "cannot read runs/c/d/e.h5: gone"}};
  for (const auto& pair : pairs) {
    CAPTURE(pair[0], pair[1], message_pattern(pair[0]));
    CHECK(message_pattern(pair[0]) == message_pattern(pair[1]));
  }
}

TEST_CASE("a pattern is this text", "[failures][manufactured]") {
  CHECK(message_pattern("lambda 0.013 is not in '/somewhere/a.csv'") == "lambda # is not in '#'");
  CHECK(message_pattern("no quote' here, 3'5") == "no quote' here, #'#");
  CHECK(message_pattern("3-5, 3 - 5") == "#-#, # - #");
  CHECK(message_pattern("") == "");
  CHECK(message_pattern("an unclosed 'quote of 5") == "an unclosed 'quote of #");
  CHECK(message_pattern("1.2.3 and 1e and 0x") == "#.# and #e and #x");
}

TEST_CASE("a group shows its first cell, by key, and says whether the others' messages differ",
          "[failures][manufactured]") {
  const auto groups =
      failure_groups({failure(7, "lambda 0.5 is too small"), failure(3, "lambda 2 is too small"),
                      failure(5, "one class only"), failure(4, "one class only")});
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].cells == 2);
  CHECK(groups[0].error == "lambda 2 is too small");
  CHECK(groups[0].replay == "replay 3");
  CHECK(groups[0].is_varied);
  CHECK(groups[1].error == "one class only");
  CHECK_FALSE(groups[1].is_varied);
}

TEST_CASE("equal messages of different stages or signals are different failures", "[failures][checker]") {
  std::vector<Failure> failures{failure(1, "ended"), failure(2, "ended"), failure(3, "ended")};
  failures[1].stage = "tune";
  failures[2].signal = 11;
  CHECK(failure_groups(failures).size() == 3);
}

TEST_CASE("the last words of a cell are its last line that is not blank", "[failures][degenerate]") {
  const auto last_words = [](const std::string& tail) {
    Failure one = failure(1, "ended");
    one.stderr_tail = tail;
    return failure_groups({one})[0].last_words;
  };
  CHECK(last_words("") == "");
  CHECK(last_words("\n \r\n") == "");
  CHECK(last_words("only") == "only");
  CHECK(last_words("first\n  double free \n\n") == "double free");
  CHECK(last_words("first\r\nlast\r\n") == "last");
}
