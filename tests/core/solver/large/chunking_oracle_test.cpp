#include "core/solver/certify.hpp"
#include "core/solver/large/chunking.hpp"
#include "core/solver/solve.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

void check_against_solve(const WeightedDual& problem) {
  const DualSolution parts = solve_in_chunks(problem), whole = solve(problem);
  const Certificate proof = certify(problem, parts.a, parts.beta_0);
  CHECK(proof.relative_gap() <= 1e-8);
  CHECK(proof.primal == Approx(whole.certificate.primal).epsilon(2e-8));
  const Vector f = parts.decision(problem.gram), g = whole.decision(problem.gram);
  CHECK((f - g).cwiseAbs().maxCoeff() < 1e-2);
}

} // namespace

TEST_CASE("chunks: the whole problem's answer where few observations support it", "[solver][oracle]") {
  const Sample sample = tests::example2(1300, 4);
  for (const Kernel& kernel : {Kernel{Kernel::Shape::linear, 1}, Kernel{Kernel::Shape::gaussian, 2}}) {
    const Matrix gram = kernel.gram(sample.x);
    for (const double lambda : {0.1, 10.0}) check_against_solve(weighted_dual(gram, sample.y, 0.5, lambda));
  }
}

TEST_CASE("chunks: the whole problem's answer where most observations support it", "[solver][oracle]") {
  const Sample sample = tests::example1(1200, 6);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1}.gram(sample.x);
  for (const double pi : {0.3, 0.5}) check_against_solve(weighted_dual(gram, sample.y, pi, 1));
}

TEST_CASE("chunks: observations that were not drawn, twins and a class of one are taken as they come",
          "[solver][degenerate]") {
  // More than twice the 500 that the first part holds, so that it is not the whole that is solved.
  Sample sample = tests::example2(1300, 3);
  sample.x.bottomRows(300) = sample.x.topRows(300);
  sample.y.tail(300) = sample.y.head(300);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 2}.gram(sample.x);
  WeightedDual problem = weighted_dual(gram, sample.y, 0.5, 0.1);
  problem.lower.segment(100, 50).setZero();
  problem.upper.segment(100, 50).setZero();
  check_against_solve(problem);
  CHECK(solve_in_chunks(problem).a.segment(100, 50).isZero(0));

  Labels lonely = Labels::Constant(1300, -1);
  lonely(350) = 1;
  check_against_solve(weighted_dual(gram, lonely, 0.5, 0.1));

  const Labels one_class = Labels::Constant(1300, -1);
  const DualSolution constant = solve_in_chunks(weighted_dual(gram, one_class, 0.5, 0.1));
  CHECK(constant.certificate.status == Status::ok);
  CHECK(constant.a.isZero(0));
  CHECK(constant.beta_0 <= -1);
}

TEST_CASE("chunks: a box without zero is refused", "[solver][degenerate]") {
  const Sample sample = tests::example1(10, 1);
  const Matrix gram = Kernel{Kernel::Shape::linear, 1}.gram(sample.x);
  WeightedDual problem = weighted_dual(gram, sample.y, 0.5, 1);
  problem.lower(0) = problem.upper(0) = 0.5;
  CHECK_THROWS_AS(solve_in_chunks(problem), std::logic_error);
}
