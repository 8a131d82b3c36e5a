#include "results/statistics/critical_difference.hpp"

#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"

using namespace results;

TEST_CASE("quantiles of the range are those of the tables", "[ranks][oracle]") {
  // The studentised range with infinite degrees of freedom, as R 4.2 prints qtukey(0.95, k, Inf).
  CHECK(range_quantile(2, 0.05) == Approx(2.77180765).margin(1e-8));
  CHECK(range_quantile(3, 0.05) == Approx(3.31449316).margin(1e-8));
  CHECK(range_quantile(10, 0.05) == Approx(4.47412447).margin(1e-8));
  // Of two it is the quantile of a normal variable times the root of 2.
  CHECK(std::erfc(range_quantile(2, 0.1) / 2) == Approx(0.1).epsilon(1e-9));
}

TEST_CASE("the critical difference is that of the example in Demsar (2006)", "[ranks][oracle]") {
  // Section 3.2.2: four methods, 14 data sets; q is 2.569 and the difference 1.25 at .05, 2.291 and 1.12 at
  // .10.
  CHECK(range_quantile(4, 0.05) / std::sqrt(2.0) == Approx(2.569).margin(5e-4));
  CHECK(critical_difference(4, 14, 0.05) == Approx(1.25).margin(5e-3));
  CHECK(critical_difference(4, 14, 0.10) == Approx(1.12).margin(5e-3));
}

TEST_CASE("groups are the largest sets that cannot be told apart", "[ranks]") {
  using Groups = std::vector<std::vector<std::size_t>>;
  CHECK(level_groups({3, 1, 2, 6}, 1) == Groups{{1, 2}, {2, 0}});
  CHECK(level_groups({1, 2, 3}, 2) == Groups{{0, 1, 2}});
  CHECK(level_groups({1, 3, 5}, 1).empty());
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK(level_groups({none, 1, 2}, 1) == Groups{{1, 2}});
  CHECK(level_groups({}, 1).empty());
}
