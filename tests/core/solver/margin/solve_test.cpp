#include "core/solver/margin/solve.hpp"

#include "core/solver/margin/active_set_solver.hpp"
#include "core/solver/margin/certify.hpp"
#include "core/solver/margin/smo.hpp"
#include "core/solver/margin/weighted_dual.hpp"
#include "core/solver/path/lambda_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/libsvm_oracle.hpp"
#include "tests/support/margin_samples.hpp"
#include "tests/support/reference_qp.hpp"

using core::DualSolution;
using core::Matrix;
using core::Vector;
using core::WeightedDual;

TEST_CASE("solve: two points meet in the closed form of the maximal margin or of the smaller weight",
          "[solver][manufactured]") {
  // a_1 = -a_2 = min(2 lambda / |x_1 - x_2|^2, 1 - pi, pi)
  core::Sample pair{Matrix(2, 2), core::Labels(2), {}};
  pair.x << 1, 2, 4, 6; // squared distance 25
  pair.y << 1, -1;
  const Matrix gram = tests::linear_gram(pair);
  for (const double lambda : {0.001, 0.1, 1.0, 4.0, 100.0})
    for (const double pi : {0.1, 0.5, 0.7}) {
      CAPTURE(lambda, pi);
      const DualSolution fit = core::solve(core::weighted_dual(gram, pair.y, pi, lambda));
      const double expected = std::min({2 * lambda / 25, 1 - pi, pi});
      CHECK(fit.a(0) == Approx(expected).epsilon(1e-12));
      CHECK(fit.a(1) == Approx(-expected).epsilon(1e-12));
    }
}

TEST_CASE("solve: a problem built around an answer returns that answer", "[solver][manufactured]") {
  // Choose a* with entries at both bounds and between, the intercept b*, and residuals that KKT allows there;
  // the linear term y = Ka*/lambda + b* + residual then makes (a*, b*) the optimum, unique for a definite
  // kernel.
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    tests::Dice dice(seed);
    const Eigen::Index n = 6 + dice.below(40);
    const core::Sample sample = tests::example1(n, seed);
    const Matrix gram = tests::gaussian_gram(sample, 0.3);
    const double lambda = std::pow(10, dice.uniform(-1, 1)), beta_0 = dice.uniform(-1, 1);
    Vector a(n), residual(n), lower(n), upper(n);
    for (Eigen::Index i = 0; i < n; ++i) a(i) = dice.uniform(-1, 1);
    a.array() -= a.mean();
    for (Eigen::Index i = 0; i < n; ++i) {
      const int place = i < 2 ? 2 : dice.below(3);
      lower(i) = place == 0 ? a(i) : a(i) - dice.uniform(0.01, 1);
      upper(i) = place == 1 ? a(i) : a(i) + dice.uniform(0.01, 1);
      residual(i) = place == 0 ? -dice.uniform(0.01, 1) : place == 1 ? dice.uniform(0.01, 1) : 0;
    }
    const core::Labels y = gram * a / lambda + residual + Vector::Constant(n, beta_0);
    CAPTURE(seed, n, lambda);
    const DualSolution fit = core::solve({gram, y, lower, upper, lambda});
    CHECK(fit.certificate.relative_gap() < 1e-8);
    CHECK((fit.decision(gram) - (y - residual)).cwiseAbs().maxCoeff() < 1e-5);
    CHECK(fit.beta_0 == Approx(beta_0).margin(1e-5));
  }
}

TEST_CASE("solve: scaling kernel and lambda by a power of two scales nothing else", "[solver][identity]") {
  const core::Sample sample = tests::example2(30, 9);
  const Matrix gram = tests::gaussian_gram(sample), grown = 1024 * gram;
  const DualSolution fit = core::solve(core::weighted_dual(gram, sample.y, 0.3, 0.25));
  const DualSolution same = core::solve(core::weighted_dual(grown, sample.y, 0.3, 256));
  CHECK(fit.a == same.a);
  CHECK(fit.beta_0 == same.beta_0);
}

TEST_CASE("solve: exchanging the classes and their weights turns the sign of the decision",
          "[solver][identity]") {
  const core::Sample sample = tests::example1(50, 10);
  const Matrix gram = tests::linear_gram(sample);
  const core::Labels flipped = -sample.y;
  for (const double lambda : {0.01, 1.0, 20.0}) {
    const DualSolution fit = core::solve(core::weighted_dual(gram, sample.y, 0.3, lambda));
    const DualSolution mirror = core::solve(core::weighted_dual(gram, flipped, 0.7, lambda));
    CHECK(fit.certificate.primal == Approx(mirror.certificate.primal).epsilon(1e-10));
    CHECK((fit.decision(gram) + mirror.decision(gram)).cwiseAbs().maxCoeff() < 1e-6);
  }
}

TEST_CASE("solve: a count in the box is the observation drawn that often", "[solver][identity]") {
  const core::Sample sample = tests::example1(12, 4);
  core::Sample drawn{Matrix(18, 2), core::Labels(18), {}};
  Vector count = Vector::Zero(12);
  for (Eigen::Index i = 0; i < 18; ++i) {
    const Eigen::Index from = (i * 7) % 12;
    drawn.x.row(i) = sample.x.row(from);
    drawn.y(i) = sample.y(from);
    count(from) += 1;
  }
  const Matrix gram = tests::gaussian_gram(sample);
  const Matrix drawn_gram =
      core::Kernel{core::Kernel::Shape::gaussian, core::median_distance_between_classes(sample)}.gram(
          drawn.x);
  WeightedDual merged = core::weighted_dual(gram, sample.y, 0.4, 0.3);
  merged.lower.array() *= count.array();
  merged.upper.array() *= count.array();
  const DualSolution fit = core::solve(merged);
  const DualSolution long_way = core::solve(core::weighted_dual(drawn_gram, drawn.y, 0.4, 0.3));
  CHECK(fit.certificate.primal == Approx(long_way.certificate.primal).epsilon(1e-10));
  CHECK(fit.beta_0 == Approx(long_way.beta_0).margin(1e-7));
}

TEST_CASE("elbow finish: the objective never rises, however few steps are allowed", "[solver][elbow]") {
  const core::Sample sample = tests::example2(40, 2);
  const Matrix gram = tests::gaussian_gram(sample);
  const WeightedDual problem = core::weighted_dual(gram, sample.y, 0.5, 0.01);
  double last = 0;
  for (const std::int64_t steps : {1, 3, 10, 30, 100, 1000}) {
    const core::Descent end =
        core::solve_by_active_set(problem, core::dual_point(problem, Vector::Zero(40)), {1e-10, steps});
    const double dual = core::dual_value(problem, end.point.a);
    CHECK(dual >= last - 1e-12);
    last = dual;
  }
  CHECK(last == Approx(core::solve(problem).certificate.primal).epsilon(1e-8));
}

TEST_CASE("solve: out of steps it says so, and its bounds still hold", "[solver]") {
  const core::Sample sample = tests::example1(60, 8);
  const Matrix gram = tests::gaussian_gram(sample);
  const WeightedDual problem = core::weighted_dual(gram, sample.y, 0.4, 0.01);
  const double optimum = core::solve(problem).certificate.primal;
  for (const std::int64_t steps : {1, 5, 20}) {
    const DualSolution cut = core::solve(problem, core::StoppingRule{1e-8, steps});
    CHECK(cut.certificate.status == core::Status::not_converged);
    CHECK(cut.certificate.relative_gap() > 1e-8);
    CHECK(cut.certificate.dual <= optimum);
    CHECK(cut.certificate.primal >= optimum);
  }
}

namespace {

/// A problem whose boxes and lambda a test moves, with the descent that is kept and its point.
struct MovedProblem {
  core::Sample sample = tests::example1(50, 6);
  core::Matrix gram = tests::gaussian_gram(sample, 0.5);
  core::WeightedDual problem = core::weighted_dual(gram, sample.y, 0.4, 1);
  core::ElbowDescent kept{problem};
  core::DualPoint point = core::dual_point(problem, core::Vector::Zero(50));
};

} // namespace

TEST_CASE("elbow descent: what it keeps from problem to problem changes an answer by rounding alone",
          "[solver]") {
  MovedProblem of;
  auto& [sample, gram, problem, kept, point] = of;
  for (int k = 0; k < 40; ++k) {
    const double pi = 0.3 + 0.01 * ((7 * k) % 40);
    const core::WeightedDual next = core::weighted_dual(gram, sample.y, pi, std::pow(0.85, k % 20));
    problem.lower = next.lower;
    problem.upper = next.upper;
    problem.lambda = next.lambda;
    point = core::dual_point(problem, point.a);
    const core::Descent fresh = core::solve_by_active_set(problem, point, {1e-12, 10'000});
    const auto [nu, steps] = kept.run(point, {1e-12, 10'000});
    CAPTURE(k, pi, steps);
    CHECK(nu == Approx(fresh.nu).margin(1e-8));
    CHECK((point.a - fresh.point.a).lpNorm<Eigen::Infinity>() <= 1e-7);
  }
}

TEST_CASE("elbow descent: variables that are brought home end in the same feasible answer", "[solver]") {
  MovedProblem of;
  auto& [sample, gram, problem, kept, point] = of;
  problem.lambda = 0.1;
  point = core::dual_point(problem, point.a);
  kept.run(point, {1e-12, 10'000});
  int brought = 0;
  for (int k = 0; k < 40; ++k) {
    const core::Vector before = point.a;
    // A few boxes turn to the other side of zero, as those of psi-learning do, and turn back.
    for (Eigen::Index i = k % 7; i < 50; i += 11) {
      std::swap(problem.lower(i), problem.upper(i));
      problem.lower(i) *= -1;
      problem.upper(i) *= -1;
    }
    const core::Vector home = before.cwiseMax(problem.lower).cwiseMin(problem.upper);
    const auto end = kept.run(point, home, {1e-12, 10'000});
    if (!end) point = core::dual_point(problem, before);
    const auto nu = end ? end->nu : kept.run(point, {1e-12, 10'000}).nu;
    brought += end && home != before;
    const core::Descent fresh =
        core::solve_by_active_set(problem, core::dual_point(problem, before), {1e-12, 10'000});
    CAPTURE(k);
    CHECK(nu == Approx(fresh.nu).margin(1e-8));
    CHECK((point.a - fresh.point.a).lpNorm<Eigen::Infinity>() <= 1e-7);
    CHECK((point.a - core::nearest_feasible(problem, point.a)).lpNorm<Eigen::Infinity>() <= 1e-12);
    const core::Vector field = gram * point.a - problem.lambda * problem.y;
    CHECK((point.gradient - field).lpNorm<Eigen::Infinity>() <= 1e-11);
  }
  CHECK(brought >= 30);
}

namespace {

// Boxes as psi-learning and perturbed samples make them: the support vector machine's, some shifted below
// (above) zero, all times a count. Always balanced by a = 0.
void reshape(WeightedDual& problem, tests::Dice& dice) {
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    const double width = problem.upper(i) - problem.lower(i);
    if (dice.uniform() < 0.3) {
      problem.upper(i) -= width * problem.y(i);
      problem.lower(i) -= width * problem.y(i);
    }
    const double count = dice.below(4);
    problem.lower(i) *= count;
    problem.upper(i) *= count;
  }
}

} // namespace

TEST_CASE("solve: no assignment of up to five variables to their bounds does better", "[solver][oracle]") {
  for (std::uint64_t seed = 1; seed <= 240; ++seed) {
    tests::Dice dice(seed);
    const Eigen::Index n = 1 + dice.below(5);
    const core::Sample sample = tests::awkward(tests::kAwkward[seed % 8], n, 2, seed);
    const Matrix gram = seed % 2 ? tests::linear_gram(sample) : tests::gaussian_gram(sample);
    WeightedDual problem =
        core::weighted_dual(gram, sample.y, dice.uniform(), std::pow(10, dice.uniform(-2, 2)));
    if (seed % 3 == 0) reshape(problem, dice);
    CAPTURE(seed, n);
    const DualSolution fit = core::solve(problem);
    CHECK(fit.certificate.status == core::Status::ok);
    CHECK(fit.certificate.primal ==
          Approx(tests::optimum_by_enumeration(problem)).epsilon(1e-8).margin(1e-9));
  }
}

TEST_CASE("solve: projected gradient steps reach the same optimum on general boxes", "[solver][oracle]") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    tests::Dice dice(seed);
    const core::Sample sample = tests::awkward(tests::kAwkward[seed % 6], 20, 3, seed);
    const Matrix gram = seed % 2 ? tests::linear_gram(sample) : tests::gaussian_gram(sample, 0.5);
    WeightedDual problem = core::weighted_dual(gram, sample.y, 0.35, 0.8);
    reshape(problem, dice);
    CAPTURE(seed);
    const DualSolution fit = core::solve(problem);
    CHECK(fit.certificate.status == core::Status::ok);
    CHECK(fit.certificate.primal ==
          Approx(tests::optimum_by_projected_gradient(problem, 4000)).epsilon(1e-6).margin(1e-8));
  }
}

TEST_CASE("smo: alone it reaches the optimum of general boxes from any feasible start", "[solver][oracle]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    tests::Dice dice(seed);
    const core::Sample sample = tests::awkward(tests::kAwkward[seed % 8], 4, 2, seed);
    const Matrix gram = tests::gaussian_gram(sample);
    WeightedDual problem = core::weighted_dual(gram, sample.y, 0.6, 0.4);
    if (seed % 2) reshape(problem, dice);
    Vector start(4);
    for (double& entry : start) entry = dice.uniform(-1, 1);
    CAPTURE(seed);
    const core::Descent end = core::smo(problem, core::dual_point(problem, start), {1e-9, 100'000});
    const core::Certificate proof = core::certify(problem, end.point.a, -end.nu / problem.lambda);
    CHECK(proof.primal - proof.dual < 1e-8 * std::max(1e-12, std::abs(proof.primal)));
    CHECK(proof.primal == Approx(tests::optimum_by_enumeration(problem)).epsilon(1e-7).margin(1e-9));
    CHECK((end.point.gradient - (gram * end.point.a - problem.lambda * problem.y)).cwiseAbs().maxCoeff() <
          1e-10);
  }
}

// LIBSVM is independent of us in every line. Its own answer carries a gap, so agreement is asked of the
// objective, of decision values to the accuracy that gap allows, and of signs outside exact ties of the class
// weights.

namespace {

bool tied(const core::Labels& y, double pi) {
  const double positive = (y.array() > 0).count() * (1 - pi), negative = (y.array() < 0).count() * pi;
  return std::abs(positive - negative) < 1e-9;
}

struct Agreement {
  int fits = 0, signs = 0, differing_signs = 0;
};

// How LIBSVM is asked: a tolerance in units of y f, and the smallest lambda. On linear kernels its pairs
// stall far from 1e-8 and it ends at its cap of ten million.
struct Question {
  double eps, least_lambda;
};
constexpr Question kLinear{1e-6, 0.4}, kGaussian{1e-8, 0.04};

void compare(const core::Sample& sample, const Matrix& gram, const Question& question, Agreement& agreement) {
  for (const double pi : {0.05, 0.2, 0.35, 0.5, 0.8, 0.95}) {
    core::LambdaPath path(gram, sample.y, pi);
    for (const double lambda : {100.0, 3.0, 3 * question.least_lambda, question.least_lambda}) {
      CAPTURE(pi, lambda);
      const DualSolution ours = path.at(lambda);
      const tests::LibsvmFit theirs = tests::fit_libsvm({gram, sample.y, pi, lambda, question.eps});
      REQUIRE(ours.certificate.relative_gap() < 1e-8);
      const core::WeightedDual problem = core::weighted_dual(gram, sample.y, pi, lambda);
      const core::Certificate proof = core::certify(problem, theirs.a, theirs.beta_0);
      CHECK(ours.certificate.primal <= proof.primal * (1 + 1e-10) + 1e-12);
      CHECK(ours.certificate.primal == Approx(proof.primal).epsilon(1e-5).margin(1e-8));
      ++agreement.fits;
      if (tied(sample.y, pi)) continue;
      const Vector f = ours.decision(gram), g = theirs.decision(gram, lambda);
      CHECK((f - g).cwiseAbs().maxCoeff() < 2e-3);
      agreement.signs += static_cast<int>(f.size());
      for (Eigen::Index i = 0; i < f.size(); ++i) agreement.differing_signs += (f(i) > 0) != (g(i) > 0);
    }
  }
}

} // namespace

TEST_CASE("solve: LIBSVM finds the same objective, decision values and signs on the papers' examples",
          "[solver][oracle]") {
  for (const bool first : {true, false}) {
    Agreement agreement;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      CAPTURE(first, seed);
      const core::Sample sample = first ? tests::example1(60, seed) : tests::example2(60, seed);
      compare(sample, tests::linear_gram(sample), kLinear, agreement);
      compare(sample, tests::gaussian_gram(sample), kGaussian, agreement);
    }
    CHECK(agreement.fits == 144);
    CHECK(agreement.signs > 7000);
    CHECK(agreement.differing_signs == 0);
  }
}

TEST_CASE("solve: at an exact tie with large lambda the intercept is LIBSVM's midpoint", "[solver][oracle]") {
  // Weights and lambdas that are binary fractions: LIBSVM then sees the tie as well, and not a free variable
  // of rounding size.
  core::Sample sample = tests::example1(20, 5);
  const Matrix gram = tests::gaussian_gram(sample);
  for (const int positive : {5, 10, 15}) {
    for (Eigen::Index i = 0; i < 20; ++i) sample.y(i) = i < positive ? 1 : -1;
    core::LambdaPath path(gram, sample.y, positive / 20.0);
    for (const double lambda : {1024.0, 64.0}) {
      CAPTURE(positive, lambda);
      const DualSolution ours = path.at(lambda);
      const tests::LibsvmFit theirs = tests::fit_libsvm({gram, sample.y, positive / 20.0, lambda});
      CHECK(ours.beta_0 == Approx(theirs.beta_0).margin(1e-6));
      CHECK(std::abs(ours.beta_0) < 0.2);
    }
  }
}

TEST_CASE("weighted dual: positives may rise to 1 - pi, negatives may fall to -pi", "[dual]") {
  const Matrix gram = Matrix::Identity(3, 3);
  core::Labels y(3);
  y << 1, -1, 1;
  const WeightedDual problem = core::weighted_dual(gram, y, 0.2, 3);
  CHECK(problem.lower == (Vector(3) << 0, -0.2, 0).finished());
  CHECK(problem.upper == (Vector(3) << 0.8, 0, 0.8).finished());
  CHECK(problem.lambda == 3);
}

TEST_CASE("weighted dual: labels, weights, lambdas and shapes that make no sense are refused", "[dual]") {
  const Matrix gram = Matrix::Identity(2, 2);
  core::Labels y(2), zero(2);
  y << 1, -1;
  zero << 1, 0;
  CHECK_THROWS_AS(core::weighted_dual(gram, zero, 0.5, 1), std::logic_error);
  CHECK_THROWS_AS(core::weighted_dual(gram, y, 1.5, 1), std::logic_error);
  CHECK_THROWS_AS(core::weighted_dual(gram, y, 0.5, 0), std::logic_error);
  CHECK_THROWS_AS(core::weighted_dual(Matrix(Matrix::Identity(3, 3)), y, 0.5, 1), std::logic_error);
}

TEST_CASE("nearest feasible: it is the projection, and a feasible point keeps its bits", "[dual][oracle]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    tests::Dice dice(seed);
    const Eigen::Index n = 1 + dice.below(12);
    const Matrix gram = Matrix::Identity(n, n);
    const core::Labels y = core::Labels::Ones(n);
    WeightedDual problem{gram, y, Vector(n), Vector(n), 1};
    Vector a(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      problem.lower(i) = dice.uniform(-1, 0);
      problem.upper(i) = dice.uniform(0, 1) * dice.below(2);
      a(i) = dice.uniform(-2, 2);
    }
    const Vector point = core::nearest_feasible(problem, a);
    CHECK((point - tests::project_by_bisection(problem, a)).cwiseAbs().maxCoeff() < 1e-12);
    CHECK((point.array() >= problem.lower.array()).all());
    CHECK((point.array() <= problem.upper.array()).all());
    CHECK(std::abs(point.sum()) <= 1e-13 * point.lpNorm<1>());
    CHECK(core::nearest_feasible(problem, point) == point);
  }
}

TEST_CASE("nearest feasible: boxes that cannot balance are a broken promise", "[dual]") {
  const Matrix gram = Matrix::Identity(2, 2);
  const core::Labels y = core::Labels::Ones(2);
  const WeightedDual empty{gram, y, Vector::Constant(2, 0.5), Vector::Constant(2, 1), 1};
  CHECK_THROWS_AS(core::nearest_feasible(empty, Vector::Zero(2)), std::logic_error);
}
