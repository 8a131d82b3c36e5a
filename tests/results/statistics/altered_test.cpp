#include "results/statistics/altered.hpp"

#include <cmath>
#include <cstdint>

#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// n over k in whole numbers.
std::uint64_t combinations(std::uint64_t n, std::uint64_t k) {
  if (k > n) return 0;
  std::uint64_t out = 1;
  for (std::uint64_t i = 1; i <= k; ++i) out = out * (n - k + i) / i;
  return out;
}

/// The definition, one by one, in whole numbers: 20 C(all - m, seen) > C(all, seen).
std::int64_t by_counting(std::uint64_t all, std::uint64_t seen) {
  std::int64_t most = 0;
  for (std::uint64_t m = 0; m <= all; ++m)
    if (20 * combinations(all - m, seen) > combinations(all, seen)) most = static_cast<std::int64_t>(m);
  return most;
}

} // namespace

TEST_CASE("the bound on altered cells is the hypergeometric one, exactly", "[altered][oracle]") {
  for (std::uint64_t all = 0; all <= 40; ++all)
    for (std::uint64_t seen = 0; seen <= all; ++seen) {
      CAPTURE(all, seen);
      CHECK(most_altered(static_cast<std::int64_t>(all), static_cast<std::int64_t>(seen)) ==
            by_counting(all, seen));
    }
}

TEST_CASE("who has seen all cells knows of all, who has seen none of none", "[altered][degenerate]") {
  CHECK(most_altered(0, 0) == 0);
  CHECK(most_altered(100'000'000, 100'000'000) == 0);
  CHECK(most_altered(100'000'000, 0) == 100'000'000);
  CHECK(most_altered(20, 19) == 0); // one altered cell would be missed with probability 0.05
}

TEST_CASE("of many cells the bound is nearly that of draws with replacement", "[altered][oracle]") {
  // 1 - 0.05^(1/50) of the cells
  CHECK(std::abs(static_cast<double>(most_altered(100'000'000, 50)) / 1e8 - 0.0581551) < 1e-6);
}

TEST_CASE("a share that is left out exactly is no more than the rest of the confidence",
          "[altered][degenerate]") {
  CHECK(most_altered(20, 19) == 0);
  CHECK(most_altered(10, 9, 0.9) == 0); // 1 - .9 is less than a tenth in double precision
  CHECK(most_altered(10, 8, 0.9) == 1);
}
