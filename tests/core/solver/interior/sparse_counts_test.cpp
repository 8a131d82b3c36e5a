#include "tests/core/solver/interior/sparse_logistic_cases.hpp"
#include "tests/support/catch.hpp"

using namespace core;

TEST_CASE("sparse logistic: what is counted at a corner, and as a support vector, is what the pieces say",
          "[sparse_counts][manufactured]") {
  const Sample sample = tests::imbalanced(120, 3, 4);
  const SparseLogisticProblem problem = tests::problem_of(sample, {0.2, 0.6}, 1);
  const SparseLogisticFit fit = tests::fitted(problem);
  REQUIRE(fit.certificate.status == Status::ok);
  // By the answer alone: at a corner is where z = F to 1e-6, flat where z is below it.
  Eigen::Index flat = 0, corner = 0;
  const Vector f = fit.log_odds(sample.x);
  for (Eigen::Index i = 0; i < sample.size(); ++i) {
    const double beyond = -sample.y(i) * f(i) - problem.interval.loss(sample.y(i)).corner;
    flat += beyond < -1e-6;
    corner += std::abs(beyond) <= 1e-6;
  }
  REQUIRE(corner > 0);
  REQUIRE(corner < sample.size() / 4);
  CHECK(fit.at_corner == corner);
  CHECK(fit.support_vectors == sample.size() - flat);
}

TEST_CASE("sparse logistic: an answer whose gap stays above what is asked for is not converged",
          "[sparse_counts][degenerate]") {
  const Sample sample = tests::imbalanced(60, 3, 4);
  StoppingRule nothing;
  nothing.relative_gap = -1e-3; // no gap is as small as that
  for (const FaithfulInterval& interval : {FaithfulInterval{0.2, 0.6}, FaithfulInterval{0, 1}}) {
    const SparseLogisticSample fits(sample.x, sample.y);
    CHECK(fits.at(interval, 1, nothing).certificate.status == Status::not_converged);
    CHECK(fits.at(interval, 1).certificate.status == Status::ok);
  }
}
