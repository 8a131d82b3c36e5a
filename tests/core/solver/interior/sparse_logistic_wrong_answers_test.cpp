#include "tests/core/solver/interior/sparse_logistic_cases.hpp"
#include "tests/support/catch.hpp"

using namespace core;

namespace {

constexpr FaithfulInterval interval{0.1, 0.5};

/// The observation of this kind with the largest alpha.
Eigen::Index one_of(const SparseLogisticProblem& problem, const SparseLogisticFit& fit, Piece kind) {
  Eigen::Index best = -1;
  for (Eigen::Index i = 0; i < problem.y.size(); ++i)
    if (piece_of(problem, fit, i) == kind && (best < 0 || fit.alpha(i) > fit.alpha(best))) best = i;
  REQUIRE(best >= 0);
  return best;
}

} // namespace

TEST_CASE(
    "sparse logistic: the certificate rejects a perturbed answer, a dropped support vector, a wrong kind",
    "[sparse_logistic][wrong answers]") {
  const Sample sample = tests::imbalanced(200, 4, 1);
  const SparseLogisticProblem problem = tests::problem_of(sample, interval, 0.5);
  const SparseLogisticFit fit = tests::fitted(problem);
  REQUIRE(certify(problem, fit).proves(1e-8));
  const SparseLogisticViolation none = kkt_violation(problem, fit);
  REQUIRE(none.stationarity < 1e-8);
  REQUIRE(none.multiplier < 1e-4);

  SparseLogisticAnswer moved = fit;
  moved.w(0) += 0.01;
  CHECK(certify(problem, moved).relative_gap() > 1e-6);
  CHECK(kkt_violation(problem, moved).stationarity > 1e-6);
  moved = fit;
  moved.b -= 0.01;
  CHECK(certify(problem, moved).relative_gap() > 1e-6);

  SparseLogisticAnswer dropped = fit;
  dropped.alpha(one_of(problem, fit, Piece::logarithmic)) = 0;
  CHECK(certify(problem, dropped).relative_gap() > 1e-6);
  CHECK(kkt_violation(problem, dropped).multiplier > 0.05);

  SparseLogisticAnswer taken = fit;
  const Eigen::Index flat = [&] {
    for (Eigen::Index i = 0; i < sample.size(); ++i)
      if (piece_of(problem, fit, i) == Piece::flat) return i;
    return Eigen::Index{-1};
  }();
  REQUIRE(flat >= 0);
  taken.alpha(flat) = problem.interval.loss(sample.y(flat)).jump();
  CHECK(certify(problem, taken).relative_gap() > 1e-6);
  CHECK(kkt_violation(problem, taken).multiplier > 0.05);
}

TEST_CASE("sparse logistic: what scaling mends the KKT residual shows", "[sparse_logistic][wrong answers]") {
  const Sample sample = tests::imbalanced(200, 4, 2);
  const SparseLogisticProblem problem = tests::problem_of(sample, interval, 0.5);
  SparseLogisticAnswer answer = tests::fitted(problem);
  answer.alpha = (sample.y.array() > 0).select(1.5 * answer.alpha, answer.alpha).cwiseMin(1);
  const double excess = answer.alpha.dot(sample.y);
  REQUIRE(excess > 1);
  CHECK(kkt_violation(problem, answer).stationarity > 1e-3);
}

TEST_CASE("sparse logistic: an alpha that no slope is has an infinite gap",
          "[sparse_logistic][wrong answers]") {
  const Sample sample = tests::imbalanced(60, 3, 3);
  const SparseLogisticProblem problem = tests::problem_of(sample, interval, 0.5);
  for (const double wrong : {-0.01, 1.01}) {
    SparseLogisticAnswer answer = tests::fitted(problem);
    answer.alpha(0) = wrong;
    CHECK(certify(problem, answer).relative_gap() == infinity);
  }
}
