#include "core/tuning/lambda_grid.hpp"
#include "tests/support/catch.hpp"

using core::lambda_grid;
using core::Spacing;

TEST_CASE("a log grid whose ends are a whole number of steps apart takes no step more for rounding",
          "[log_grid][degenerate]") {
  // The ends are the doubles closest to f and f 10^(k/m). By logarithms some of them are a little further apart.
  CHECK(lambda_grid({5, 15.811388300841898, 2, Spacing::log}).size() == 2);
  CHECK(lambda_grid({3, 9.48683298050514, 2, Spacing::log}).size() == 2);
  CHECK(lambda_grid({1, 2.154434690031884, 3, Spacing::log}).size() == 2);
  CHECK(lambda_grid({5, 10.77217345015942, 3, Spacing::log}).size() == 2);
  CHECK(lambda_grid({2, 63245553.20336759, 2, Spacing::log}).size() == 16);
  // A step that is shorter by a thousandth is one.
  CHECK(lambda_grid({5, 15.83, 2, Spacing::log}).size() == 3);
}
