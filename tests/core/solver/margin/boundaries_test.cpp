#include <cmath>

#include "core/solver/gram/columns.hpp"
#include "core/solver/margin/certify.hpp"
#include "tests/support/catch.hpp"

using core::Labels;
using core::Matrix;
using core::Vector;
using core::WeightedDual;

// What checks and sums do at the edge of what they let pass.

TEST_CASE("kkt: below its upper bound a residual may not be positive, above its lower one not negative",
          "[certify]") {
  const Matrix gram = Matrix::Zero(1, 1);
  const Labels y = Labels::Ones(1);
  const WeightedDual problem{gram, y, Vector::Zero(1), Vector::Ones(1), 1};
  const auto margin = [&](double a, double residual) {
    return core::kkt_violation(problem, {Vector::Constant(1, a), 1 - residual, 1, {}}).margin;
  };
  CHECK(margin(0, 0.25) == 0.25);
  CHECK(margin(0, -0.25) == 0);
  CHECK(margin(0.5, 0.25) == 0.25);
  CHECK(margin(0.5, -0.25) == 0.25);
  CHECK(margin(1, 0.25) == 0);
  CHECK(margin(1, -0.25) == 0.25);
}

TEST_CASE("the nearest feasible point has a sum of zero to rounding, and is not what is off by a billionth",
          "[dual]") {
  const Matrix gram = Matrix::Identity(3, 3);
  const Labels y = Labels::Ones(3);
  const WeightedDual problem{gram, y, Vector::Constant(3, -1), Vector::Ones(3), 1};
  for (const double off : {1e-9, -1e-9, 1e-11, 1e-6, 0.3}) {
    CAPTURE(off);
    const Vector a = (Vector(3) << 0.5, -0.25, -0.25 + off).finished();
    const Vector point = core::nearest_feasible(problem, a);
    CHECK(std::abs(point.sum()) <= 1e-13 * point.lpNorm<1>());
    CHECK((point - a).isApprox(Vector::Constant(3, -off / 3), 1e-3));
  }
}

TEST_CASE("row sums add up four columns in pairs, as they say", "[determinism]") {
  // 1 + 1e16 and 1 - 1e16 lose their ones; one by one the last would stay.
  const Matrix x = (Matrix(1, 5) << 3, 1, 1e16, -1e16, 1).finished();
  CHECK(core::row_sums(x)(0) == 3);
  const Matrix more = (Matrix(1, 6) << 3, 1, 1e16, -1e16, 1, 7).finished();
  CHECK(core::row_sums(more)(0) == 10);
}
