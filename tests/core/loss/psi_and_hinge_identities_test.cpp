#include <Eigen/Core>

#include "core/loss/psi.hpp"
#include "tests/support/catch.hpp"

using core::Psi;

namespace {

/// Wang, Shen & Liu (2008), section 2.1, to the letter; sign(0) does not arise.
double printed(double z) {
  if (z < 0) return 1 + 1;
  if (z >= 1) return 1 - 1;
  return 2 * (1 - z);
}

double majorant(double z, Psi::Majorant which) {
  if (which == Psi::Majorant::falling) return 2 * std::max(0.0, 1 - z);
  return 2 + 2 * std::max(0.0, z - 1);
}

constexpr double piece_step = 1.0 / 64; // exact in binary, so that 0 and 1 are on the grid

} // namespace

TEST_CASE("psi: is the printed loss on both sides of its corners and on them", "[loss]") {
  for (int k = -192; k <= 192; ++k) CHECK(Psi::value(k * piece_step) == printed(k * piece_step));
  const Eigen::ArrayXd z = Eigen::ArrayXd::LinSpaced(385, -192, 192) * piece_step;
  const Eigen::ArrayXd together = Psi::values(z), apart = z.unaryExpr(&Psi::value);
  CHECK((together == apart).all());
  CHECK(Psi::value(-1e-300) == 2);
  CHECK(Psi::value(0) == 2);
  CHECK(Psi::value(1) == 0);
  CHECK(Psi::value(-1e300) == 2);
  CHECK(Psi::value(1e300) == 0);
}

TEST_CASE("psi: is twice the hinge less twice the negative part, a difference of convex functions",
          "[loss]") {
  for (int k = -192; k <= 192; ++k) {
    const double z = k * piece_step;
    CHECK(Psi::value(z) == 2 * core::Hinge::value(z) - 2 * std::max(0.0, -z));
  }
}

TEST_CASE("psi: is the smaller of its two majorants, falling from 0 on and flat up to 1", "[loss]") {
  for (int k = -192; k <= 192; ++k) {
    const double z = k * piece_step;
    const double falling = majorant(z, Psi::Majorant::falling), flat = majorant(z, Psi::Majorant::flat);
    CHECK(Psi::value(z) == std::min(falling, flat));
    CHECK((Psi::value(z) == falling) == (z >= 0));
    CHECK((Psi::value(z) == flat) == (z <= 0 || z == 0));
  }
}

TEST_CASE("psi: the support of each box and its constant is the weighted majorant, for both labels",
          "[loss]") {
  for (const double y : {-1.0, 1.0}) {
    for (const Psi::Majorant which : {Psi::Majorant::falling, Psi::Majorant::flat}) {
      for (const double weight : {0.0, 0.25, 1.5}) {
        const core::Box box = Psi::box(y, weight, which);
        CHECK(box.lower <= 0);
        CHECK(box.upper >= 0);
        CHECK(box.upper - box.lower == 2 * weight);
        for (int k = -192; k <= 192; ++k) {
          const double f = k * piece_step;
          CHECK(core::support(box, y - f) + Psi::constant(weight, which) == weight * majorant(y * f, which));
        }
      }
    }
  }
}

TEST_CASE("hinge: the support of its box at the residual is the weighted hinge of the margin", "[loss]") {
  for (const double y : {-1.0, 1.0})
    for (const double f : {-2.5, -1.0, 0.0, 0.3, 1.0, 7.0})
      CHECK(core::support(core::Hinge::box(y, 0.7), y - f) == Approx(0.7 * core::Hinge::value(y * f)));
}
