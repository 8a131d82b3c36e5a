#include <cmath>
#include <limits>

#include "core/solver/margin/certify.hpp"
#include "core/solver/margin/solve.hpp"
#include "core/solver/path/exact_lambda_path.hpp"
#include "core/solver/psi/psi_descent.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/exact_numbers.hpp"
#include "tests/support/margin_samples.hpp"
#include "tests/support/reference_qp.hpp"

using core::Certificate;
using core::DualSolution;
using core::Matrix;
using core::Vector;
using core::WeightedDual;

// The checkers are shown answers known to be wrong before any solver is trusted to their judgement.

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

// What a certificate says is true in real arithmetic: the gap of the stored answer, recomputed from the
// inputs in 113 bits, is no larger than the one reported, whatever the numbers are. On the roads that a study
// takes.
namespace {

using core::Labels;
using core::Status;
using Eigen::Index;

using tests::adversarial;
using tests::Exact;
using Problem = tests::ExactProblem;

struct Values {
  Exact primal = 0, dual = 0;
};

/// The objective at the stored answer, and the dual at its `a` with the sum's remainder taken by a variable
/// with room, both in 113 bits.
Values exact_values(const Problem& problem, const core::WeightedDual& boxes, const core::DualSolution& fit) {
  const Index n = problem.y.size();
  std::vector<Exact> a, feasible;
  Exact sum = 0;
  for (Index i = 0; i < n; ++i) a.push_back(fit.a(i)), sum += a.back();
  feasible = a;
  for (Index i = 0; i < n && sum != 0; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Exact moved = std::max<Exact>(boxes.lower(i), std::min<Exact>(boxes.upper(i), feasible[at] - sum));
    sum += moved - feasible[at];
    feasible[at] = moved;
  }
  Values out;
  for (Index i = 0; i < n; ++i) {
    Exact field = 0, feasible_field = 0;
    for (Index j = 0; j < n; ++j) {
      const Exact k = problem.entry(i, j);
      field += k * a[static_cast<std::size_t>(j)],
          feasible_field += k * feasible[static_cast<std::size_t>(j)];
    }
    const Exact lambda = problem.lambda,
                residual = Exact(problem.y(i)) - (field / lambda + Exact(fit.beta_0));
    out.primal += std::max<Exact>(residual * Exact(boxes.upper(i)), residual * Exact(boxes.lower(i)));
    out.primal += a[static_cast<std::size_t>(i)] * field / (2 * lambda);
    out.dual += Exact(problem.y(i)) * feasible[static_cast<std::size_t>(i)];
    out.dual -= feasible[static_cast<std::size_t>(i)] * feasible_field / (2 * lambda);
  }
  return out;
}

/// Whether an answer that is called proven is.
bool is_true(const Problem& problem, const core::WeightedDual& boxes, const core::DualSolution& fit) {
  const core::Certificate& said = fit.certificate;
  if (said.status != Status::ok || said.relative_gap() > 1e-6) return true;
  const Values exact = exact_values(problem, boxes, fit);
  return exact.primal - exact.dual <= Exact(said.gap()) * (1 + Exact(1e-9)) + Exact(1e-300);
}

core::WeightedDual boxes_of(const Matrix& gram, const Problem& problem) {
  return core::weighted_dual(gram, problem.y, problem.pi, problem.lambda);
}

} // namespace

TEST_CASE("certificate: the value of a wrong answer is refused by the exact one", "[solver][certificate]") {
  const Problem problem = adversarial(3);
  const Matrix gram = problem.kernel().gram(problem.x);
  const core::WeightedDual boxes = boxes_of(gram, problem);
  core::DualSolution fit = core::solve(boxes);
  fit.beta_0 += 0.01;
  fit.certificate.status = Status::ok;
  CHECK_FALSE(is_true(problem, boxes, fit));
}

TEST_CASE("certificate: a column of 1000 in eight rows is not certified beyond what its digits carry",
          "[solver][certificate][degenerate]") {
  Problem problem{Matrix::Constant(8, 1, 1000), Labels(8), false, 1, 0.2, 1e-3};
  problem.y << 1, -1, -1, 1, -1, -1, -1, 1;
  for (const double lambda : {10.0, 1e-1, 1e-3, 1e-5, 1e-7}) {
    problem.lambda = lambda;
    const Matrix gram = problem.kernel().gram(problem.x);
    const core::WeightedDual boxes = boxes_of(gram, problem);
    CAPTURE(lambda);
    CHECK(is_true(problem, boxes, core::solve(boxes)));
    core::ExactLambdaPath path(gram, problem.y, problem.pi);
    CHECK(is_true(problem, boxes, path.at(lambda)));
  }
}

TEST_CASE("certificate: ten thousand adversarial problems have no certificate that is false",
          "[solver][certificate][oracle][slow]") {
  int proven = 0, refuted = 0;
  for (int seed = 1; seed <= 10'000; ++seed) {
    const Problem problem = adversarial(seed);
    const Matrix gram = problem.kernel().gram(problem.x);
    const core::WeightedDual boxes = boxes_of(gram, problem);
    core::ExactLambdaPath path(gram, problem.y, problem.pi);
    const core::DualSolution fit = path.at(problem.lambda);
    proven += fit.certificate.status == Status::ok;
    if (is_true(problem, boxes, fit)) continue;
    ++refuted;
    CAPTURE(seed);
    CHECK(is_true(problem, boxes, fit));
  }
  CAPTURE(proven);
  CHECK(refuted == 0);
  CHECK(proven > 5'000);
}

TEST_CASE("certificate: no node of a path loses more than the gap that was read off allows",
          "[solver][certificate][oracle]") {
  Vector lambdas(7);
  for (Index k = 0; k < 7; ++k) lambdas(k) = std::pow(10, 3 - static_cast<double>(k));
  int compared = 0;
  for (int seed = 1; seed <= 300; ++seed) {
    const Problem problem = adversarial(seed);
    const Matrix gram = problem.kernel().gram(problem.x);
    core::ExactLambdaPath path(gram, problem.y, problem.pi), fresh(gram, problem.y, problem.pi);
    const core::LambdaNodes nodes = path.nodes(lambdas);
    for (Index k = 0; k < 7; ++k) {
      const core::DualSolution fit = fresh.at(lambdas(k));
      if (!(nodes.relative_gap(k) <= 1e-6) || fit.certificate.status != Status::ok) continue;
      ++compared;
      Exact loss = 0;
      for (Index i = 0; i < problem.y.size(); ++i)
        loss += problem.weight(i) * std::max<Exact>(0, 1 - Exact(problem.y(i)) * Exact(nodes.decision(i, k)));
      // The loss is at most the node's objective, which exceeds that of a proven fit by its gap or less.
      const double most = fit.certificate.primal / (1 - nodes.relative_gap(k));
      CAPTURE(seed, lambdas(k), nodes.relative_gap(k));
      CHECK(static_cast<double>(loss) <= most + 1e-12 * (1 + most));
    }
  }
  CHECK(compared > 1000);
}
