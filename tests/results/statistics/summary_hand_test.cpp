#include <algorithm>
#include <cmath>
#include <limits>

#include "results/statistics/summary.hpp"
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
