#include "core/solver/loops/cholesky.hpp"

#include <Eigen/Cholesky>

#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Matrix;
using core::Vector;

namespace {

Matrix noise(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  tests::Dice dice(seed);
  Matrix x(rows, columns);
  for (double& v : x.reshaped()) v = dice.normal();
  return x;
}

/// Positive definite, with nothing above the diagonal that could be read.
Matrix lower_of(Eigen::Index n) {
  const Matrix x = noise(n + 3, n, 5);
  Matrix a = x.transpose() * x;
  a.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
  return a;
}

} // namespace

TEST_CASE("Cholesky: solves what was multiplied, at sizes about one panel, two and the first by panels",
          "[loops][manufactured]") {
  const int n = GENERATE(1, 2, 47, 127, 128, 129, 143, 144, 145, 200, 301);
  CAPTURE(n);
  const Matrix lower = lower_of(n);
  const Vector x = noise(n, 1, 6);
  const Vector b = lower.selfadjointView<Eigen::Lower>() * x;
  const core::Cholesky factor(lower);
  REQUIRE(factor.is_positive());
  const Vector found = factor.solve(b);
  CHECK((Vector(lower.selfadjointView<Eigen::Lower>() * found) - b).norm() < 1e-12 * b.norm());
}

TEST_CASE("Cholesky: the factor by panels is that of Eigen but for rounding", "[loops][oracle]") {
  const Matrix lower = lower_of(250);
  const Vector b = noise(250, 1, 7);
  const Vector ours = core::Cholesky(lower).solve(b);
  const Vector theirs = Eigen::LLT<Matrix>(lower).solve(b);
  CHECK((ours - theirs).norm() < 1e-8 * theirs.norm());
}

TEST_CASE("Cholesky: a pivot that is not positive is told, wherever it is", "[loops][degenerate]") {
  const int n = 200, at = GENERATE(0, 1, 47, 48, 130, 199);
  const double pivot = GENERATE(0.0, -1.0, std::numeric_limits<double>::quiet_NaN());
  CAPTURE(at, pivot);
  Matrix a = Matrix::Identity(n, n);
  a(at, at) = pivot;
  CHECK_FALSE(core::Cholesky(a).is_positive());
  Matrix repeated = Matrix::Identity(n, n); // rows 3 and at are one
  repeated(std::max(at, 3), std::min(at, 3)) = 1;
  CHECK(core::Cholesky(repeated).is_positive() == (at == 3));
}
