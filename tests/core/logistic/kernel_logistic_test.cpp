#include <cmath>

#include "core/kernel/kernel.hpp"
#include "core/loss/logistic.hpp"
#include "core/solver/logistic/duality.hpp"
#include "core/solver/logistic/kernel_logistic_fit.hpp"
#include "core/solver/logistic/newton_system.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using tests::all_rows;

namespace {

/// P and D of core/solver/logistic/duality.hpp from their definitions.
double primal(const Matrix& gram, const Labels& y, double lambda, const Vector& a, double b) {
  const Vector f = (gram * a).array() / lambda + b;
  double sum = a.dot(gram * a) / (2 * lambda);
  for (Eigen::Index i = 0; i < y.size(); ++i) sum += std::log1p(std::exp(-y(i) * f(i)));
  return sum;
}

} // namespace

TEST_CASE("kernel logistic regression: no point nearby has a smaller objective", "[logistic][manufactured]") {
  const Sample sample = tests::example1(60, 5);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 0.7}.gram(sample.x);
  const auto rows = all_rows(60);
  for (const double lambda : {0.01, 1.0, 100.0}) {
    CAPTURE(lambda);
    const KernelLogisticFit fit = fit_kernel_logistic({gram, rows}, sample.y, lambda);
    REQUIRE(fit.certificate.status == Status::ok);
    const double least = primal(gram, sample.y, lambda, fit.a, fit.beta_0);
    CHECK(fit.certificate.primal == Approx(least).epsilon(1e-10));
    tests::Dice dice(3);
    for (int k = 0; k < 20; ++k) {
      const Vector other = fit.a.unaryExpr([&](double v) { return v + 0.01 * dice.normal(); });
      CHECK(primal(gram, sample.y, lambda, other, fit.beta_0 + 0.01 * dice.normal()) >= least);
    }
  }
}

TEST_CASE("kernel logistic regression: at the optimum a_i is the label times the misfit probability",
          "[logistic][manufactured]") {
  const Sample sample = tests::example2(80, 2);
  const Matrix gram = Kernel{Kernel::Shape::linear, 1}.gram(sample.x);
  const auto rows = all_rows(80);
  const KernelLogisticFit fit = fit_kernel_logistic({gram, rows}, sample.y, 0.5);
  const Vector f = (gram * fit.a).array() / 0.5 + fit.beta_0;
  CHECK(std::abs(fit.a.sum()) < 1e-8);
  // The intercept and h carry a, not each a_i: the linear kernel is of rank 2.
  const Vector target = dual_point_of(sample.y, f);
  CHECK((gram * (target - fit.a)).norm() < 1e-4 * (gram * fit.a).norm());
}

TEST_CASE("kernel logistic regression: conjugate gradients and factorisation take the same Newton step",
          "[logistic][oracle]") {
  const Sample sample = tests::example1(120, 9);
  const auto rows = all_rows(120);
  tests::Dice dice(4);
  for (const double sigma : {0.3, 3.0}) {
    const Matrix gram = Kernel{Kernel::Shape::gaussian, sigma}.gram(sample.x);
    const Vector s = Vector::NullaryExpr(120, [&] { return dice.uniform(0, 0.5); });
    const Vector d = Vector::NullaryExpr(120, [&] { return dice.normal(); });
    const NewtonStep dense = dense_newton({gram, rows}, 0.1)->solve(s, d, 0);
    const NewtonStep iterated = conjugate_gradient_newton({gram, rows}, 0.1)->solve(s, d, 1e-20);
    CAPTURE(sigma);
    CHECK((dense.u - iterated.u).norm() < 1e-6 * dense.u.norm());
    CHECK(dense.intercept == Approx(iterated.intercept).epsilon(1e-6).margin(1e-9));
  }
}

TEST_CASE("kernel logistic regression: awkward samples give certified fits or say that there is none",
          "[logistic][degenerate]") {
  for (const std::string& kind : tests::kAwkward) {
    const Sample sample = tests::awkward(kind, 30, 3, 8);
    const bool two = sample.y.minCoeff() < sample.y.maxCoeff();
    for (const Kernel& kernel : {Kernel{Kernel::Shape::linear, 1}, Kernel{Kernel::Shape::gaussian, 1}}) {
      const Matrix gram = kernel.gram(sample.x);
      const auto rows = all_rows(sample.size());
      CAPTURE(kind, static_cast<int>(kernel.shape));
      const KernelLogisticFit fit = fit_kernel_logistic({gram, rows}, sample.y, 0.1);
      CHECK((fit.certificate.status == Status::ok) == two);
      CHECK(fit.a.allFinite());
      CHECK(std::isfinite(fit.beta_0) == two);
    }
  }
}

TEST_CASE("kernel logistic regression: the gap notices an answer that is not the best",
          "[logistic][wrong answers]") {
  const Sample sample = tests::example1(40, 1);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1}.gram(sample.x);
  const Vector h = Vector::Zero(40);
  const double b = balancing_intercept(sample.y, h, 0);
  const Vector a = dual_point_of(sample.y, h.array() + b);
  const double above = total<Logistic>(sample.y, h.array() + b);
  const double below = entropy(a) - a.dot(gram * a) / 2;
  CHECK(below < above - 1);
  const auto rows = all_rows(40);
  const double least = fit_kernel_logistic({gram, rows}, sample.y, 1).certificate.primal;
  CHECK(below <= least);
  CHECK(least <= above);
}
