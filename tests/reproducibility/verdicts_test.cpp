#include "results/format/render.hpp"
#include "results/report/panels/blocks.hpp"
#include "results/report/tabulate.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using namespace results;

namespace {

constexpr int replications = 20;

/// Four cells of two metrics, of which `tried` stands where the study has its second method.
std::string config(const std::string& tried) {
  return "title: a table\nseed: 1\nreplications: " + std::to_string(replications) + R"(
data:
  - {source: wang2008/example1, name: one, n_train: 30, n_test: 100}
classifiers:
  - {classifier: weighted_svm, name: gaussian, kernel: gaussian}
  - {classifier: weighted_svm, name: linear, kernel: linear}
methods:
  - {method: bracket, name: bracket, intervals: 5, tuning: {criterion: fixed, lambda: 1}}
  - )" + tried +
         R"(
metrics: [cre, test_error]
layout: {rows: [data, classifier], columns: [method], metrics: [cre, test_error]}
)";
}

const std::string platt = "{method: platt, name: second, tuning: {criterion: fixed, lambda: 1}}";
const std::string another =
    "{method: bracket, name: second, intervals: 5, tuning: {criterion: fixed, lambda: 10000}}";

Results computed(const Scratch& scratch, const std::string& tried, int seed) {
  const auto directory = scratch / ("seed" + std::to_string(seed));
  const auto file = scratch.write("seed" + std::to_string(seed) + ".yaml", config(tried));
  REQUIRE(run_quietly(file, directory, 2, {"seed=" + std::to_string(seed)}) == 0);
  return stored(directory);
}

Summary mean_of(const Results& all, std::int32_t setting, const std::string& metric) {
  Series series;
  for (std::size_t row = 0; row < all.rows.size(); ++row)
    if (all.rows.setting[row] == setting)
      series.push_back({all.rows.replicate[row], all.rows.values.at(metric)[row], Outcome::ok});
  return summarise(series);
}

/// The table as a paper prints it: means to three decimals, standard errors to four.
std::vector<Published> printed(const Results& all) {
  std::vector<Published> out;
  for (const Point& point : all.card.points) {
    for (const Metric& metric : all.card.metrics) {
      const Summary cell = mean_of(all, point.setting, metric.name);
      out.push_back({point.at, metric.name, decimal(cell.mean, 3), decimal(cell.se, 4)});
    }
  }
  return out;
}

/// Whether every block of ours agrees with the table printed of theirs.
bool agree(Results ours, const Results& theirs) {
  ours.card.published = printed(theirs);
  ours.card.published_replications = replications;
  const BlockCounts counts = block_counts(blocks(ours, tabulate(ours)));
  REQUIRE(counts.all() == 2);
  REQUIRE(counts.cannot_tell == 0);
  return counts.differ == 0;
}

} // namespace

TEST_CASE("verdicts: of 100 tables that the program computes of other seeds at least 90 agree with its own",
          "[checker][slow]") {
  constexpr int tables = tests::sanitized ? 25 : 100;
  const Scratch scratch;
  int agreeing = 0;
  for (int table = 0; table < tables; ++table)
    agreeing += agree(computed(scratch, platt, 2 * table + 1), computed(scratch, platt, 2 * table + 2));
  CAPTURE(agreeing);
  CHECK(10 * agreeing >= 9 * tables);
  CHECK(agreeing < tables); // 95 of 100 are expected: a test that never rejects tests nothing
}

TEST_CASE("verdicts: a table of another method does not agree", "[checker][slow]") {
  const Scratch scratch;
  for (int table = 0; table < 10; ++table)
    CHECK_FALSE(agree(computed(scratch, platt, 2 * table + 1), computed(scratch, another, 2 * table + 2)));
}
