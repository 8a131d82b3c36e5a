#include <algorithm>

#include "core/probability/penalised_logistic.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/core/solver/interior/sparse_logistic_cases.hpp"
#include "tests/support/catch.hpp"

using namespace core;

namespace {

Sample fixture_sample() {
  const auto rows = tests::fixture("sparse_logistic_sample.csv");
  Sample sample{Matrix(rows.size(), 3), Labels(rows.size()), {}};
  for (Eigen::Index i = 0; i < sample.size(); ++i) {
    const auto& row = rows[static_cast<std::size_t>(i)];
    sample.x.row(i) << std::stod(row[0]), std::stod(row[1]), std::stod(row[2]);
    sample.y(i) = std::stod(row[3]);
  }
  return sample;
}

std::string kinds(const SparseLogisticProblem& problem, const SparseLogisticFit& fit) {
  std::string out;
  for (Eigen::Index i = 0; i < problem.y.size(); ++i)
    out += "0hl"[static_cast<int>(piece_of(problem, fit, i))];
  return out;
}

} // namespace

TEST_CASE("sparse logistic: objective, w, b and the kinds are those of cvxopt, and of scikit-learn at 0, 1",
          "[sparse_logistic][oracle][fixture]") {
  const Sample sample = fixture_sample();
  const auto rows = tests::fixture("sparse_logistic.csv");
  REQUIRE(rows.size() == 10);
  for (const auto& row : rows) {
    const auto number = [&](std::size_t k) { return std::stod(row[k]); };
    CAPTURE(number(0), number(1), number(2));
    const SparseLogisticProblem problem = tests::problem_of(sample, {number(0), number(1)}, number(2));
    const SparseLogisticFit fit = tests::fitted(problem);
    CHECK(fit.certificate.status == Status::ok);
    CHECK(fit.certificate.primal == Approx(number(3)).epsilon(1e-8));
    CHECK(fit.b == Approx(number(4)).margin(1e-5));
    for (Eigen::Index k = 0; k < 3; ++k)
      CHECK(fit.w(k) == Approx(number(5 + static_cast<std::size_t>(k))).margin(1e-5));
    CHECK(kinds(problem, fit) == row[8]);
    CHECK(fit.support_vectors ==
          std::count_if(row[8].begin(), row[8].end(), [](char c) { return c != '0'; }));
  }
}

TEST_CASE("sparse logistic: at 0, 1 it is penalised logistic regression at half lambda",
          "[sparse_logistic][oracle]") {
  const Sample sample = tests::imbalanced(300, 6, 4);
  for (const double lambda : {0.01, 1.0, 100.0}) {
    CAPTURE(lambda);
    const SparseLogisticFit fit = tests::fitted(tests::problem_of(sample, {}, lambda));
    const LogisticFit newton = fit_penalised_logistic(sample.x, sample.y, lambda / 2);
    CHECK(fit.certificate.primal == Approx(newton.certificate.primal).epsilon(1e-10));
    CHECK((fit.w - newton.beta).cwiseAbs().maxCoeff() < 1e-5);
    CHECK(fit.b == Approx(newton.beta_0).margin(1e-5));
    CHECK(fit.support_vectors == 300);
  }
}
