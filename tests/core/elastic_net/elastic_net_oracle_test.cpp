#include <cmath>

#include "core/kernel/kernel.hpp"
#include "core/solver/elastic_net/path.hpp"
#include "core/solver/elastic_net/ridge.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using tests::fixture;

namespace {

struct OracleSample {
  Matrix linear, kernel;
  Labels y;
};

/// The monomials up to degree 4 and the Gaussian kernel of sample.csv, as the scripts make them.
OracleSample oracle_sample() {
  const auto rows = fixture("sample.csv");
  const auto n = static_cast<Eigen::Index>(rows.size());
  Matrix x(n, 2);
  OracleSample out{Matrix(n, 14), {}, Labels(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto& row = rows[static_cast<std::size_t>(i)];
    x.row(i) << std::stod(row[0]), std::stod(row[1]);
    out.y(i) = std::stod(row[2]);
    Eigen::Index j = 0;
    for (int d = 1; d <= 4; ++d)
      for (int a = 0; a <= d; ++a) out.linear(i, j++) = std::pow(x(i, 0), a) * std::pow(x(i, 1), d - a);
  }
  out.kernel = Kernel{Kernel::Shape::gaussian, 1.2}.gram(x);
  return out;
}

template <class Loss>
ElasticNetFit solved(const ElasticNetProblem& problem, const Loss& loss, double gamma) {
  return problem.omega == 0 ? fit_ridge(problem, loss, gamma) : ElasticNetPath(problem, loss).at(gamma);
}

ElasticNetFit solved(const ElasticNetProblem& problem, const std::vector<std::string>& row) {
  const double parameter = std::stod(row[3]), gamma = std::stod(row[5]);
  if (row[2] == "huberised") return solved(problem, HuberisedHinge{parameter}, gamma);
  return solved(problem, row[2] == "logit" ? Coherence::logit() : Coherence::c(parameter, 1), gamma);
}

} // namespace

TEST_CASE("elastic nets: the objective of a bound-constrained quasi-Newton method, for all losses and ridges",
          "[elastic_net][oracle][fixture]") {
  const OracleSample sample = oracle_sample();
  const auto rows = fixture("elastic_net.csv");
  REQUIRE(rows.size() == 3 * 7 * 4);
  for (const auto& row : rows) {
    CAPTURE(row[0], row[1], row[2], row[3], row[4], row[5]);
    const Matrix& columns = row[0] == "kernel" ? sample.kernel : sample.linear;
    const Ridge ridge = row[1] == "kernel" ? Ridge::kernel : Ridge::plain;
    const ElasticNetFit fit = solved({columns, sample.y, std::stod(row[4]), ridge}, row);
    const double expected = std::stod(row[6]);
    CHECK(fit.certificate.status == Status::ok);
    CHECK(fit.certificate.relative_gap() < 1e-8);
    CHECK(fit.certificate.primal <= expected * (1 + 1e-9));
    CHECK(fit.certificate.primal == Approx(expected).epsilon(1e-6));
  }
}

TEST_CASE("elastic nets of the logit loss: the coefficients of glmnet, and no larger objective",
          "[elastic_net][oracle][fixture]") {
  const OracleSample sample = oracle_sample();
  const auto rows = fixture("glmnet.csv");
  REQUIRE(rows.size() == 16);
  for (const auto& row : rows) {
    const double omega = std::stod(row[0]), gamma = std::stod(row[1]);
    CAPTURE(omega, gamma);
    const ElasticNetFit fit =
        ElasticNetPath({sample.linear, sample.y, omega, Ridge::plain}, Coherence::logit()).at(gamma);
    CHECK(fit.intercept == Approx(std::stod(row[2])).margin(1e-6));
    Vector theirs(14);
    for (Eigen::Index j = 0; j < 14; ++j) theirs(j) = std::stod(row[static_cast<std::size_t>(3 + j)]);
    CHECK((fit.coefficients - theirs).cwiseAbs().maxCoeff() < 1e-6);
    double objective = gamma * ((1 - omega) / 2 * theirs.squaredNorm() + omega * theirs.lpNorm<1>());
    const Vector f = (sample.linear * theirs).array() + std::stod(row[2]);
    for (Eigen::Index i = 0; i < f.size(); ++i)
      objective += std::log1p(std::exp(-sample.y(i) * f(i))) / static_cast<double>(f.size());
    CHECK(fit.certificate.primal <= objective * (1 + 1e-12));
    CHECK(fit.certificate.primal == Approx(objective).epsilon(1e-8));
  }
}
