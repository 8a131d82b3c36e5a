#include <cmath>

#include "results/statistics/ranks.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using handmade::inf;

TEST_CASE("Pearson's correlation is that computed by hand", "[correlation]") {
  // deviations -2, 0, 2 and -1, -1, 2: 6 / sqrt(8 * 6)
  CHECK(pearson({1, 3, 5}, {4, 4, 7}) == Approx(6 / std::sqrt(48.0)).epsilon(1e-15));
  CHECK(pearson({1, 2}, {7, 5}) == Approx(-1).epsilon(1e-15));
}

TEST_CASE("what is constant or alone is not correlated", "[correlation][degenerate]") {
  CHECK(std::isnan(pearson({1, 2, 3}, {5, 5, 5})));
  CHECK(std::isnan(pearson({1}, {2})));
  CHECK(std::isnan(pearson({}, {})));
  CHECK(std::isnan(pearson({1, 2, inf}, {1, 2, 3})));
}

TEST_CASE("Spearman's correlation sees the order alone, infinity last and ties at their mean rank",
          "[correlation]") {
  CHECK(spearman({1, 2, 3, 4}, {10, 100, 1000, inf}) == Approx(1).epsilon(1e-15));
  CHECK(spearman({1, 2, 3, 4}, {2, 1, 3, 4}) == Approx(0.8).epsilon(1e-15)); // 1 - 6 * 2 / (4 * 15)
  // ranks 1.5, 1.5, 3 and 1, 2, 3: deviations -.5, -.5, 1 and -1, 0, 1: 1.5 / sqrt(1.5 * 2)
  CHECK(spearman({5, 5, 9}, {1, 2, 3}) == Approx(1.5 / std::sqrt(3.0)).epsilon(1e-15));
  CHECK(spearman({inf, inf, 1}, {2, 2, 1}) == Approx(1).epsilon(1e-15));
}
