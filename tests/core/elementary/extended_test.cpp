#include "core/elementary/extended.hpp"

#include <cmath>
#include <limits>

#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

// Where the processor has numbers of 64 bits itself, as x86-64 does.
#if LDBL_MANT_DIG == 64

namespace {

using Rounded = core::RoundedTo64<__float128>;

long double drawn(core::Stream& stream) {
  const auto all_bits = static_cast<long double>(stream.bits() | (std::uint64_t{1} << 63));
  const int scale = static_cast<int>(stream.below(80)) - 100;
  return std::ldexp(stream.below(2) == 0 ? all_bits : -all_bits, scale);
}

long double own(Rounded number) {
  return static_cast<long double>(number);
}

} // namespace

TEST_CASE("a longer type rounded to 64 bits has the bits of the processor's own numbers of 64", "[oracle]") {
  core::Stream stream("numbers of 64 bits");
  for (int i = 0; i < 200000; ++i) {
    const long double x = drawn(stream), z = drawn(stream);
    const Rounded a = x, b = z;
    REQUIRE(own(a + b) == x + z);
    REQUIRE(own(a - b) == x - z);
    REQUIRE(own(a * b) == x * z);
    REQUIRE(own(a / b) == x / z);
    REQUIRE(static_cast<double>(a * b) == static_cast<double>(x * z));
  }
}

TEST_CASE("the middle between two numbers of 64 bits goes to the even one", "[degenerate]") {
  const long double step = 0x1p-63L;
  for (const long double odd : {1 + step, 1 + 2 * step, -1 - step}) {
    const long double half = std::copysign(step / 2, odd);
    CHECK(own(Rounded(odd) + Rounded(half)) == odd + half);
    CHECK(own(Rounded(odd) - Rounded(half)) == odd - half);
  }
}

TEST_CASE("what is not finite stays so in numbers of 64 bits", "[degenerate]") {
  constexpr long double infinite = std::numeric_limits<long double>::infinity();
  CHECK(own(Rounded(infinite) + Rounded(1)) == infinite);
  CHECK(std::isnan(own(Rounded(infinite) - Rounded(infinite))));
  CHECK(own(Rounded(0) * Rounded(-1)) == 0);
}

#endif
