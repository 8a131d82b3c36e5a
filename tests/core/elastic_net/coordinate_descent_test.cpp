#include "core/probability/sparse/coordinate_descent.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/solver/elastic_net/path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

Sample sample_of(Eigen::Index n, Eigen::Index p) {
  tests::Dice dice(5);
  Sample sample{Matrix(n, p), Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    sample.y(i) = i % 2 == 0 ? 1 : -1;
    for (Eigen::Index j = 0; j < p; ++j) sample.x(i, j) = dice.normal() + (j < 3 ? 0.6 * sample.y(i) : 0);
  }
  return sample;
}

double largest_rise(const std::vector<double>& values) {
  double largest = -1;
  for (std::size_t k = 1; k < values.size(); ++k) largest = std::max(largest, values[k] - values[k - 1]);
  return largest;
}

} // namespace

TEST_CASE("Algorithm 1 with its kappa never rises, and arrives where the solver does",
          "[elastic_net][oracle]") {
  const Sample sample = sample_of(24, 6);
  const Matrix kernel =
      (-(sample.x * sample.x.transpose() * -2 + (sample.x.rowwise().squaredNorm() * Matrix::Ones(1, 24)) +
         (Matrix::Ones(24, 1) * sample.x.rowwise().squaredNorm().transpose())) /
       8)
          .array()
          .exp();
  for (const Ridge ridge : {Ridge::plain, Ridge::kernel})
    for (const double rho : {0.5, 1.0}) {
      const ElasticNetProblem problem{ridge == Ridge::plain ? sample.x : kernel, sample.y, 0.25, ridge};
      const Coherence loss = Coherence::c(rho, 1);
      const DescentTrace trace = trace_descent(problem, loss, 0.02);
      CHECK(largest_rise(trace.objective) <= 0);
      CHECK(largest_rise(trace.model) <= 1e-15);
      CHECK(trace.model.front() == Approx(trace.objective.front()).epsilon(1e-15)); // the constant is kept
      CHECK(trace.objective.front() == Approx(1)); // C(0) = u = 1, no penalty
      ElasticNetPath<Coherence> path(problem, loss);
      const ElasticNetFit fit = path.at(0.02);
      CHECK(trace.objective.back() >= fit.certificate.dual);
      CHECK(trace.objective.back() == Approx(path.objectives().back()).epsilon(1e-6));
      CHECK((trace.coefficients - fit.coefficients).cwiseAbs().maxCoeff() <= 1e-2);
    }
}

TEST_CASE("a penalty that selects nothing leaves the intercept: balanced classes move nowhere",
          "[elastic_net][degenerate]") {
  const Sample sample = sample_of(20, 4);
  const DescentTrace trace = trace_descent({sample.x, sample.y, 1}, Coherence::c(1, 1), 100);
  CHECK(trace.coefficients.isZero(0));
  CHECK(std::abs(trace.intercept) <= 1e-15);
  CHECK(trace.objective.size() == 2);
}

TEST_CASE("the descent is refused to one class", "[elastic_net][degenerate]") {
  Draw draw;
  draw.train = sample_of(6, 2);
  draw.train.y.setOnes();
  draw.test = draw.train;
  DrawCache cache(draw, {1, "test", 0});
  CHECK_THROWS_AS(CoordinateDescent({{}, Coherence::c(1, 1)}).estimate(cache), UserError);
}
