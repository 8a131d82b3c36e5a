#include "core/loss/psi.hpp"
#include "tests/support/catch.hpp"

using core::PsiPiece;

namespace {

/// Wang, Shen & Liu (2008), section 2.1, to the letter; sign(0) does not arise.
double printed(double z) {
  if (z < 0) return 1 + 1;
  if (z >= 1) return 1 - 1;
  return 2 * (1 - z);
}

double majorant(double z, PsiPiece piece) {
  if (piece == PsiPiece::falling) return 2 * std::max(0.0, 1 - z);
  return 2 + 2 * std::max(0.0, z - 1);
}

constexpr double grid_step = 1.0 / 64; // exact in binary, so that 0 and 1 are on the grid

} // namespace

TEST_CASE("psi: is the printed loss on both sides of its corners and on them", "[loss]") {
  for (int k = -192; k <= 192; ++k) CHECK(core::psi(k * grid_step) == printed(k * grid_step));
  CHECK(core::psi(-1e-300) == 2);
  CHECK(core::psi(0) == 2);
  CHECK(core::psi(1) == 0);
  CHECK(core::psi(-1e300) == 2);
  CHECK(core::psi(1e300) == 0);
}

TEST_CASE("psi: is twice the hinge less twice the negative part, a difference of convex functions",
          "[loss]") {
  for (int k = -192; k <= 192; ++k) {
    const double z = k * grid_step;
    CHECK(core::psi(z) == 2 * core::hinge(z) - 2 * std::max(0.0, -z));
  }
}

TEST_CASE("psi: is the smaller of its two majorants, falling from 0 on and flat up to 1", "[loss]") {
  for (int k = -192; k <= 192; ++k) {
    const double z = k * grid_step;
    const double falling = majorant(z, PsiPiece::falling), flat = majorant(z, PsiPiece::flat);
    CHECK(core::psi(z) == std::min(falling, flat));
    CHECK((core::psi(z) == falling) == (z >= 0));
    CHECK((core::psi(z) == flat) == (z <= 0 || z == 0));
  }
}

TEST_CASE("psi: the support of each box and its constant is the weighted majorant, for both labels",
          "[loss]") {
  for (const double y : {-1.0, 1.0}) {
    for (const PsiPiece piece : {PsiPiece::falling, PsiPiece::flat}) {
      for (const double weight : {0.0, 0.25, 1.5}) {
        const core::Box box = core::psi_box(y, weight, piece);
        CHECK(box.lower <= 0);
        CHECK(box.upper >= 0);
        CHECK(box.upper - box.lower == 2 * weight);
        for (int k = -192; k <= 192; ++k) {
          const double f = k * grid_step;
          CHECK(core::support(box, y - f) + core::psi_constant(weight, piece) ==
                weight * majorant(y * f, piece));
        }
      }
    }
  }
}
