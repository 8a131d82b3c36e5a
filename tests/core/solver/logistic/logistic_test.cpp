#include "core/loss/logistic.hpp"

#include <cmath>

#include "core/kernel/kernel.hpp"
#include "core/probability/penalised_logistic.hpp"
#include "core/solver/logistic/certify_logistic.hpp"
#include "core/solver/logistic/duality.hpp"
#include "core/solver/logistic/kernel_logistic_fit.hpp"
#include "core/solver/logistic/newton_system.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/exact_numbers.hpp"
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

// What a certificate of logistic regression says is true in real arithmetic: the gap of the stored answer,
// recomputed from the inputs in 113 bits, is no larger than the one reported.
namespace {

using Eigen::Index;
using tests::Exact;
using Problem = tests::ExactProblem;

/// log(1 + exp(-z)).
Exact loss(Exact z) {
  const Exact e = tests::falling_exponential(z < 0 ? -z : z);
  return (z < 0 ? -z : Exact(0)) - tests::logarithm(1 / (1 + e));
}

Exact entropy_of(Exact t) {
  return t <= 0 || t >= 1 ? Exact(0) : -t * tests::logarithm(t) - (1 - t) * tests::logarithm(1 - t);
}

using Numbers = std::vector<Exact>;

/// `a` with the larger class scaled down until the sum is zero, all in 113 bits.
Numbers balanced(const Labels& y, const Vector& a) {
  Exact positive = 0, negative = 0;
  for (Index i = 0; i < y.size(); ++i) (y(i) > 0 ? positive : negative) += Exact(y(i)) * a(i);
  const Exact least = std::min(positive, negative);
  Numbers out;
  for (Index i = 0; i < y.size(); ++i) {
    const Exact side = y(i) > 0 ? positive : negative;
    out.push_back(side > 0 ? a(i) * (least / side) : Exact(0));
  }
  return out;
}

/// K v for the exact kernel.
Numbers image(const Problem& problem, const Numbers& v) {
  Numbers out;
  for (Index i = 0; i < problem.y.size(); ++i) {
    Exact sum = 0;
    for (Index j = 0; j < problem.y.size(); ++j) sum += problem.entry(i, j) * v[static_cast<std::size_t>(j)];
    out.push_back(sum);
  }
  return out;
}

Exact dot(const Numbers& u, const Numbers& v) {
  return std::inner_product(u.begin(), u.end(), v.begin(), Exact(0));
}

/// sum_i H(|a_i|) - a'Ka / (2 lambda) at the balanced `a`.
Exact dual(const Problem& problem, const Vector& a, Exact lambda) {
  const Numbers point = balanced(problem.y, a);
  Exact sum = -dot(point, image(problem, point)) / (2 * lambda);
  for (const Exact v : point) sum += entropy_of(v < 0 ? -v : v);
  return sum;
}

Exact losses(const Labels& y, const Numbers& f) {
  Exact sum = 0;
  for (Index i = 0; i < y.size(); ++i) sum += loss(y(i) * f[static_cast<std::size_t>(i)]);
  return sum;
}

bool proven(const Certificate& said) {
  return said.status == Status::ok && said.relative_gap() <= 1e-6;
}

bool covers(const Certificate& said, Exact primal, Exact dual) {
  return !proven(said) || primal - dual <= Exact(said.gap()) * (1 + Exact(1e-9)) + Exact(1e-300);
}

/// Both roads for one problem, and whether a certificate that says it proves does.
bool kernel_is_true(const Problem& problem, const KernelLogisticFit& fit) {
  if (!proven(fit.certificate)) return true;
  const Numbers a(fit.a.begin(), fit.a.end());
  Numbers f = image(problem, a);
  const Exact penalty = dot(a, f) / (2 * Exact(problem.lambda));
  Vector rounded(problem.y.size());
  for (std::size_t i = 0; i < f.size(); ++i) {
    f[i] = f[i] / Exact(problem.lambda) + Exact(fit.beta_0);
    rounded(static_cast<Index>(i)) = static_cast<double>(f[i]);
  }
  return covers(fit.certificate, losses(problem.y, f) + penalty,
                dual(problem, dual_point_of(problem.y, rounded), problem.lambda));
}

bool linear_is_true(const Problem& problem, const LogisticFit& fit) {
  Numbers f;
  Vector rounded(problem.y.size());
  for (Index i = 0; i < problem.y.size(); ++i) {
    Exact value = fit.beta_0;
    for (Index k = 0; k < problem.x.cols(); ++k) value += Exact(problem.x(i, k)) * fit.beta(k);
    f.push_back(value);
    rounded(i) = static_cast<double>(value);
  }
  Exact penalty = 0;
  for (const double b : fit.beta) penalty += Exact(problem.lambda) * b * b;
  return covers(fit.certificate, losses(problem.y, f) + penalty,
                dual(problem, dual_point_of(problem.y, rounded), 2 * Exact(problem.lambda)));
}

struct Count {
  int proven = 0, refuted = 0;
};

Count kernel_problems(int from, int to) {
  Count count;
  for (int seed = from; seed < to; ++seed) {
    const Problem problem = tests::adversarial(seed);
    const auto rows = all_rows(problem.y.size());
    const Matrix gram = problem.kernel().gram(problem.x);
    const KernelLogisticFit fit = fit_kernel_logistic({gram, rows}, problem.y, problem.lambda);
    count.proven += proven(fit.certificate);
    count.refuted += !kernel_is_true(problem, fit);
  }
  return count;
}

Count linear_problems(int from, int to) {
  Count count;
  for (int seed = from; seed < to; ++seed) {
    Problem problem = tests::adversarial(seed);
    problem.gaussian = false;
    const LogisticFit fit = fit_penalised_logistic(problem.x, problem.y, problem.lambda);
    count.proven += proven(fit.certificate);
    count.refuted += !linear_is_true(problem, fit);
  }
  return count;
}

} // namespace

TEST_CASE("logistic certificate: a wrong answer that is called proven is refused by the exact values",
          "[logistic][certificate]") {
  Problem problem = tests::adversarial(3);
  problem.y << Vector::Ones(problem.y.size());
  problem.y(0) = -1;
  problem.lambda = 1;
  const auto rows = all_rows(problem.y.size());
  const Matrix gram = problem.kernel().gram(problem.x);
  KernelLogisticFit fit = fit_kernel_logistic({gram, rows}, problem.y, problem.lambda);
  REQUIRE(proven(fit.certificate));
  CHECK(kernel_is_true(problem, fit));
  fit.beta_0 += 0.01;
  CHECK_FALSE(kernel_is_true(problem, fit));
}

TEST_CASE("logistic certificate: of an answer that is moved the gap is as large as what it lacks",
          "[logistic][certificate]") {
  const Sample sample = tests::example1(40, 8);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 0.7}.gram(sample.x);
  const auto rows = all_rows(40);
  const KernelLogisticFit kernel = fit_kernel_logistic({gram, rows}, sample.y, 0.3);
  const LogisticFit linear = fit_penalised_logistic(sample.x, sample.y, 0.3);
  for (const double step : {1e-3, 1e-1, 10.0}) {
    CAPTURE(step);
    const Vector a = kernel.a + step * Vector::Unit(40, 7), beta = linear.beta + step * Vector::Unit(2, 1);
    const Certificate of_kernel = certify_kernel_logistic({gram, rows}, sample.y, 0.3, {a, kernel.beta_0});
    const Certificate of_linear = certify_penalised_logistic(sample.x, sample.y, 0.3, {beta, linear.beta_0});
    CHECK(of_kernel.gap() >= of_kernel.primal - kernel.certificate.primal);
    CHECK(of_linear.gap() >= of_linear.primal - linear.certificate.primal);
    CHECK_FALSE(of_kernel.proves(1e-8));
    CHECK_FALSE(of_linear.proves(1e-8));
  }
}

TEST_CASE("logistic certificate: of rows that are repeated it is that of the rows written out",
          "[logistic][certificate]") {
  const Sample sample = tests::example2(30, 4);
  const Matrix gram = Kernel{Kernel::Shape::linear, 1}.gram(sample.x);
  std::vector<Index> rows(45);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<Index>(i % 30 / (i < 30 ? 1 : 2));
  const Labels y = sample.y(rows);
  const Matrix written = gram(rows, rows);
  const auto all = all_rows(45);
  const KernelLogisticFit fit = fit_kernel_logistic({gram, rows}, y, 0.5);
  const Certificate out = certify_kernel_logistic({written, all}, y, 0.5, {fit.a, fit.beta_0});
  CHECK(fit.certificate.status == Status::ok);
  CHECK(out.primal == Approx(fit.certificate.primal).epsilon(1e-12));
  CHECK(out.dual == Approx(fit.certificate.dual).epsilon(1e-12));
}

TEST_CASE("logistic certificate: hundreds of adversarial problems have no certificate that is false",
          "[logistic][certificate][oracle]") {
  const Count kernel = kernel_problems(1, 300), linear = linear_problems(1, 300);
  CHECK(kernel.refuted == 0);
  CHECK(linear.refuted == 0);
  CHECK(kernel.proven > 100);
  CHECK(linear.proven > 100);
}

TEST_CASE("logistic certificate: five thousand adversarial problems have no certificate that is false",
          "[logistic][certificate][oracle][slow]") {
  const Count kernel = kernel_problems(300, 5300), linear = linear_problems(300, 5300);
  CHECK(kernel.refuted == 0);
  CHECK(linear.refuted == 0);
  CHECK(kernel.proven > 1500);
  CHECK(linear.proven > 1500);
}
