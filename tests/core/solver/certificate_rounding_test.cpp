#include <cmath>

#include "core/solver/parametric/exact_lambda_path.hpp"
#include "core/solver/psi_descent.hpp"
#include "core/solver/solve.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/exact_numbers.hpp"

// What a certificate says is true in real arithmetic: the gap of the stored answer, recomputed from the
// inputs in 113 bits, is no larger than the one reported, whatever the numbers are. On the roads that a study
// takes.
namespace {

using core::Labels;
using core::Matrix;
using core::Status;
using core::Vector;
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
