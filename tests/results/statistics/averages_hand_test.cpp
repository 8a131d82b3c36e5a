#include <cmath>

#include "results/report/tabulate.hpp"
#include "results/statistics/averages.hpp"
#include "tests/results/report/handmade_table2.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

constexpr std::int32_t nn9_in_1 = 1, nn4_in_2 = 5, nn9_in_2 = 6, plr_in_1 = 3, plr_in_2 = 8, ours_in_2 = 9;

Results over(Average average) {
  Results results = handmade::table2();
  results.card.layout.average = average;
  return results;
}

const TableCell& cell(const Table& table, std::size_t row, const Coordinates& column,
                      const std::string& metric) {
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (table.columns[c].at == column && table.columns[c].metric.name == metric)
      return *table.rows.at(row).cells[c];
  throw std::logic_error("no such column");
}

} // namespace

TEST_CASE("a replicate is degenerate where any of the metrics is infinite, for that setting alone",
          "[averages]") {
  const Results results = handmade::table2();
  const auto& metrics = results.card.metrics;
  CHECK(degenerate_replicates(results.rows, nn9_in_1, metrics) == std::vector<std::int32_t>{0});
  CHECK(degenerate_replicates(results.rows, plr_in_2, metrics) == std::vector<std::int32_t>{0, 2});
  CHECK(degenerate_replicates(results.rows, ours_in_2, metrics).empty());
  CHECK(degenerate_replicates(results.rows, plr_in_2, {metrics[1]}).empty()); // test errors are finite
}

TEST_CASE("the average over nondegenerate replicates is the one computed by hand, of every metric",
          "[averages]") {
  const Results results = handmade::table2();
  const Averages averages(results);
  // gkl .58 .57 .59 .58: mean .58, squares 2e-4, variance 2e-4 / 3, se sqrt(2e-4 / 12)
  const Summary gkl = averages.of(nn9_in_1, "gkl");
  CHECK(gkl.mean == Approx(0.58).epsilon(1e-14));
  CHECK(gkl.se == Approx(std::sqrt(2e-4 / 12)).epsilon(1e-12));
  CHECK(gkl.used == 4);
  CHECK(gkl.infinite == 0);
  CHECK(gkl.degenerate == 1);
  // the finite test error .50 of replicate 0 is left out with its gkl: .23 .23 .22 .24
  const Summary error = averages.of(nn9_in_1, "test_error");
  CHECK(error.mean == Approx(0.23).epsilon(1e-14));
  CHECK(error.se == Approx(std::sqrt(2e-4 / 12)).epsilon(1e-12));
  CHECK(error.degenerate == 1);
}

TEST_CASE("over unrounded replicates those with a probability of 0 or 1 on the right side are left out, too",
          "[averages]") {
  Results results = over(Average::nondegenerate);
  std::vector<double>& rounded = results.rows.values["rounded"];
  rounded.assign(results.rows.size(), std::nan(""));
  for (std::size_t row = 0; row < results.rows.size(); ++row)
    if (results.rows.setting[row] == ours_in_2 && results.rows.replicate[row] >= 3) rounded[row] = 1;
  // finite in all five; rounded in the last two: .15 .15 .14
  CHECK(Averages(results).of(ours_in_2, "gkl").used == 5);
  results.card.layout.average = Average::unrounded;
  const Averages averages(results);
  const Summary gkl = averages.of(ours_in_2, "gkl");
  CHECK(gkl.used == 3);
  CHECK(gkl.degenerate == 2);
  CHECK(gkl.mean == Approx(0.44 / 3).epsilon(1e-14));
  CHECK(averages.of(plr_in_2, "gkl").degenerate == 2); // infinite ones go as before
  CHECK(averages.improvement(ours_in_2, plr_in_2, "gkl").used == 1);
}

TEST_CASE("over all replicates one infinite value makes the mean infinite and no finite one is left out",
          "[averages]") {
  const Results results = over(Average::all);
  const Averages averages(results);
  CHECK(std::isinf(averages.of(nn9_in_1, "gkl").mean));
  CHECK(averages.of(nn9_in_1, "test_error").mean == Approx((0.5 + 0.23 + 0.23 + 0.22 + 0.24) / 5));
  CHECK(averages.of(nn9_in_1, "test_error").degenerate == 0);
}

TEST_CASE("a setting without a degenerate replicate has the same average either way, bit for bit",
          "[averages]") {
  const Results all = over(Average::all), nondegenerate = over(Average::nondegenerate);
  for (const char* metric : {"gkl", "test_error"}) {
    const Summary a = Averages(all).of(ours_in_2, metric), b = Averages(nondegenerate).of(ours_in_2, metric);
    CHECK(a.mean == b.mean);
    CHECK(a.se == b.se);
    CHECK(a.used == b.used);
  }
}

TEST_CASE("with fewer than two nondegenerate replicates an infinite metric has no average, a finite one has",
          "[averages][degenerate]") {
  const Results results = handmade::table2();
  const Averages averages(results);
  for (const std::int32_t setting : {nn4_in_2, nn9_in_2}) {
    CAPTURE(setting);
    const Summary gkl = averages.of(setting, "gkl");
    CHECK(std::isnan(gkl.mean));
    CHECK(std::isnan(gkl.finite_mean));
    CHECK(std::isnan(gkl.se));
    CHECK(gkl.used + gkl.degenerate == 5);
    const Summary error = averages.of(setting, "test_error"); // over all five
    CHECK(error.used == 5);
    CHECK(error.degenerate == 0);
  }
  CHECK(averages.of(nn4_in_2, "test_error").mean == Approx(0.09).epsilon(1e-14));
}

TEST_CASE("an improvement rests on replicates that are degenerate on neither side", "[averages]") {
  const Results results = handmade::table2();
  const Averages averages(results);
  // Example 2, ours over PLR: replicates 1, 3, 4: ours .15 .15 .16, PLR .14 .13 .14
  const Summary summary = averages.improvement(ours_in_2, plr_in_2, "gkl");
  CHECK(summary.mean == Approx(100 * (1 - 0.46 / 0.41)).epsilon(1e-12));
  CHECK(summary.used == 3);
  CHECK(summary.degenerate == 2);
  // nothing infinite between PLR in both examples but replicates 0 and 2 of the second
  CHECK(averages.improvement(plr_in_1, plr_in_2, "test_error").used == 3);
}

TEST_CASE("a blank cell cannot tell where the paper prints a number, and is not published where it does not",
          "[averages][verdict]") {
  Results results = handmade::table2();
  results.card.published = {
      {{{"data", "example2"}, {"method", "nn"}, {"neighbours", "4"}}, "gkl", "0.150", "0.001"},
      {{{"data", "example2"}, {"method", "nn"}, {"neighbours", "9"}}, "gkl", "inf", ""},
      {{{"data", "example2"}, {"method", "plr"}}, "gkl", "inf", ""}};
  results.card.published_replications = 3;
  const Table table = tabulate(results);
  const auto nn = [](const char* k) { return Coordinates{{"method", "nn"}, {"neighbours", k}}; };
  CHECK(cell(table, 1, nn("4"), "gkl").agreement.verdict == Verdict::cannot_tell);
  CHECK(cell(table, 1, nn("9"), "gkl").agreement.verdict == Verdict::cannot_tell);
  CHECK(cell(table, 1, nn("16"), "gkl").agreement.verdict == Verdict::not_published);
  // an infinite published mean does not contradict one that leaves the infinities out
  CHECK(cell(table, 1, {{"method", "plr"}}, "gkl").agreement.verdict == Verdict::cannot_tell);
  CHECK(cell(table, 1, nn("4"), "gkl").planned == 5);
}
