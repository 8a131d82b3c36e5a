#include <cmath>
#include <limits>

#include "results/format/render.hpp"
#include "results/report/tabulate.hpp"
#include "tests/support/catch.hpp"

// Two data sets x two methods x four replicates, a few numbers each, so that every average is worked out by
// hand. On "one", platt fails in replicates 1 and 3 and bracket in 3; on "two", bracket fails in all.
using namespace results;

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
                       {"method", "Method", false, {{"platt", "Platt's"}, {"bracket", "Our"}}}};
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
  CHECK(platt.agreement.verdict == Verdict::match);
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
