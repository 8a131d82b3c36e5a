#include <cmath>
#include <random>

#include "results/statistics/attainable.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

Attainable asked(const std::string& text, const RateDesign& design) {
  return attainable(read_printed(text), design);
}

} // namespace

TEST_CASE("a mean of 20 error rates on 10 points is a multiple of a half percent: others are impossible",
          "[attainable][checker]") {
  const RateDesign design{20, 10, 100};
  CHECK(asked("1.10", design) == Attainable::no); // between .75 and 1.25, the odd halves
  CHECK(asked("1.49", design) == Attainable::no);
  CHECK(asked("1.50", design) == Attainable::yes);
  CHECK(asked("1.25", design) == Attainable::by_halves);
  CHECK(asked("0", design) == Attainable::yes);
  CHECK(asked("1.4", design) == Attainable::no);
  CHECK(asked("1.3", design) == Attainable::by_halves); // 1.25, rounded up at a tie
  CHECK(asked("1.2", design) == Attainable::by_halves); // and down
  CHECK(asked("inf", design) == Attainable::no);
  CHECK(asked("150.0", design) == Attainable::no);
  CHECK(asked("-0.50", design) == Attainable::no);
  CHECK(asked("100", design) == Attainable::yes);
  CHECK(asked("1.5", {20, 10, 1, false}) == Attainable::yes);
  CHECK(asked("0.015", {20, 10, 1}) == Attainable::yes); // a share
}

TEST_CASE("every mean of rates is attainable, however it is rounded", "[attainable][manufactured]") {
  std::mt19937 draws(1);
  for (const double points : {7, 30, 46, 388, 1444})
    for (const double rates : {3, 20, 100})
      for (int i = 0; i < 200; ++i) {
        const auto errors = static_cast<double>(draws() % static_cast<unsigned>(rates * points + 1));
        const std::string printed = decimal(100 * errors / (rates * points), i % 3);
        CAPTURE(points, rates, printed);
        CHECK(asked(printed, {rates, points, 100}) == Attainable::yes);
      }
}

TEST_CASE("a printing coarser than the multiples tells nothing", "[attainable][degenerate]") {
  CHECK_FALSE(is_telling(read_printed("1.60"), {20, 388, 100}));
  CHECK(is_telling(read_printed("5.79"), {20, 46, 100}));
  CHECK(is_telling(read_printed("5.790"), {20, 388, 100}));
  CHECK(nearest_attainable(read_printed("1.10"), {20, 10, 100}) == Approx(1.0));
}
