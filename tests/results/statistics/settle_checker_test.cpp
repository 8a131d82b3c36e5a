#include <cmath>
#include <random>

#include "core/parameters.hpp"
#include "results/statistics/agreement.hpp"
#include "tests/support/catch.hpp"

// Against the verdict itself: with one replicate fewer it cannot tell, with the number asked for it can.
using namespace results;

namespace {

struct SettleCase {
  double mean, se;
  std::int32_t n;
};

const double u = std::sqrt(0.004 * 0.004 + 1e-6 / 12); // of 0.581 (0.004)

/// The verdict if the mean and the spread stayed as they are.
Verdict with(const SettleCase& one, std::int64_t n) {
  Summary ours;
  ours.mean = ours.finite_mean = one.mean;
  ours.se = ours.finite_se = one.se * std::sqrt(static_cast<double>(one.n) / static_cast<double>(n));
  ours.used = static_cast<std::int32_t>(n);
  return compare(ours, {{}, "gkl", "0.581", "0.004"}, 100).verdict;
}

std::int64_t wanted(const SettleCase& one) {
  return replicates_to_settle({one.mean - 0.581, one.se, u, one.n});
}

} // namespace

TEST_CASE("the number asked for settles the verdict and one fewer does not, or no number does",
          "[settle][checker]") {
  std::mt19937 dice(7);
  std::uniform_real_distribution<double> shift(-6, 6), coarseness(0.1, 12);
  int settled = 0, hopeless = 0;
  for (int i = 0; i < 4000; ++i) {
    const SettleCase one{0.581 + shift(dice) * u, coarseness(dice) * u, 20};
    if (with(one, one.n) != Verdict::cannot_tell) continue;
    const std::int64_t n = wanted(one);
    CAPTURE(one.mean, one.se, n);
    if (n == 0) {
      ++hopeless;
      for (const std::int64_t more : {21, 100, 1000, 100'000, 10'000'000})
        REQUIRE(with(one, more) == Verdict::cannot_tell);
      continue;
    }
    ++settled;
    REQUIRE(n > one.n);
    REQUIRE(with(one, n + 1) != Verdict::cannot_tell); // a boundary met exactly is either's
    if (n > one.n + 2) REQUIRE(with(one, n - 2) == Verdict::cannot_tell);
  }
  CHECK(settled > 200);
  CHECK(hopeless > 20);
}

TEST_CASE("a coarse mean at the published one wants its error at three times u", "[settle][manufactured]") {
  CHECK(wanted({0.581, 6 * u, 50}) == 200);
}

TEST_CASE("a difference that the published number's uncertainty covers is never settled",
          "[settle][degenerate]") {
  CHECK(wanted({0.581 + 2.9 * u, 0.5 * u, 50}) == 0);
  CHECK(wanted({0.581 + 3 * u, 0.5 * u, 50}) == 0);
  CHECK(wanted({0.581 + 3.0000000001 * u, u, 1'000'000'000}) == 0); // more than anybody has
}
