#include <limits>

#include "core/solver/certify.hpp"
#include "core/solver/solve.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"
#include "tests/support/reference_qp.hpp"

// The checkers are shown answers known to be wrong before any solver is trusted to their judgement.

using core::Certificate;
using core::DualSolution;
using core::Matrix;
using core::Vector;
using core::WeightedDual;

namespace {

constexpr double kPi = 0.3, kLambda = 0.2;

struct SmallProblem {
  core::Sample sample = tests::example1(5, 7);
  Matrix gram = tests::gaussian_gram(sample);
  WeightedDual dual = core::weighted_dual(gram, sample.y, kPi, kLambda);
};

Vector random_vector(Eigen::Index n, tests::Dice& dice) {
  Vector v(n);
  for (double& entry : v) entry = dice.uniform(-2, 2);
  return v;
}

} // namespace

TEST_CASE("certify: the primal is the weighted hinge problem of the paper", "[certify]") {
  const SmallProblem p;
  tests::Dice dice(1);
  for (int k = 0; k < 20; ++k) {
    const DualSolution answer{random_vector(5, dice), dice.uniform(-3, 3), kLambda, {}};
    const Vector f = answer.decision(p.gram);
    double value = kLambda / 2 * answer.a.dot(p.gram * answer.a) / (kLambda * kLambda);
    for (Eigen::Index i = 0; i < 5; ++i) {
      const double weight = p.sample.y(i) > 0 ? 1 - kPi : kPi;
      value += weight * std::max(0.0, 1 - p.sample.y(i) * f(i));
    }
    CHECK(core::primal_value(p.dual, answer.a, answer.beta_0) == Approx(value).epsilon(1e-12));
  }
}

TEST_CASE("certify: the optimum lies between the two values of any answer, feasible or not", "[certify]") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    tests::Dice dice(seed);
    SmallProblem p;
    if (seed % 2 == 0) // other boxes: shifted, wider, of no width
      for (Eigen::Index i = 0; i < 5; ++i) {
        p.dual.lower(i) = dice.uniform(-1, 0.2);
        p.dual.upper(i) = p.dual.lower(i) + (i == 0 ? 2 : dice.below(3));
      }
    const double optimum = tests::optimum_by_enumeration(p.dual);
    for (int k = 0; k < 10; ++k) {
      const Vector a = random_vector(5, dice);
      const Certificate proof = core::certify(p.dual, a, dice.uniform(-2, 2));
      CHECK(proof.primal >= optimum - 1e-9);
      CHECK(proof.dual <= optimum + 1e-9);
      CHECK(proof.dual == Approx(core::dual_value(p.dual, a)).epsilon(1e-12).margin(1e-12));
    }
  }
}

TEST_CASE("certify: moving the optimum's dual or intercept opens the gap", "[certify]") {
  const SmallProblem p;
  const DualSolution right = core::solve(p.dual);
  REQUIRE(right.certificate.relative_gap() < 1e-10);
  CHECK(core::certify(p.dual, right.a, right.beta_0 + 0.05).relative_gap() > 1e-3);
  CHECK(core::certify(p.dual, right.a, right.beta_0 - 0.05).relative_gap() > 1e-3);
  CHECK(core::certify(p.dual, 0.9 * right.a, right.beta_0).relative_gap() > 1e-3);
  CHECK(core::certify(p.dual, -right.a, right.beta_0).relative_gap() > 1e-1);
  CHECK(core::certify(p.dual, Vector::Zero(5), right.beta_0).relative_gap() > 1e-2);
}

TEST_CASE("certify: the solution of another weight or another lambda is no solution of this one",
          "[certify]") {
  const SmallProblem p;
  const WeightedDual swapped = core::weighted_dual(p.gram, p.sample.y, 1 - kPi, kLambda);
  const WeightedDual softer = core::weighted_dual(p.gram, p.sample.y, kPi, 2 * kLambda);
  for (const WeightedDual& other : {swapped, softer}) {
    const DualSolution wrong = core::solve(other);
    REQUIRE(wrong.certificate.relative_gap() < 1e-10);
    CHECK(core::certify(p.dual, wrong.a, wrong.beta_0).relative_gap() > 1e-3);
  }
}

TEST_CASE("certify: an infeasible answer cannot buy a better dual value", "[certify]") {
  const SmallProblem p;
  const DualSolution right = core::solve(p.dual);
  const Vector unbalanced = p.dual.upper; // every positive at its bound, no negative to balance them
  REQUIRE(unbalanced.sum() > 0.5);
  CHECK(core::dual_value(p.dual, unbalanced) <= right.certificate.primal + 1e-12);
  CHECK(core::dual_value(p.dual, 10 * right.a) <= right.certificate.primal + 1e-12);
}

TEST_CASE("certify: what is not a number proves nothing", "[certify]") {
  const SmallProblem p;
  Vector a = Vector::Zero(5);
  a(2) = std::numeric_limits<double>::quiet_NaN();
  CHECK(core::certify(p.dual, a, 0).gap() == std::numeric_limits<double>::infinity());
  a(2) = std::numeric_limits<double>::infinity();
  CHECK(core::certify(p.dual, a, 0).gap() == std::numeric_limits<double>::infinity());
  CHECK(core::certify(p.dual, Vector::Zero(5), -std::numeric_limits<double>::infinity()).gap() ==
        std::numeric_limits<double>::infinity());
}

TEST_CASE("kkt: each kind of violation is reported as what it is", "[certify]") {
  const SmallProblem p;
  const DualSolution right = core::solve(p.dual);
  const core::KktViolation none = core::kkt_violation(p.dual, right);
  CHECK(none.box == 0);
  CHECK(none.equality < 1e-14);
  CHECK(none.margin < 1e-9);

  DualSolution wrong = right;
  wrong.beta_0 += 0.25;
  CHECK(core::kkt_violation(p.dual, wrong).margin == Approx(0.25).epsilon(0.5));
  wrong = right;
  wrong.a(0) = p.dual.upper(0) + 0.125;
  CHECK(core::kkt_violation(p.dual, wrong).box == Approx(0.125));
  CHECK(core::kkt_violation(p.dual, wrong).equality > 1e-3);
  wrong.a(0) = p.dual.lower(0) - 0.125;
  CHECK(core::kkt_violation(p.dual, wrong).box == Approx(0.125));
}
