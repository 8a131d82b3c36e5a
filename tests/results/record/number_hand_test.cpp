#include <cmath>

#include "core/contract.hpp"
#include "results/record/number.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using handmade::inf;

TEST_CASE("a number is printed with just its decimals, correctly rounded", "[number]") {
  CHECK(decimal(0.5814, 3) == "0.581");
  CHECK(decimal(0.5816, 3) == "0.582");
  CHECK(decimal(0.125, 2) == "0.12"); // exactly half: to even
  CHECK(decimal(0.375, 2) == "0.38");
  CHECK(decimal(1.005, 2) == "1.00"); // the double is 1.00499999999999989...
  CHECK(decimal(12, 0) == "12");
  CHECK(decimal(-0.0004, 3) == "0.000");
  CHECK(decimal(-0.0006, 3) == "-0.001");
  CHECK(decimal(1.5e12, 2) == "1.50e+12");
}

TEST_CASE("what is not a finite number is printed as what it is", "[number][degenerate]") {
  CHECK(decimal(inf, 3) == "inf");
  CHECK(decimal(-inf, 3) == "-inf");
  CHECK(decimal(std::nan(""), 3) == "--");
  CHECK(spread(inf, 3).empty());
  CHECK(spread(std::nan(""), 3).empty());
}

TEST_CASE("a standard error gets one decimal more than its mean", "[number]") {
  CHECK(spread(0.00281, 3) == "(0.0028)");
  CHECK(spread(0.31, 0) == "(0.3)");
}

TEST_CASE("missing replicates show in the count", "[number]") {
  CHECK(replicate_count(100, 100) == "100");
  CHECK(replicate_count(97, 100) == "97/100");
  CHECK(replicate_count(0, 100) == "0/100");
}

TEST_CASE("a printed number carries the unit of its last digit", "[number]") {
  CHECK(read_printed(".581").value == 0.581);
  CHECK(read_printed(".581").ulp == 1e-3);
  CHECK(read_printed("0.540").ulp == 1e-3);
  CHECK(read_printed("2.06").ulp == 1e-2);
  CHECK(read_printed("20.3").ulp == 0.1);
  CHECK(read_printed("12").ulp == 1);
  CHECK(read_printed("1.2e-3").ulp == 1e-4);
  CHECK(read_printed("-0.5").value == -0.5);
  CHECK(read_printed("inf").value == inf);
  CHECK(read_printed("inf").rounding() == 0);
  CHECK(read_printed("0.54").rounding() == Approx(0.01 / std::sqrt(12.0)));
}

TEST_CASE("a published text that is not a number is refused", "[number]") {
  for (const char* text : {"", "-", "2.06%", "0,581", ".581 (.0028)", "nan", "n/a", " 0.5"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_printed(text), core::UserError);
  }
}
