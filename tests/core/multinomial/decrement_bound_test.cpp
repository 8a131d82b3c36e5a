#include "core/solver/multinomial/decrement_bound.hpp"

#include <cmath>

#include "core/solver/multinomial/independent_columns.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using Columns = std::vector<Eigen::Index>;

TEST_CASE("decrement bound: of a quadratic function it is at least what is lacking and little more",
          "[multinomial][certificate]") {
  tests::Dice dice(4);
  const Matrix root = Matrix::NullaryExpr(5, 5, [&] { return dice.normal(); });
  const Matrix h = root * root.transpose() + 0.01 * Matrix::Identity(5, 5);
  const Vector theta = Vector::NullaryExpr(5, [&] { return dice.normal(); });
  const double lacking = theta.dot(h * theta) / 2, bound = above_infimum({h, 0, 0, h * theta, 0, 0});
  CHECK(bound >= lacking);
  CHECK(bound <= 1.25 * lacking);
}

TEST_CASE("decrement bound: nothing is bounded where digits, nearness or curvature are missing",
          "[multinomial][certificate][wrong answers]") {
  const Matrix h = Matrix::Identity(2, 2);
  const Vector g = Vector::Constant(2, 1e-3);
  REQUIRE(above_infimum({h, 0, 0, g, 0, 1}) < 1e-5);
  CHECK(above_infimum({h, 0, 0, 1000 * g, 0, 1}) == infinity);
  CHECK(above_infimum({h, 0.9, 0, g, 0, 1}) == infinity);
  CHECK(above_infimum({h, 0, 2, g, 0, 1}) == infinity);
  CHECK(above_infimum({Matrix::Ones(2, 2), 0, 0, g, 0, 1}) == infinity);
  CHECK(above_infimum({h, 0, 0, g * std::nan(""), 0, 1}) == infinity);
  CHECK(above_infimum({h, 0, 0, g, 0.1, 1}) > 0.004);
  CHECK(above_infimum({Matrix(0, 0), 0, 0, Vector(0), 0, 0}) == 0);
}

TEST_CASE("independent columns: what depends exactly is left out, what depends but for rounding is not",
          "[multinomial][manufactured]") {
  tests::Dice dice(7);
  Matrix z(12, 6);
  for (Eigen::Index i = 0; i < 12; ++i) {
    const double a = dice.below(2), b = a == 0 ? dice.below(2) : 0;
    z.row(i) << 1, a, b, 1 - a - b, dice.normal(), 0;
  }
  CHECK(independent_columns(z) == Columns{0, 1, 2, 4});
  // Two values keep a column in the span of what they indicate, whatever they were rounded to.
  for (const Eigen::Index k : {1, 2, 3}) {
    const double mean = z.col(k).mean(), spread = std::sqrt(mean * (1 - mean));
    z.col(k) = (z.col(k).array() - mean) / spread;
  }
  CHECK(independent_columns(z) == Columns{0, 1, 2, 4});
  z.col(5) = 3 * z.col(4); // rounded
  CHECK(independent_columns(z) == Columns{0, 1, 2, 4, 5});
  z.col(5) = -0x1p-900 * z.col(4);
  CHECK(independent_columns(z) == Columns{0, 1, 2, 4});
  CHECK(independent_columns(z.topRows(2)).size() <= 2);
  CHECK(independent_columns(Matrix(0, 3)).empty());
}
