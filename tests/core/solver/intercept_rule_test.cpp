#include "core/solver/certify.hpp"
#include "core/solver/intercept.hpp"
#include "core/solver/solve.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::infinity;
using core::InterceptInterval;
using core::Matrix;
using core::Vector;
using core::WeightedDual;

namespace {

core::Labels labels(Eigen::Index positive, Eigen::Index negative) {
  core::Labels y = core::Labels::Ones(positive + negative);
  y.tail(negative).setConstant(-1);
  return y;
}

} // namespace

TEST_CASE("intercept: finite, half-infinite and boundless intervals choose midpoint, end and zero",
          "[intercept]") {
  CHECK(core::chosen_intercept({-1, 3}) == 1);
  CHECK(core::chosen_intercept({-1, infinity}) == -1);
  CHECK(core::chosen_intercept({-infinity, 3}) == 3);
  CHECK(core::chosen_intercept({-infinity, infinity}) == 0);
}

TEST_CASE("intercept: with one class every constant beyond its margin is optimal and the nearest is taken",
          "[intercept][degenerate]") {
  const Matrix gram = Matrix::Identity(3, 3);
  const core::Labels positive = labels(3, 0), negative = labels(0, 3);
  const Vector field = Vector::Zero(3);
  const InterceptInterval above =
      core::intercept_interval(core::weighted_dual(gram, positive, 0.4, 1), field);
  CHECK(above.lower == 1);
  CHECK(above.upper == infinity);
  const InterceptInterval below =
      core::intercept_interval(core::weighted_dual(gram, negative, 0.4, 1), field);
  CHECK(below.lower == -infinity);
  CHECK(below.upper == -1);
}

TEST_CASE("intercept: at an exact tie of the weights the interval is whole and its midpoint is taken",
          "[intercept][degenerate]") {
  const Matrix gram = Matrix::Zero(20, 20);
  for (const int positive : {1, 3, 7, 11, 19}) { // pi = n+ / n: n+ (1 - pi) = n- pi up to rounding
    const core::Labels y = labels(positive, 20 - positive);
    const WeightedDual tie = core::weighted_dual(gram, y, positive / 20.0, 1);
    const InterceptInterval interval = core::intercept_interval(tie, Vector::Zero(20));
    CAPTURE(positive);
    CHECK(interval.lower == -1);
    CHECK(interval.upper == 1);
    const WeightedDual near = core::weighted_dual(gram, y, positive / 20.0 + 1e-9, 1);
    CHECK(core::intercept(near, Vector::Zero(20)) == -1);
  }
}

TEST_CASE("intercept: it is where free support vectors agree", "[intercept]") {
  const core::Sample sample = tests::example1(40, 3);
  const Matrix gram = tests::gaussian_gram(sample);
  const WeightedDual problem = core::weighted_dual(gram, sample.y, 0.45, 0.3);
  const core::DualSolution fit = core::solve(problem);
  const Vector field = gram * fit.a;
  int free = 0;
  for (Eigen::Index i = 0; i < 40; ++i)
    if (fit.a(i) > problem.lower(i) + 1e-6 && fit.a(i) < problem.upper(i) - 1e-6) {
      ++free;
      CHECK(fit.beta_0 == Approx(sample.y(i) - field(i) / problem.lambda).margin(1e-9));
    }
  REQUIRE(free > 2);
}

TEST_CASE("intercept: the interval is exactly where the primal is least", "[intercept]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    tests::Dice dice(seed);
    const core::Sample sample = tests::awkward(tests::kAwkward[seed % 8], 9, 2, seed);
    const Matrix gram = tests::linear_gram(sample);
    WeightedDual problem = core::weighted_dual(gram, sample.y, 0.25, 0.5);
    if (seed % 3 == 0) problem.upper.setConstant(0.75); // boxes that let every variable rise
    Vector a(9);
    for (double& entry : a) entry = dice.uniform(-1, 1);
    const Vector field = gram * a;
    const InterceptInterval interval = core::intercept_interval(problem, field);
    const double chosen = core::chosen_intercept(interval);
    const double least = core::primal_value(problem, a, chosen);
    for (int k = 0; k < 30; ++k) {
      const double b = chosen + dice.uniform(-4, 4);
      const double value = core::primal_value(problem, a, b);
      CHECK(value >= least - 1e-12);
      const bool inside = b >= interval.lower && b <= interval.upper;
      CHECK((value <= least + 1e-12) == inside);
    }
  }
}

TEST_CASE("intercept: a guess changes the cost, never the number", "[intercept]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    tests::Dice dice(seed);
    const core::Sample sample = tests::awkward(tests::kAwkward[seed % 8], 14, 2, seed);
    const Matrix gram = seed % 2 ? tests::linear_gram(sample) : tests::gaussian_gram(sample);
    const WeightedDual problem = core::weighted_dual(gram, sample.y, dice.below(19) / 20.0 + 0.05, 0.3);
    const core::DualSolution fit = core::solve(problem);
    const Vector field = gram * fit.a;
    const double answer = core::intercept(problem, field);
    for (const double guess :
         {answer, answer + 1e-12, answer - 1e-7, answer + 0.5, answer - 3, 0.0, 1.0, 1e6})
      CHECK(core::intercept_near(problem, field, guess) == answer);
  }
}

TEST_CASE("intercept: boxes of no width leave it free and it is zero", "[intercept][degenerate]") {
  const Matrix gram = Matrix::Identity(2, 2);
  const core::Labels y = labels(1, 1);
  WeightedDual problem = core::weighted_dual(gram, y, 0.5, 1);
  problem.lower.setZero();
  problem.upper.setZero();
  CHECK(core::intercept(problem, Vector::Zero(2)) == 0);
}
