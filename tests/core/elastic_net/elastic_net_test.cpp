#include <cmath>

#include "core/kernel/kernel.hpp"
#include "core/solver/elastic_net/path.hpp"
#include "core/solver/elastic_net/ridge.hpp"
#include "core/solver/logistic/kernel_logistic_fit.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

Sample wide(Eigen::Index n, Eigen::Index p, std::uint64_t seed) {
  tests::Dice dice(seed);
  Sample sample{Matrix(n, p), Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    sample.y(i) = i % 2 == 0 ? 1 : -1;
    for (Eigen::Index j = 0; j < p; ++j) sample.x(i, j) = dice.normal() + (j < 5 ? 0.5 * sample.y(i) : 0);
  }
  return sample;
}

/// The objective from its definition.
template <class Loss>
double objective(const ElasticNetProblem& problem, const Loss& loss, double gamma, double a,
                 const Vector& b) {
  const Vector f = (problem.columns * b).array() + a;
  const Vector image = problem.ridge == Ridge::kernel ? Vector(problem.columns * b) : b;
  double sum = gamma * ((1 - problem.omega) / 2 * b.dot(image) + problem.omega * b.lpNorm<1>());
  for (Eigen::Index i = 0; i < f.size(); ++i)
    sum += loss.value(problem.y(i) * f(i)) / static_cast<double>(f.size());
  return sum;
}

/// The largest entry of the smallest subgradient, from its definition.
template <class Loss>
double violation(const ElasticNetProblem& problem, const Loss& loss, double gamma, const ElasticNetFit& fit) {
  const Vector f = fit.decision(problem.columns);
  Vector pull(f.size());
  for (Eigen::Index i = 0; i < f.size(); ++i)
    pull(i) = problem.y(i) * loss.slope(problem.y(i) * f(i)) / static_cast<double>(f.size());
  const Vector& b = fit.coefficients;
  const Vector image = problem.ridge == Ridge::kernel ? Vector(problem.columns * b) : b;
  const Vector smooth = problem.columns.transpose() * pull + gamma * (1 - problem.omega) * image;
  double worst = std::abs(pull.sum());
  for (Eigen::Index j = 0; j < b.size(); ++j) {
    const double one = gamma * problem.omega;
    worst = std::max(worst,
                     b(j) == 0 ? std::abs(smooth(j)) - one : std::abs(smooth(j) + std::copysign(one, b(j))));
  }
  return worst;
}

template <class Loss>
void check_path(const ElasticNetProblem& problem, const Loss& loss) {
  ElasticNetPath<Loss> path(problem, loss);
  const double largest = path.largest_gamma();
  CHECK(path.at(1.0001 * largest).nonzero() == 0);
  for (int k = 1; k <= 12; ++k) {
    const double gamma = largest * std::pow(10, -k / 4.0);
    CAPTURE(problem.omega, gamma);
    const ElasticNetFit fit = path.at(gamma);
    CHECK(fit.certificate.status == Status::ok);
    CHECK(fit.certificate.relative_gap() < 1e-8);
    CHECK(fit.certificate.primal ==
          Approx(objective(problem, loss, gamma, fit.intercept, fit.coefficients)).epsilon(1e-10));
    CHECK(violation(problem, loss, gamma, fit) < 1e-7 * gamma * problem.omega);
    for (std::size_t i = 1; i < path.objectives().size(); ++i)
      CHECK(path.objectives()[i] <= path.objectives()[i - 1] * (1 + 1e-12));
  }
}

} // namespace

TEST_CASE("elastic nets: the conditions of the optimum hold along a path, and the objective never rises",
          "[elastic_net][manufactured]") {
  const Sample few = wide(12, 60, 1), many = wide(60, 8, 2), plane = tests::example1(40, 3);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1}.gram(plane.x);
  for (const double omega : {0.01, 0.25, 1.0}) {
    for (const Sample* sample : {&few, &many}) {
      const ElasticNetProblem problem{sample->x, sample->y, omega, Ridge::plain};
      check_path(problem, Coherence::c(1, 1));
      check_path(problem, Coherence::c(0.1, 1));
      check_path(problem, HuberisedHinge{2});
    }
    for (const Ridge ridge : {Ridge::plain, Ridge::kernel}) {
      check_path({gram, plane.y, omega, ridge}, Coherence::c(1, 1));
      check_path({gram, plane.y, omega, ridge}, HuberisedHinge{2});
    }
  }
}

TEST_CASE("elastic nets: the solution of V at gamma / kappa is that of C at gamma",
          "[elastic_net][manufactured]") {
  const Sample sample = wide(20, 30, 4);
  for (const double rho : {0.1, 1.0, 2.0}) {
    const Coherence c = Coherence::c(rho, 1), v = Coherence::v(rho, 1);
    const ElasticNetProblem problem{sample.x, sample.y, 0.25, Ridge::plain};
    const ElasticNetFit of_c = ElasticNetPath(problem, c).at(0.02);
    const ElasticNetFit of_v = ElasticNetPath(problem, v).at(0.02 / c.kappa);
    CHECK((of_c.coefficients - of_v.coefficients).cwiseAbs().maxCoeff() < 1e-9);
    CHECK(of_c.certificate.primal == Approx(c.kappa * of_v.certificate.primal).epsilon(1e-10));
  }
}

TEST_CASE("elastic nets without a 1-norm: the logit loss with a kernel ridge is kernel logistic regression",
          "[elastic_net][manufactured]") {
  const Sample sample = tests::example2(50, 5);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 0.8}.gram(sample.x);
  std::vector<Eigen::Index> rows(50);
  for (std::size_t i = 0; i < 50; ++i) rows[i] = static_cast<Eigen::Index>(i);
  const double lambda = 0.5;
  const KernelLogisticFit theirs = fit_kernel_logistic({gram, rows}, sample.y, lambda);
  const ElasticNetFit ours = fit_ridge({gram, sample.y, 0, Ridge::kernel}, Coherence::logit(), lambda / 50);
  CHECK(ours.certificate.status == Status::ok);
  CHECK(50 * ours.certificate.primal == Approx(theirs.certificate.primal).epsilon(1e-9));
  CHECK((ours.decision(gram) - theirs.decision(gram, lambda)).cwiseAbs().maxCoeff() < 1e-5);
}

TEST_CASE("elastic nets: a small 1-norm comes close to none", "[elastic_net][manufactured]") {
  const Sample sample = wide(30, 6, 6);
  const ElasticNetFit none = fit_ridge({sample.x, sample.y, 0, Ridge::plain}, HuberisedHinge{2}, 0.1);
  const ElasticNetFit little =
      ElasticNetPath({sample.x, sample.y, 1e-4, Ridge::plain}, HuberisedHinge{2}).at(0.1);
  CHECK(none.certificate.status == Status::ok);
  CHECK((none.coefficients - little.coefficients).cwiseAbs().maxCoeff() < 1e-3);
  CHECK(none.certificate.primal <= little.certificate.primal);
}

TEST_CASE(
    "elastic nets: constant, empty and repeated columns, repeated points and separable classes are solved",
    "[elastic_net][degenerate]") {
  Sample sample = wide(16, 40, 7);
  sample.x.col(3).setConstant(2);
  sample.x.col(4).setZero();
  sample.x.col(6) = sample.x.col(5);
  sample.x.row(9) = sample.x.row(8);
  for (const double omega : {0.01, 0.5, 1.0}) {
    CAPTURE(omega);
    const ElasticNetProblem problem{sample.x, sample.y, omega, Ridge::plain};
    check_path(problem, Coherence::c(1, 1));
    const ElasticNetFit fit = ElasticNetPath(problem, Coherence::c(1, 1)).at(0.01);
    CHECK(fit.coefficients(3) == 0);
    CHECK(fit.coefficients(4) == 0);
  }
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 3}.gram(sample.x);
  check_path({gram, sample.y, 0.25, Ridge::kernel}, Coherence::c(1, 1));
}

TEST_CASE("elastic nets: one class, or a path without its 1-norm, is a broken promise",
          "[elastic_net][degenerate]") {
  const Sample sample = wide(6, 3, 8);
  const Labels ones = Labels::Ones(6);
  using Path = ElasticNetPath<Coherence>;
  CHECK_THROWS_AS(Path({sample.x, ones, 0.5, Ridge::plain}, Coherence::logit()), std::logic_error);
  CHECK_THROWS_AS(Path({sample.x, sample.y, 0, Ridge::plain}, Coherence::logit()), std::logic_error);
  CHECK_THROWS_AS(fit_ridge({sample.x, ones, 0, Ridge::plain}, Coherence::logit(), 1.0), std::logic_error);
}

TEST_CASE("elastic nets: a cold start far down a path arrives where warm steps do",
          "[elastic_net][manufactured]") {
  const Sample sample = tests::example2(60, 9);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1}.gram(sample.x);
  for (const double omega : {0.01, 1.0}) {
    const ElasticNetProblem problem{gram, sample.y, omega, Ridge::kernel};
    ElasticNetPath warm(problem, Coherence::c(1, 1));
    const double gamma = 1e-3 * warm.largest_gamma();
    for (int k = 0; k < 18; ++k) warm.at(gamma * std::pow(10, (18 - k) / 6.0));
    CHECK(ElasticNetPath(problem, Coherence::c(1, 1)).at(gamma).certificate.primal ==
          Approx(warm.at(gamma).certificate.primal).epsilon(1e-9));
  }
}

TEST_CASE("elastic nets: a nearly singular problem ends where rounding leaves nothing to gain",
          "[elastic_net][degenerate]") {
  // With sigma 10 forty points are nearly one: the last digits of the misfit are rounding alone.
  const Sample sample = tests::example1(40, 2);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 10}.gram(sample.x);
  ElasticNetPath path({gram, sample.y, 0.05, Ridge::plain}, HuberisedHinge{0.01});
  for (int k = 0; k <= 16; ++k) {
    const ElasticNetFit fit = path.at(path.largest_gamma() * std::pow(10, -k / 2.0));
    CAPTURE(k, fit.certificate.relative_gap());
    CHECK(fit.certificate.iterations < 200);
  }
}
