#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "core/solver/parametric/vector_loops.hpp"
#include "tests/core/parametric/levels/every_loop.hpp"
#include "tests/support/catch.hpp"

namespace {

bool has(const char* level) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  return std::string(level) == "x86-64-v4" ? __builtin_cpu_supports("x86-64-v4")
                                           : __builtin_cpu_supports("x86-64-v3");
#else
  return false && level;
#endif
}

bool same_bits(const std::vector<double>& s, const std::vector<double>& t) {
  return std::equal(s.begin(), s.end(), t.begin(), t.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

} // namespace

TEST_CASE("loops: every x86-64 level that this machine has returns the same bits", "[parametric][bits]") {
  for (const int n : {1, 3, 4, 7, 8, 9, 12, 17, 31, 64, 77, 100, 133})
    for (int seed = 0; seed < 3; ++seed) {
      CAPTURE(n, seed);
      const std::vector<double> plain = tests::every_loop_default(n, seed);
      REQUIRE(plain.size() > 8U);
      REQUIRE(same_bits(plain, tests::every_loop_dispatched(n, seed)));
      if (has("x86-64-v3")) REQUIRE(same_bits(plain, tests::every_loop_v3(n, seed)));
      if (has("x86-64-v4")) REQUIRE(same_bits(plain, tests::every_loop_v4(n, seed)));
    }
  WARN("compared with default:" << (has("x86-64-v3") ? " x86-64-v3" : " nothing")
                                << (has("x86-64-v4") ? " x86-64-v4" : ""));
}

TEST_CASE("loops: one bit of difference is seen", "[parametric][bits]") {
  const std::vector<double> plain = tests::every_loop_default(17, 1);
  std::vector<double> other = plain;
  other.back() = std::bit_cast<double>(std::bit_cast<std::uint64_t>(other.back()) ^ 1U);
  CHECK_FALSE(same_bits(plain, other));
  CHECK_FALSE(same_bits(plain, tests::every_loop_default(17, 2)));
}

TEST_CASE("loops: the level in use is the highest that this machine has", "[parametric]") {
  const std::string expected = has("x86-64-v4") ? "x86-64-v4" : has("x86-64-v3") ? "x86-64-v3" : "default";
  CHECK(core::loops::level() == expected);
}
