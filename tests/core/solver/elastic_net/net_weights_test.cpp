#include <cmath>

#include "core/estimate/draw_cache.hpp"
#include "core/kernel/kernel.hpp"
#include "core/probability/sparse/coordinate_descent.hpp"
#include "core/probability/sparse/elastic_net.hpp"
#include "core/solver/elastic_net/certify_ridge.hpp"
#include "core/solver/elastic_net/path.hpp"
#include "core/solver/elastic_net/ridge.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"
#include "tests/support/weighted_rows.hpp"

using namespace core;

// Observation weights of elastic nets (core/sample/observation_weights.hpp).
namespace {

/// A problem over weighted rows and the same over their copies.
struct Pair {
  Sample once, copied;
  Matrix columns, repeated; ///< inputs, or kernels of the rows
  bool kernel;

  Pair(Sample sample, bool of_kernel) : once(tests::weighted(std::move(sample))), kernel(of_kernel) {
    copied = tests::copied(once);
    const Kernel gaussian{Kernel::Shape::gaussian, 1};
    columns = kernel ? gaussian.gram(once.x) : once.x;
    repeated = kernel ? gaussian.gram(copied.x) : copied.x;
  }

  ElasticNetProblem weighted(double omega, Ridge ridge) const {
    const bool counts_columns = kernel && ridge == Ridge::plain;
    return {columns, once.y, omega, ridge, once.weights, counts_columns ? once.weights : Vector()};
  }
  ElasticNetProblem of_copies(double omega, Ridge ridge) const { return {repeated, copied.y, omega, ridge}; }
};

Sample inputs(Eigen::Index n, Eigen::Index p, std::uint64_t seed) {
  tests::Dice dice(seed);
  Sample sample{Matrix(n, p), Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    sample.y(i) = i % 3 == 0 ? 1 : -1;
    for (Eigen::Index j = 0; j < p; ++j) sample.x(i, j) = dice.normal() + (j < 3 ? 0.4 * sample.y(i) : 0);
  }
  return sample;
}

/// How far the decision values of a fit to the weighted rows are from those of the copies.
double apart(const Pair& pair, const ElasticNetFit& one, const ElasticNetFit& other) {
  const Vector f = one.decision(pair.columns), g = other.decision(pair.repeated);
  return (f(tests::copies(pair.once.weights)) - g).cwiseAbs().maxCoeff();
}

/// The largest entry of the smallest subgradient at a fit, from its definition.
template <class Loss>
double weighted_violation(const ElasticNetProblem& problem, const Loss& loss, double gamma,
                          const ElasticNetFit& fit) {
  const Vector f = fit.decision(problem.columns);
  Vector pull(f.size());
  for (Eigen::Index i = 0; i < f.size(); ++i)
    pull(i) = problem.weights(i) * problem.y(i) * loss.slope(problem.y(i) * f(i)) / problem.weights.sum();
  Vector ridge =
      problem.ridge == Ridge::kernel ? Vector(problem.columns * fit.coefficients) : fit.coefficients;
  if (problem.copies.size() > 0) ridge.array() /= problem.copies.array();
  const Vector smooth = problem.columns.transpose() * pull + gamma * (1 - problem.omega) * ridge;
  double worst = std::abs(pull.sum());
  for (Eigen::Index j = 0; j < smooth.size(); ++j) {
    const double b = fit.coefficients(j), one = gamma * problem.omega;
    worst = std::max(worst, b == 0 ? std::abs(smooth(j)) - one : std::abs(smooth(j) + std::copysign(one, b)));
  }
  return worst;
}

template <class Loss>
void check_weighted_path(const Pair& pair, double omega, Ridge ridge, const Loss& loss) {
  const ElasticNetProblem weighted = pair.weighted(omega, ridge), copies = pair.of_copies(omega, ridge);
  ElasticNetPath<Loss> path(weighted, loss), other(copies, loss);
  CHECK(path.largest_gamma() == Approx(other.largest_gamma()).epsilon(1e-12));
  for (int k = 1; k <= 5; ++k) {
    const double gamma = path.largest_gamma() * std::pow(10, -k / 2.0);
    CAPTURE(omega, gamma);
    const ElasticNetFit one = path.at(gamma), two = other.at(gamma);
    CHECK(one.certificate.status == Status::ok);
    CHECK(one.certificate.primal == Approx(two.certificate.primal).epsilon(1e-9));
    CHECK(weighted_violation(weighted, loss, gamma, one) < 1e-7 * gamma * omega);
    CHECK(apart(pair, one, two) < 1e-5);
  }
}

std::vector<std::pair<Pair, Ridge>> pairs() {
  return {{Pair(inputs(14, 40, 1), false), Ridge::plain},
          {Pair(inputs(50, 6, 2), false), Ridge::plain},
          {Pair(tests::example1(30, 3), true), Ridge::kernel},
          {Pair(tests::example1(30, 4), true), Ridge::plain}};
}

} // namespace

TEST_CASE("elastic nets: a path over weighted rows is that over so many copies, columns of a kernel included",
          "[elastic_net][weights][manufactured]") {
  for (const auto& [pair, ridge] : pairs())
    for (const double omega : {0.01, 0.25, 1.0}) {
      check_weighted_path(pair, omega, ridge, Coherence::c(1, 1));
      check_weighted_path(pair, omega, ridge, Coherence::logit());
      check_weighted_path(pair, omega, ridge, HuberisedHinge{2});
    }
}

TEST_CASE("elastic nets without a 1-norm: a fit to weighted rows is that to so many copies",
          "[elastic_net][weights][manufactured]") {
  for (const auto& [pair, ridge] : pairs())
    for (const double gamma : {0.003, 0.3}) {
      const auto check = [&](const auto& loss) {
        const ElasticNetFit one = fit_ridge(pair.weighted(0, ridge), loss, gamma),
                            two = fit_ridge(pair.of_copies(0, ridge), loss, gamma);
        CHECK(one.certificate.status == Status::ok);
        CHECK(one.certificate.primal == Approx(two.certificate.primal).epsilon(1e-9));
        CHECK(apart(pair, one, two) < 1e-5);
      };
      check(Coherence::c(1, 1));
      check(HuberisedHinge{2});
    }
}

TEST_CASE("a ridge's certificate of any answer to weighted rows is that of its copies",
          "[elastic_net][weights][certificate][oracle]") {
  const Pair pair(tests::example1(25, 5), true);
  const tests::Rows rows = tests::copies(pair.once.weights);
  tests::Dice dice(6);
  Vector theta(25);
  for (double& each : theta) each = 0.1 * dice.normal();
  const Vector weighted = theta.cwiseProduct(pair.once.weights), copied = theta(rows);
  const auto check = [&](const auto& loss) {
    const Certificate one =
        certify_ridge(loss, {pair.columns, pair.once.y, 0.2, pair.once.weights}, {weighted, 0.3});
    const Certificate two = certify_ridge(loss, {pair.repeated, pair.copied.y, 0.2}, {copied, 0.3});
    CHECK(one.primal == Approx(two.primal).epsilon(1e-13));
    CHECK(one.dual == Approx(two.dual).epsilon(1e-12));
    CHECK(one.rounding > 0.1 * two.rounding);
    CHECK(one.rounding < 2 * two.rounding);
  };
  check(Coherence::logit());
  check(Coherence::c(0.5, 1));
  check(HuberisedHinge{2});
}

TEST_CASE("elastic nets: only the ratios of weights count, however small or large these are",
          "[elastic_net][weights][degenerate]") {
  const Pair pair(inputs(50, 6, 7), false);
  ElasticNetProblem problem = pair.weighted(0.3, Ridge::plain);
  const ElasticNetFit fit = ElasticNetPath<Coherence>(problem, Coherence::logit()).at(0.01);
  for (const double scale : {1e-6, 0.37, 1e6}) {
    problem.weights = scale * pair.once.weights;
    const ElasticNetFit scaled = ElasticNetPath<Coherence>(problem, Coherence::logit()).at(0.01);
    CHECK(scaled.certificate.status == Status::ok);
    CHECK((scaled.coefficients - fit.coefficients).cwiseAbs().maxCoeff() < 1e-6);
  }
}

TEST_CASE("Algorithm 1 over weighted rows goes step by step as over their copies",
          "[elastic_net][weights][manufactured]") {
  for (const bool kernel : {false, true}) {
    const Pair pair(tests::example1(25, 8), kernel);
    const Ridge ridge = kernel ? Ridge::kernel : Ridge::plain;
    const DescentTrace one = trace_descent(pair.weighted(0.25, ridge), Coherence::c(1, 1), 0.02),
                       two = trace_descent(pair.of_copies(0.25, ridge), Coherence::c(1, 1), 0.02);
    REQUIRE(one.objective.size() == two.objective.size());
    for (std::size_t k = 0; k < one.objective.size(); ++k)
      CHECK(one.objective[k] == Approx(two.objective[k]).epsilon(1e-9));
    CHECK(one.model.back() == Approx(two.model.back()).epsilon(1e-9));
  }
}

TEST_CASE("elastic nets as methods: fits, the largest lambda and the losses held out count rows by weight",
          "[elastic_net][weights][manufactured]") {
  const Sample once = tests::weighted(inputs(40, 3, 9)), copied = tests::copied(once);
  DrawCache weighted({once, {}, once}, {1, "made", 0}), repeated({copied, {}, once}, {1, "made", 0});
  const KernelChoice gaussian{Kernel::Shape::gaussian};
  for (const KernelChoice& kernel : {KernelChoice{}, gaussian})
    for (const Ridge ridge : {Ridge::kernel, Ridge::plain})
      for (const ElasticNetLoss& loss :
           {ElasticNetLoss(Coherence::c(1, 1)), ElasticNetLoss(HuberisedHinge{2})})
        for (const double omega : {0.0, 0.4}) {
          const ElasticNet learner({kernel, ridge, loss, omega});
          CHECK(learner.largest_lambda(weighted, weighted.whole()) ==
                Approx(learner.largest_lambda(repeated, repeated.whole())).epsilon(1e-12));
          const Estimate one =
              learner.learn(weighted, weighted.whole())->probability(0.02, {Points::Part::test});
          const Estimate two =
              learner.learn(repeated, repeated.whole())->probability(0.02, {Points::Part::test});
          CHECK((decision_scores(one) - decision_scores(two)).cwiseAbs().maxCoeff() < 1e-5);
          const Estimate at_copies =
              learner.learn(weighted, weighted.whole())
                  ->probability(0.02, {Points::Part::train, tests::copies(once.weights)});
          CHECK(learner.loss(one, {once.y, once.weights}) ==
                Approx(learner.loss(at_copies, copied.y)).epsilon(1e-10));
        }
}
