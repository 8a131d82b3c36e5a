#include "core/solver/weighted_dual.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"
#include "tests/support/reference_qp.hpp"

using core::Matrix;
using core::Vector;
using core::WeightedDual;

TEST_CASE("weighted dual: positives may rise to 1 - pi, negatives may fall to -pi", "[dual]") {
  const Matrix gram = Matrix::Identity(3, 3);
  core::Labels y(3);
  y << 1, -1, 1;
  const WeightedDual problem = core::weighted_dual(gram, y, 0.2, 3);
  CHECK(problem.lower == (Vector(3) << 0, -0.2, 0).finished());
  CHECK(problem.upper == (Vector(3) << 0.8, 0, 0.8).finished());
  CHECK(problem.lambda == 3);
}

TEST_CASE("weighted dual: labels, weights, lambdas and shapes that make no sense are refused", "[dual]") {
  const Matrix gram = Matrix::Identity(2, 2);
  core::Labels y(2), zero(2);
  y << 1, -1;
  zero << 1, 0;
  CHECK_THROWS_AS(core::weighted_dual(gram, zero, 0.5, 1), std::logic_error);
  CHECK_THROWS_AS(core::weighted_dual(gram, y, 1.5, 1), std::logic_error);
  CHECK_THROWS_AS(core::weighted_dual(gram, y, 0.5, 0), std::logic_error);
  CHECK_THROWS_AS(core::weighted_dual(Matrix(Matrix::Identity(3, 3)), y, 0.5, 1), std::logic_error);
}

TEST_CASE("nearest feasible: it is the projection, and a feasible point keeps its bits", "[dual][oracle]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    tests::Dice dice(seed);
    const Eigen::Index n = 1 + dice.below(12);
    const Matrix gram = Matrix::Identity(n, n);
    const core::Labels y = core::Labels::Ones(n);
    WeightedDual problem{gram, y, Vector(n), Vector(n), 1};
    Vector a(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      problem.lower(i) = dice.uniform(-1, 0);
      problem.upper(i) = dice.uniform(0, 1) * dice.below(2);
      a(i) = dice.uniform(-2, 2);
    }
    const Vector point = core::nearest_feasible(problem, a);
    CHECK((point - tests::project_by_bisection(problem, a)).cwiseAbs().maxCoeff() < 1e-12);
    CHECK((point.array() >= problem.lower.array()).all());
    CHECK((point.array() <= problem.upper.array()).all());
    CHECK(std::abs(point.sum()) <= 1e-13 * point.lpNorm<1>());
    CHECK(core::nearest_feasible(problem, point) == point);
  }
}

TEST_CASE("nearest feasible: boxes that cannot balance are a broken promise", "[dual]") {
  const Matrix gram = Matrix::Identity(2, 2);
  const core::Labels y = core::Labels::Ones(2);
  const WeightedDual empty{gram, y, Vector::Constant(2, 0.5), Vector::Constant(2, 1), 1};
  CHECK_THROWS_AS(core::nearest_feasible(empty, Vector::Zero(2)), std::logic_error);
}
