#include <cmath>

#include "tests/core/solver/interior/sparse_logistic_cases.hpp"
#include "tests/support/catch.hpp"

using namespace core;

namespace {

void check_proven(const SparseLogisticProblem& problem, const SparseLogisticFit& fit) {
  CHECK(fit.certificate.status == Status::ok);
  CHECK(certify(problem, fit).proves(1e-8));
  CHECK(kkt_violation(problem, fit).stationarity < 1e-6);
}

} // namespace

TEST_CASE("sparse logistic: on awkward samples every interval is certified",
          "[sparse_logistic][degenerate]") {
  for (const std::string& way : tests::kAwkward) {
    if (way == "one class") continue;
    const Sample sample = tests::awkward(way, 120, 3, 8);
    for (const FaithfulInterval& interval : {FaithfulInterval{}, FaithfulInterval{0.3, 0.7},
                                             FaithfulInterval{0, 0.6}, FaithfulInterval{0.02, 0.05}})
      for (const double lambda : {0.01, 1.0, 1e4}) {
        CAPTURE(way, interval.p_min, interval.p_max, lambda);
        const SparseLogisticProblem problem = tests::problem_of(sample, interval, lambda);
        check_proven(problem, tests::fitted(problem));
      }
  }
}

TEST_CASE("sparse logistic: a constant column has no weight, and twins of a column share theirs",
          "[sparse_logistic][degenerate]") {
  Sample sample = tests::imbalanced(150, 5, 9);
  sample.x.col(1).setConstant(3);
  sample.x.col(2).setZero();
  sample.x.col(3) = sample.x.col(0);
  const SparseLogisticProblem problem = tests::problem_of(sample, {0.2, 0.5}, 0.5);
  const SparseLogisticFit fit = tests::fitted(problem);
  check_proven(problem, fit);
  CHECK(std::abs(fit.w(1)) < 1e-6);
  CHECK(fit.w(2) == 0);
  CHECK(fit.w(3) == Approx(fit.w(0)).margin(1e-6));
}

TEST_CASE("sparse logistic: separable data are certified at any lambda", "[sparse_logistic][degenerate]") {
  Sample sample = tests::imbalanced(100, 3, 10);
  for (Eigen::Index i = 0; i < 100; ++i) sample.x(i, 0) = sample.y(i) * (1 + std::abs(sample.x(i, 0)));
  for (const FaithfulInterval& interval : {FaithfulInterval{}, FaithfulInterval{0.2, 0.5}})
    for (const double lambda : {1e-3, 1.0}) {
      CAPTURE(interval.p_min, lambda);
      const SparseLogisticProblem problem = tests::problem_of(sample, interval, lambda);
      check_proven(problem, tests::fitted(problem));
    }
}

TEST_CASE("sparse logistic: more rows at their corner than unknowns", "[sparse_logistic][degenerate]") {
  Sample sample{Matrix(60, 1), Labels(60), {}};
  for (Eigen::Index i = 0; i < 60; ++i) {
    sample.x(i, 0) = static_cast<double>(i % 3);
    sample.y(i) = i % 3 == 2 || i % 12 == 0 ? 1 : -1;
  }
  const SparseLogisticProblem problem = tests::problem_of(sample, {0.3, 0.4}, 2);
  const SparseLogisticFit fit = tests::fitted(problem);
  check_proven(problem, fit);
  CHECK(fit.at_corner > 2);
}

TEST_CASE("sparse logistic: an interval of one point gives w = 0, b = logit p and the entropy's objective",
          "[sparse_logistic][degenerate]") {
  const Sample sample = tests::imbalanced(120, 3, 11);
  const auto positives = static_cast<double>((sample.y.array() > 0).count()), all = 120.0;
  for (const double p : {0.1, 0.5, 0.8})
    for (const double lambda : {0.1, 10.0}) {
      CAPTURE(p, lambda);
      const SparseLogisticProblem problem = tests::problem_of(sample, {p, p}, lambda);
      const SparseLogisticFit fit = tests::fitted(problem);
      check_proven(problem, fit);
      CHECK(fit.w.cwiseAbs().maxCoeff() < 1e-4);
      CHECK(fit.b == Approx(std::log(p / (1 - p))).margin(1e-4));
      CHECK(fit.certificate.primal ==
            Approx(-positives * std::log(p) - (all - positives) * std::log(1 - p)).epsilon(1e-8));
    }
}

TEST_CASE("sparse logistic: an interval away from the share of positives is a problem like another",
          "[sparse_logistic][degenerate]") {
  const Sample sample = tests::imbalanced(200, 4, 12);
  for (const FaithfulInterval& interval : {FaithfulInterval{0.7, 0.95}, FaithfulInterval{0.001, 0.01}}) {
    CAPTURE(interval.p_min);
    const SparseLogisticProblem problem = tests::problem_of(sample, interval, 1);
    check_proven(problem, tests::fitted(problem));
  }
}

TEST_CASE(
    "sparse logistic: with one class b is where the loss becomes flat, and without such a place there is no "
    "answer",
    "[sparse_logistic][degenerate]") {
  Sample sample = tests::imbalanced(40, 3, 13);
  for (const double label : {1.0, -1.0}) {
    sample.y.setConstant(label);
    const SparseLogisticProblem problem = tests::problem_of(sample, {0.2, 0.7}, 1);
    const SparseLogisticFit fit = tests::fitted(problem);
    check_proven(problem, fit);
    CHECK(fit.w.isZero(0));
    CHECK(fit.b == FaithfulInterval::logit(label > 0 ? 0.7 : 0.2));
    CHECK(tests::fitted(tests::problem_of(sample, {}, 1)).certificate.status == Status::not_converged);
  }
}

TEST_CASE("sparse logistic: columns of two values held as lists change no answer",
          "[sparse_logistic][degenerate]") {
  Sample sample = tests::imbalanced(700, 6, 14);
  for (Eigen::Index k = 3; k < 5; ++k)
    for (Eigen::Index i = 0; i < 700; ++i) sample.x(i, k) = sample.x(i, k) > 1 ? 2.5 : -0.3;
  Vector w(7);
  w << 0.3, -0.2, 0.5, 1, -2, 0.1, 0.7;
  Design lists(sample.x, Design::Columns::two_values_as_lists), whole(sample.x, Design::Columns::as_they_are);
  const Vector in_lists = lists.coordinates(w), as_is = whole.coordinates(w);
  Matrix products[2] = {Matrix::Zero(7, 7), Matrix::Zero(7, 7)};
  whole.blocks([&](Eigen::Index i, Eigen::Index m) {
    CHECK((lists.values(in_lists, i, m) - whole.values(as_is, i, m)).abs().maxCoeff() < 1e-13);
    const Design::Part weight = sample.x.col(0).segment(i, m).array().square() + 0.1;
    lists.add_products(weight, i, products[0]);
    whole.add_products(weight, i, products[1]);
  });
  const Matrix a = lists.products(products[0]).triangularView<Eigen::Lower>(),
               b = whole.products(products[1]).triangularView<Eigen::Lower>();
  CHECK((a - b).cwiseAbs().maxCoeff() < 1e-10);
  const auto y_of = [&](Eigen::Index i, Eigen::Index m) {
    return Design::Part(sample.y.segment(i, m).array());
  };
  CHECK((lists.sums(w, y_of) - whole.sums(w, y_of)).cwiseAbs().maxCoeff() < 1e-10);
}
