#include "results/statistics/summary.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "results/report/table/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

using handmade::inf;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

Series of(const std::vector<double>& values) {
  Series out;
  for (const double value : values)
    out.push_back({static_cast<std::int32_t>(out.size()), value, Outcome::ok});
  return out;
}

} // namespace

TEST_CASE("the mean and its standard error are those computed by hand", "[summary]") {
  // 2, 4, 4, 5, 10: mean 5, squares 9 + 1 + 1 + 0 + 25 = 36, variance 36 / 4 = 9, sd 3, se 3 / sqrt(5)
  const Summary summary = summarise(of({2, 4, 4, 5, 10}));
  CHECK(summary.mean == 5);
  CHECK(summary.se == Approx(3 / std::sqrt(5.0)).epsilon(1e-15));
  CHECK(summary.used == 5);
  CHECK(summary.finite_mean == summary.mean);
  CHECK(summary.finite_se == summary.se);
}

TEST_CASE("equal values have themselves as mean and no spread at all", "[summary][degenerate]") {
  const Summary summary = summarise(of(std::vector<double>(100, 0.1)));
  CHECK(summary.mean == 0.1);
  CHECK(summary.se == 0);
}

TEST_CASE("a single value has a mean but no standard error, no value has neither", "[summary][degenerate]") {
  CHECK(summarise(of({0.25})).mean == 0.25);
  CHECK(std::isnan(summarise(of({0.25})).se));
  CHECK(std::isnan(summarise({}).mean));
  CHECK(summarise({}).used == 0);
}

TEST_CASE("one infinite value makes the mean infinite and is counted; the finite ones are told apart",
          "[summary]") {
  const Summary summary = summarise(of({1, inf, 3}));
  CHECK(summary.mean == inf);
  CHECK(std::isnan(summary.se));
  CHECK(summary.used == 3);
  CHECK(summary.infinite == 1);
  CHECK(summary.finite() == 2);
  CHECK(summary.finite_mean == 2);
  CHECK(summary.finite_se == 1); // sd sqrt(2) over sqrt(2)
  CHECK(std::isnan(summarise(of({inf, -inf})).mean));
}

TEST_CASE("failed cells and missing values are not averaged over in silence", "[summary]") {
  Series series = of({1, 100, missing, 3});
  series[1].outcome = Outcome::failed;
  series[3].outcome = Outcome::not_converged;
  const Summary summary = summarise(series);
  CHECK(summary.mean == 2);
  CHECK(summary.used == 2);
  CHECK(summary.failed == 1);
  CHECK(summary.undefined == 1);
  CHECK(summary.not_converged == 1);
}

TEST_CASE("the order of the values does not change a bit of the summary", "[summary]") {
  std::vector<double> values{1e16, 1, -1e16, 0.1, 0.7, 3e-9, 12345.678};
  std::sort(values.begin(), values.end());
  const Summary first = summarise(of(values));
  do {
    const Summary other = summarise(of(values));
    REQUIRE(other.mean == first.mean);
    REQUIRE(other.se == first.se);
  } while (std::next_permutation(values.begin(), values.end()));
}

TEST_CASE("the improvement and its delta-method error are those computed by hand", "[summary]") {
  // a = 1, 2, 3; b = 2, 4, 12: means 2 and 6, r = 1/3, improvement 200/3.
  // residuals a - r b = 1/3, 2/3, -1: mean 0, squares (1 + 4 + 9) / 9, variance 7/9, se sqrt(7/27); over 6,
  // in percent
  const Summary summary = improvement_percent(of({1, 2, 3}), of({2, 4, 12}));
  CHECK(summary.mean == Approx(200.0 / 3).epsilon(1e-14));
  CHECK(summary.se == Approx(100 * std::sqrt(7.0 / 27) / 6).epsilon(1e-14));
  CHECK(summary.used == 3);
}

TEST_CASE("a method that is a fixed share better in every replicate has no error in its improvement",
          "[summary]") {
  const Summary summary = improvement_percent(of({1, 2, 5}), of({2, 4, 10}));
  CHECK(summary.mean == 50);
  CHECK(summary.se == 0);
}

TEST_CASE("the improvement rests on the replicates both sides have", "[summary]") {
  Series a = of({1, 2, 3, 4, 5}), b = of({2, 4, 6, 8, 7});
  a[1].outcome = Outcome::failed;
  b[2].value = missing;
  b.erase(b.begin() + 3);
  const Summary summary = improvement_percent(a, b); // replicates 0 and 4: 1 + 5 over 2 + 7
  CHECK(summary.used == 2);
  CHECK(summary.failed == 1);
  CHECK(summary.undefined == 1);
  CHECK(summary.mean == Approx(100 * (1 - 6.0 / 9)).epsilon(1e-14));
}

TEST_CASE("no improvement is claimed over an infinite or a zero reference", "[summary][degenerate]") {
  CHECK(std::isnan(improvement_percent(of({1, 2}), of({inf, 2})).mean));
  CHECK(improvement_percent(of({1, 2, 3}), of({inf, 2, 6})).finite_mean == Approx(100 * (1 - 5.0 / 8)));
  CHECK(improvement_percent(of({inf, 2}), of({1, 2})).mean == -inf);
  CHECK(std::isnan(improvement_percent(of({1, 2}), of({0, 0})).mean));
  CHECK(std::isnan(improvement_percent(of({1, 2}), of({0, 0})).se));
  CHECK(std::isnan(improvement_percent({}, {}).mean));
}

TEST_CASE("a series is the rows of its setting, NaN where the metric was not computed", "[summary]") {
  Rows rows;
  rows.setting = {0, 0, 1, 1, 1, 3};
  rows.replicate = {0, 1, 0, 1, 4, 0};
  rows.outcome = {0, 0, 0, 1, 2, 0};
  rows.values["gkl"] = {1, 2, 3, 4, missing, 5};
  const Series series = results::series(rows, 1, "gkl");
  REQUIRE(series.size() == 3);
  CHECK(series[2].replicate == 4);
  CHECK(series[1].value == 4);
  CHECK(series[1].outcome == Outcome::not_converged);
  CHECK(series[2].outcome == Outcome::failed);
  CHECK(results::series(rows, 2, "gkl").empty());
  CHECK(std::isnan(results::series(rows, 3, "cre").front().value));
}

// The standard errors against the bootstrap: resampling replicates knows nothing of the formulas.

namespace {

/// A linear congruential generator (Knuth's MMIX constants): plain and the same everywhere.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  double uniform() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

constexpr int replicates = 400, resamples = 4000;

struct Pairs {
  Series a, b;
};

/// Skewed, and strongly correlated as methods on common random numbers are.
Pairs correlated_pairs(Draws& draws) {
  Pairs out;
  for (std::int32_t r = 0; r < replicates; ++r) {
    const double shared = -0.05 * std::log(1 - draws.uniform());
    out.a.push_back({r, 0.5 + shared + 0.02 * draws.uniform(), Outcome::ok});
    out.b.push_back({r, 0.55 + 1.2 * shared + 0.03 * draws.uniform(), Outcome::ok});
  }
  return out;
}

Pairs resampled(const Pairs& pairs, Draws& draws) {
  Pairs out;
  for (std::int32_t r = 0; r < replicates; ++r) {
    const auto i = static_cast<std::size_t>(draws.uniform() * replicates);
    out.a.push_back({r, pairs.a[i].value, Outcome::ok});
    out.b.push_back({r, pairs.b[i].value, Outcome::ok});
  }
  return out;
}

double deviation(const std::vector<double>& values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

template <class Statistic>
double bootstrap_error(const Pairs& pairs, Statistic statistic) {
  Draws draws(7);
  std::vector<double> values;
  for (int i = 0; i < resamples; ++i) values.push_back(statistic(resampled(pairs, draws)));
  return deviation(values);
}

} // namespace

// A bootstrap error from 4000 resamples is itself good to about 1 / sqrt(8000) = 1.1 %; 5 % leaves room for
// skewness.
TEST_CASE("the standard error of a mean is the bootstrap's", "[summary][oracle]") {
  Draws draws(1);
  const Pairs pairs = correlated_pairs(draws);
  const double bootstrap = bootstrap_error(pairs, [](const Pairs& p) { return summarise(p.a).mean; });
  CHECK(summarise(pairs.a).se == Approx(bootstrap).epsilon(0.05));
}

TEST_CASE("the standard error of an improvement is the paired bootstrap's", "[summary][oracle]") {
  Draws draws(2);
  const Pairs pairs = correlated_pairs(draws);
  const double bootstrap =
      bootstrap_error(pairs, [](const Pairs& p) { return improvement_percent(p.a, p.b).mean; });
  const Summary ours = improvement_percent(pairs.a, pairs.b);
  CHECK(ours.se == Approx(bootstrap).epsilon(0.05));

  // Forgetting that the replicates are paired would be visibly wrong.
  const Summary a = summarise(pairs.a), b = summarise(pairs.b);
  const double unpaired =
      100 * a.mean / b.mean * std::sqrt(std::pow(a.se / a.mean, 2) + std::pow(b.se / b.mean, 2));
  CHECK(unpaired > 1.5 * bootstrap);
}

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
