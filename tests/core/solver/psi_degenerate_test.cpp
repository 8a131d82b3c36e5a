#include "core/solver/warm_start.hpp"
#include "tests/core/solver/psi_cases.hpp"
#include "tests/support/catch.hpp"

using core::Matrix;
using core::PsiSolution;
using core::Status;
using core::Vector;
using core::WeightedDual;
using tests::Kernel;
using tests::Labels;
using tests::Sample;

namespace {

Labels labels(std::initializer_list<double> values) {
  Labels y(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), y.begin());
  return y;
}

} // namespace

TEST_CASE("psi descent: one class gives its own sign and no loss", "[solver][degenerate]") {
  for (const double sign : {1.0, -1.0}) {
    for (const Eigen::Index n : {1, 2, 9}) {
      const Sample sample = tests::example1(n, 1);
      const Matrix gram = Kernel{}.gram(sample.x);
      const Labels y = Labels::Constant(n, sign);
      const PsiSolution psi = tests::learn(core::weighted_dual(gram, y, 0.3, 0.5));
      CHECK(psi.objective() == 0);
      CHECK(psi.a.isZero());
      CHECK(psi.beta_0 == sign);
      CHECK(psi.certificate.status == Status::ok);
    }
  }
}

TEST_CASE("psi descent: a constant sign is the constant 1 of the heavier class", "[solver][degenerate]") {
  const Sample sample = tests::example1(30, 2);
  const Matrix gram = Kernel{}.gram(sample.x);
  for (const double pi : {0.05, 0.95}) {
    const WeightedDual svm = core::weighted_dual(gram, sample.y, pi, 100);
    const PsiSolution psi = tests::learn(svm);
    const double sign = pi < 0.5 ? 1 : -1;
    double lost = 0;
    for (Eigen::Index i = 0; i < svm.size(); ++i)
      if (svm.y(i) != sign) lost += svm.upper(i) - svm.lower(i);
    CHECK(psi.a.isZero());
    CHECK(psi.beta_0 == sign);
    CHECK(psi.objective() == Approx(2 * lost).epsilon(1e-12));
    CHECK(psi.certificate.relative_gap() == 0);
    CHECK(psi.dc_steps() == 1);
  }
}

TEST_CASE("psi descent: opposite labels at one point go to the heavier, at a tie to the positive",
          "[solver][degenerate]") {
  const Matrix gram = Matrix::Ones(2, 2);
  const Labels y = labels({1, -1});
  CHECK(tests::learn(core::weighted_dual(gram, y, 0.4, 1)).beta_0 == 1);
  CHECK(tests::learn(core::weighted_dual(gram, y, 0.6, 1)).beta_0 == -1);
  const PsiSolution tie = tests::learn(core::weighted_dual(gram, y, 0.5, 1));
  CHECK(tie.beta_0 == 1);
  CHECK(tie.objective() == 1);
  CHECK(tie.certificate.status == Status::ok);
}

TEST_CASE("psi descent: a margin that is zero up to rounding is not negative", "[solver][degenerate]") {
  // Three points on a line, symmetric about 0, whose middle one has margin 0 under the support vector
  // machine.
  const Matrix x = labels({-1, 0, 1});
  const Matrix gram = Kernel{}.gram(x);
  const Labels y = labels({-1, 1, 1});
  for (const double off : {0.0, 1e-13, -1e-13}) {
    const WeightedDual svm = core::weighted_dual(gram, y, 0.5, 0.1);
    core::DualSolution start = core::solve(svm);
    start.a = labels({-0.1, 0, 0.1});
    start.beta_0 = off;
    REQUIRE(std::abs(tests::margin(svm, start, 1)) <= 1e-12);
    const PsiSolution psi = core::psi_descent(svm, start);
    const PsiSolution exact = core::psi_descent(svm, [&] {
      start.beta_0 = 0;
      return start;
    }());
    CHECK(psi.a == exact.a);
    CHECK(psi.beta_0 == exact.beta_0);
    CHECK(psi.objective() < psi.objectives.front());
  }
}

TEST_CASE("psi descent: ties of the class weights are certified for every lambda", "[solver][degenerate]") {
  Sample sample = tests::example1(20, 7);
  for (Eigen::Index i = 0; i < 20; ++i) sample.y(i) = i < 8 ? 1 : -1;
  for (const auto shape : {Kernel::Shape::linear, Kernel::Shape::gaussian}) {
    const Matrix gram = tests::gram_of(sample, shape);
    for (double lambda = 1e-6; lambda < 1e7; lambda *= 10) {
      CAPTURE(lambda);
      const WeightedDual svm = core::weighted_dual(gram, sample.y, 0.4, lambda); // 8 (1 - .4) = 12 .4
      const PsiSolution psi = tests::learn(svm);
      CHECK(psi.certificate.status == Status::ok);
      CHECK(psi.objective() <= psi.objectives.front() * (1 + 1e-8));
    }
  }
}

TEST_CASE("psi descent: never ends above the better constant, at exact ties and large lambda neither",
          "[solver][degenerate]") {
  for (const int seed : {1, 2, 3}) {
    Sample sample = tests::example1(20, seed);
    for (Eigen::Index i = 0; i < 20; ++i) sample.y(i) = i < 8 ? 1 : -1;
    for (const auto shape : {Kernel::Shape::linear, Kernel::Shape::gaussian}) {
      const Matrix gram = tests::gram_of(sample, shape);
      for (double lambda = 1e-2; lambda < 1e7; lambda *= 10) {
        CAPTURE(seed, lambda);
        core::ExactLambdaPath path(gram, sample.y, 0.4);
        const double constant = 2 * 8 * 0.6;
        CHECK(core::psi_descent(path, lambda).objective() <= constant * (1 + 1e-9));
        CHECK(core::psi_descent(path, lambda).certificate.status == Status::ok);
        CHECK(tests::learn(core::weighted_dual(gram, sample.y, 0.4, lambda)).objective() <=
              constant * (1 + 1e-9));
      }
    }
  }
}

TEST_CASE("psi descent: a column of one large number is a status at the worst, never an exception",
          "[solver][degenerate]") {
  Matrix x(4, 2);
  x << 0.94, 7000, -1.4, 7000, -0.07, 7000, 1.19, 7000;
  const Matrix gram = Kernel{}.gram(x);
  const Labels y = labels({1, -1, 1, 1});
  for (const double pi : {0.1, 0.25, 0.5, 0.75, 0.9})
    for (const double lambda : {0.1, 0.01, 0.001}) {
      core::ExactLambdaPath path(gram, y, pi);
      const core::PsiFit psi = core::psi_descent(path, lambda);
      CHECK((psi.certificate.status == Status::ok) == psi.certificate.proves(1e-8));
      CHECK(std::isfinite(psi.objective()));
    }
}

TEST_CASE("psi descent: every point drawn with both labels leaves nothing to learn but the weights",
          "[solver][degenerate]") {
  Sample half = tests::example1(8, 9);
  Matrix x(16, 2);
  x << half.x, half.x;
  Labels y(16);
  y << Labels::Ones(8), -Labels::Ones(8);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1}.gram(x);
  for (const double lambda : {1e-4, 1e-2, 1.0}) {
    const PsiSolution psi = tests::learn(core::weighted_dual(gram, y, 0.3, lambda));
    CHECK(psi.certificate.status == Status::ok);
    CHECK(psi.objective() == Approx(2 * 8 * 0.3).epsilon(1e-9));
    CHECK((psi.decision(gram).array() > 0).all());
  }
}

TEST_CASE("psi descent: observations of weight zero do not matter", "[solver][degenerate]") {
  const Sample sample = tests::example2(25, 4);
  const Matrix gram = Kernel{}.gram(sample.x), fewer = gram.topLeftCorner(20, 20);
  const Labels y = sample.y.head(20);
  WeightedDual svm = core::weighted_dual(gram, sample.y, 0.35, 0.2);
  svm.lower.tail(5).setZero();
  svm.upper.tail(5).setZero();
  const PsiSolution with = tests::learn(svm),
                    without = tests::learn(core::weighted_dual(fewer, y, 0.35, 0.2));
  CHECK(with.a.tail(5).isZero());
  CHECK(with.objective() == Approx(without.objective()).epsilon(1e-9));
  CHECK((with.a.head(20) - without.a).lpNorm<Eigen::Infinity>() < 1e-7);
}

TEST_CASE("home in moved boxes: where the residuals say, on the elbow where it was", "[solver][degenerate]") {
  const Matrix gram = Matrix::Identity(4, 4);
  WeightedDual problem = core::weighted_dual(gram, labels({1, 1, -1, -1}), 0.5, 1);
  problem.lower = labels({-1, 0, 0, -1});
  problem.upper = labels({0, 1, 1, 0});
  const Vector home =
      core::named_by_residuals(problem, labels({1, 0.25, 0, -0.25}), labels({1, 0, -1, 1e-7}));
  CHECK(home == labels({0, 0.25, 0, -0.25}));
}

TEST_CASE("a start in moved boxes: is feasible and keeps what the residuals leave alone",
          "[solver][degenerate]") {
  const Matrix gram = Matrix::Identity(4, 4);
  const Labels y = labels({1, 1, -1, -1});
  WeightedDual problem = core::weighted_dual(gram, y, 0.5, 1);
  problem.lower = labels({0, 0, -1, -1});
  problem.upper = labels({1, 1, 0, 0});
  const Vector stays = core::warm_start(problem, labels({1, 0.25, -1, -0.25}), labels({1, 0, -1, 0}));
  CHECK(stays == labels({1, 0.25, -1, -0.25}));
  // The third box moves to [0, 0]: the nearest residuals give way first, as far as they can.
  problem.lower(2) = 0;
  const Vector moved = core::warm_start(problem, labels({1, 0.25, -1, -0.25}), labels({1, 0, -1, 0}));
  CHECK(moved == labels({1, 0, 0, -1}));
  CHECK(core::nearest_feasible(problem, moved) == moved);
}
