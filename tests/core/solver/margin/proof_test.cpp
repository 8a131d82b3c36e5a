#include "core/solver/certificate.hpp"
#include "tests/support/catch.hpp"

using core::Certificate;

TEST_CASE("a certificate proves what its values meet within, unless rounding may hide more than 1e-6",
          "[solver][certificate]") {
  Certificate close;
  close.primal = 2;
  close.dual = 2 - 1e-9;
  close.rounding = 2e-7;
  CHECK(close.proves(1e-8));
  close.rounding = 4e-6; // relative, 2e-6
  CHECK_FALSE(close.proves(1e-8));
  CHECK(close.proves(1e-5));

  Certificate apart;
  apart.primal = 2;
  apart.dual = 2 - 1e-7;
  CHECK_FALSE(apart.proves(1e-8));
  apart.rounding = 1e-7; // which is no excuse
  CHECK_FALSE(apart.proves(1e-8));
}
