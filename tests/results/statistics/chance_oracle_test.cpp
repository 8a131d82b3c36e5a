#include <cmath>
#include <limits>

#include "results/statistics/chance.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

Beyond seen(std::size_t compared, std::size_t beyond, double largest) {
  Beyond out;
  out.compared = compared;
  out.beyond = beyond;
  out.largest = largest;
  return out;
}

} // namespace

// scipy.stats: 2 * norm.sf(3), binom.sf(k - 1, n, p)
TEST_CASE("probabilities are those of the normal and the binomial distribution", "[diff][oracle]") {
  CHECK(two_sided(3) == Approx(0.0026997960632601866).epsilon(1e-12));
  CHECK(two_sided(-1.959963984540054) == Approx(0.05).epsilon(1e-12));
  CHECK(two_sided(0) == 1);
  CHECK(two_sided(std::numeric_limits<double>::infinity()) == 0);
  CHECK(two_sided(std::nan("")) == 1);
  CHECK(seen(1000, 3, 3.1).expected() == Approx(2.6997960632601866));
  CHECK(seen(1, 1, 3.1).at_least() == Approx(0.0026997960632601866));
  CHECK(seen(5, 0, 1).at_least() == 1);
  CHECK(seen(36, 1, 3.1).at_least() == Approx(1 - std::pow(1 - 0.0026997960632601866, 36)));
  CHECK(seen(2, 2, 3.1).at_least() == Approx(0.0026997960632601866 * 0.0026997960632601866).epsilon(1e-6));
  CHECK(seen(3, 2, 3.1).at_least() ==
        Approx(3 * std::pow(0.0026997960632601866, 2) * (1 - 0.0026997960632601866) +
               std::pow(0.0026997960632601866, 3))
            .epsilon(1e-6));
}

TEST_CASE("one z is beyond chance where it is beyond three", "[diff][checker]") {
  CHECK(seen(1, 1, 3.01).is_more_than_chance());
  CHECK_FALSE(seen(1, 0, 2.99).is_more_than_chance());
  CHECK_FALSE(seen(0, 0, 0).is_more_than_chance());
}

TEST_CASE("among many z some lie beyond three by chance, but not far, and not many", "[diff][checker]") {
  CHECK_FALSE(seen(1000, 3, 3.5).is_more_than_chance());
  CHECK_FALSE(seen(1000, 1, 4.2).is_more_than_chance());
  CHECK(seen(1000, 1, 5.1).is_more_than_chance());    // too far
  CHECK(seen(1000, 12, 3.3).is_more_than_chance());   // too many
  CHECK(seen(1000, 1000, 3.3).is_more_than_chance()); // all
  CHECK(seen(100'000, 400, 4).is_more_than_chance());
  CHECK_FALSE(seen(100'000, 290, 4.5).is_more_than_chance());
  CHECK(seen(10, 1, std::numeric_limits<double>::infinity()).is_more_than_chance());
}
