#include <cmath>

#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

TEST_CASE("a uniform number below a half is the middle of one of 2^53 cells, so that none is 0",
          "[uniform][manufactured]") {
  core::Stream stream("uniform, cells"), same("uniform, cells");
  int below = 0;
  for (int k = 0; k < 1000; ++k) {
    const double u = stream.uniform(), cell = static_cast<double>(same.bits() >> 11);
    if (u >= 0.5) continue;
    ++below;
    CHECK(u * 0x1p53 - cell == 0.5);
  }
  CHECK(below > 400);
}
