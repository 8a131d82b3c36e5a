#include <cmath>
#include <limits>

#include "core/probability/decision_comparison.hpp"
#include "tests/support/catch.hpp"

// Curves whose borders, margins and slopes are known by hand.
using core::Vector;

namespace {

const Vector x = Vector::LinSpaced(9, -4, 4);

/// x held within [-1.5, 1.5]: from margin to margin a straight line, outside constant.
Vector clipped() {
  return x.cwiseMax(-1.5).cwiseMin(1.5);
}

} // namespace

TEST_CASE("a crossing lies where the straight line between two points is zero", "[curve_shape]") {
  const Vector y = (Vector(3) << -1, 3, 5).finished(), at = Vector::LinSpaced(3, 0, 2);
  const auto found = core::crossings(at, y, 0);
  CHECK(found.count == 1);
  CHECK(found.nearest.value() == Approx(0.25));
}

TEST_CASE("of several crossings the one nearest to the place counts, and all are counted", "[curve_shape]") {
  const Vector y = (Vector(5) << -1, 1, -1, 1, 1).finished(), at = Vector::LinSpaced(5, 0, 4);
  CHECK(core::crossings(at, y, 0).nearest.value() == Approx(0.5));
  CHECK(core::crossings(at, y, 1.6).nearest.value() == Approx(1.5));
  CHECK(core::crossings(at, y, 9).nearest.value() == Approx(2.5));
  CHECK(core::crossings(at, y, 9).count == 3);
}

TEST_CASE("a curve of one sign has no border, whatever its size", "[curve_shape]") {
  for (const double value : {1.0, 0.0, -2.0, std::numeric_limits<double>::infinity()}) {
    const auto found = core::crossings(x, Vector::Constant(9, value), 0);
    CHECK_FALSE(found.nearest);
    CHECK(found.count == 0);
  }
}

TEST_CASE("a straight line has slope 1 outside its margins, rising and falling", "[curve_shape]") {
  for (const double slope : {1.0, -0.5}) {
    const Vector y = slope * x;
    const auto margins = core::margins(x, y, 0);
    REQUIRE(margins);
    CHECK(x(margins->last) == Approx(1 / std::abs(slope)));
    CHECK(x(margins->first) == Approx(-1 / std::abs(slope)));
    CHECK(core::outside_slope(y, *margins).value() == Approx(1));
  }
}

TEST_CASE("a curve that is constant outside its margins has slope 0 there, one half as steep 1/2",
          "[curve_shape]") {
  const Vector flat = x.cwiseMax(-1).cwiseMin(1);
  const auto margins = core::margins(x, flat, 0);
  REQUIRE(margins);
  CHECK(core::outside_slope(flat, *margins).value() == 0);
  CHECK(core::outside_slope((flat + x) / 2, *margins).value() == Approx(0.5));
}

TEST_CASE("going up and down again outside is not flat", "[curve_shape]") {
  Vector y = x.cwiseMax(-1).cwiseMin(1);
  y(8) = 0, y(7) = 2;
  const auto margins = core::margins(x, y, 0);
  REQUIRE(margins);
  CHECK(core::outside_slope(y, *margins).value() == Approx((1.0 + 2.0) / 6));
}

TEST_CASE("margins that are never reached do not exist; nothing outside has no slope", "[curve_shape]") {
  CHECK_FALSE(core::margins(x, 0.2 * x, 0));
  CHECK_FALSE(core::margins(x, clipped(), 7));
  CHECK_FALSE(core::margins(x, clipped().cwiseMin(0.9), 0));
  const Vector narrow = 0.25 * x;
  const auto whole = core::margins(x, narrow, 0);
  REQUIRE(whole);
  CHECK_FALSE(core::outside_slope(narrow, *whole));
}
