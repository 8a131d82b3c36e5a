#include "core/solver/margin/certify.hpp"
#include "core/solver/margin/intercept.hpp"
#include "core/solver/margin/solve.hpp"
#include "core/solver/path/lambda_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::DualSolution;
using core::infinity;
using core::InterceptInterval;
using core::Matrix;
using core::Vector;
using core::WeightedDual;

namespace {

constexpr double kGap = 1e-8;

// The answer by KKT, in units of y f: looser than the gap where free variables are nearly at their bounds.
void check_optimal(const core::WeightedDual& problem, const DualSolution& fit) {
  const core::Certificate& proof = fit.certificate;
  CHECK(proof.primal - proof.dual <= kGap * std::max(1e-12, proof.primal));
  CHECK((proof.status == core::Status::ok) == proof.proves(kGap));
  const core::KktViolation violation = core::kkt_violation(problem, fit, 1e-7);
  CHECK(violation.box == 0);
  CHECK(violation.equality <= 1e-13);
  CHECK(violation.margin <= 1e-4);
}

} // namespace

TEST_CASE("solve: every awkward sample at every lambda and weight is solved to its certificate",
          "[solver][degenerate][property]") {
  for (const std::string& way : tests::kAwkward)
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
      tests::Dice dice(seed);
      const Eigen::Index n = 1 + dice.below(50), p = 1 + dice.below(4);
      const core::Sample sample = tests::awkward(way, n, p, seed);
      const bool linear = dice.uniform() < 0.5;
      const Matrix gram = linear ? tests::linear_gram(sample)
                                 : tests::gaussian_gram(sample, std::pow(10, dice.uniform(-1, 1)));
      const double pi = dice.uniform() < 0.5 ? (1 + dice.below(19)) / 20.0 : dice.uniform(0.001, 0.999);
      core::LambdaPath path(gram, sample.y, pi);
      for (int k = 0; k < 6; ++k) {
        const double lambda = std::pow(10, dice.uniform(-3, 3));
        CAPTURE(way, seed, n, p, linear, pi, lambda);
        check_optimal(core::weighted_dual(gram, sample.y, pi, lambda), path.at(lambda));
      }
    }
}

TEST_CASE("solve: one class alone is the constant of that class at no loss", "[solver][degenerate]") {
  core::Sample sample = tests::example1(10, 1);
  for (const double label : {1.0, -1.0}) {
    sample.y.setConstant(label);
    const DualSolution fit = core::solve(core::weighted_dual(tests::linear_gram(sample), sample.y, 0.3, 0.1));
    CHECK(fit.a == Vector::Zero(10));
    CHECK(fit.beta_0 == label);
    CHECK(fit.certificate.primal == 0);
    CHECK(fit.certificate.dual == 0);
  }
}

TEST_CASE("solve: weights of zero and one make the trivial classifiers", "[solver][degenerate]") {
  const core::Sample sample = tests::example1(10, 2);
  const Matrix gram = tests::linear_gram(sample);
  CHECK(core::solve(core::weighted_dual(gram, sample.y, 0, 0.1)).beta_0 == 1);
  CHECK(core::solve(core::weighted_dual(gram, sample.y, 1, 0.1)).beta_0 == -1);
}

TEST_CASE("solve: with a kernel of zeros the heavier class decides and the tie is zero",
          "[solver][degenerate]") {
  const Matrix gram = Matrix::Zero(10, 10);
  core::Labels y = core::Labels::Ones(10);
  y.tail(6).setConstant(-1); // 4 (1 - pi) against 6 pi
  for (const double lambda : {0.001, 1.0, 1000.0}) {
    core::LambdaPath light(gram, y, 0.35), tie(gram, y, 0.4), heavy(gram, y, 0.45);
    CHECK(light.at(lambda).beta_0 == 1);
    CHECK(tie.at(lambda).beta_0 == 0);
    CHECK(heavy.at(lambda).beta_0 == -1);
    CHECK(tie.at(lambda).certificate.primal == Approx(4 * 0.6 + 6 * 0.4));
  }
}

TEST_CASE("solve: equal rows with opposite labels cost what their lighter weight costs",
          "[solver][degenerate]") {
  core::Sample sample{Matrix(4, 1), core::Labels(4), {}};
  sample.x << 2, 2, 2, 2;
  sample.y << 1, -1, 1, -1;
  const Matrix gram = tests::linear_gram(sample);
  for (const double lambda : {0.001, 1.0, 1000.0}) {
    const DualSolution fit = core::solve(core::weighted_dual(gram, sample.y, 0.3, lambda));
    CHECK(fit.certificate.primal == Approx(2 * 0.3 * 2).epsilon(1e-10)); // f = 1: the negatives lose 2 each
    CHECK(fit.certificate.status == core::Status::ok);
  }
}

TEST_CASE("solve: the units of the inputs do not matter when lambda follows them", "[solver][degenerate]") {
  const core::Sample sample = tests::example2(40, 6);
  const Matrix gram = tests::linear_gram(sample);
  const DualSolution fit = core::solve(core::weighted_dual(gram, sample.y, 0.4, 0.5));
  for (const double unit : {1e-6, 1e-3, 10.0, 1e3, 1e6}) {
    core::Sample rescaled = sample;
    rescaled.x *= unit;
    const Matrix rescaled_gram = tests::linear_gram(rescaled);
    const core::WeightedDual problem = core::weighted_dual(rescaled_gram, sample.y, 0.4, 0.5 * unit * unit);
    const DualSolution same = core::solve(problem);
    CAPTURE(unit);
    check_optimal(problem, same);
    CHECK((fit.decision(gram) - same.decision(rescaled_gram)).cwiseAbs().maxCoeff() < 1e-6);
  }
}

TEST_CASE("solve: where rounding hides what is missing, the answer is near and no pairs are tried",
          "[solver][degenerate]") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    core::Sample sample = tests::awkward("generic", 200, 3, seed);
    sample.x.col(0) *= 3e5;
    const Matrix gram = tests::linear_gram(sample);
    core::LambdaPath path(gram, sample.y, 0.5);
    for (const double lambda : {0.1, 0.01, 0.0019}) {
      const core::Certificate found = path.at(lambda).certificate;
      CAPTURE(seed, lambda, found.primal, found.dual, found.rounding, found.iterations);
      CHECK(found.status == core::Status::not_converged);
      CHECK(found.primal - found.dual <= 1e-2 * found.primal);
      CHECK(found.iterations < 20 * 200);
    }
  }
}

TEST_CASE("solve: inputs of any size are solved or confessed at a fixed lambda", "[solver][degenerate]") {
  for (const double unit : {1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e4, 1e6})
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      core::Sample sample = tests::awkward("generic", 30, 2, seed);
      sample.x *= unit;
      const Matrix gram = tests::linear_gram(sample);
      core::LambdaPath path(gram, sample.y, 0.4);
      for (const double lambda : {1e-3, 1.0, 1e3}) {
        CAPTURE(unit, seed, lambda);
        const DualSolution fit = path.at(lambda);
        const core::WeightedDual problem = core::weighted_dual(gram, sample.y, 0.4, lambda);
        const core::Certificate proof = core::certify(problem, fit.a, fit.beta_0);
        const bool representable = gram.diagonal().maxCoeff() / lambda < 1e5;
        CHECK((fit.certificate.status == core::Status::ok) == fit.certificate.proves(kGap));
        CHECK(proof.gap() >= -1e-9 * std::abs(proof.primal));
        if (representable) {
          CHECK(fit.certificate.status == core::Status::ok);
          CHECK(proof.proves(10 * kGap));
        }
      }
    }
}

TEST_CASE("solve: where sums of doubles hide the optimum, longer sums find it", "[solver][degenerate]") {
  // max K / lambda is about 1e8 here: without the rounds after the first, one fit in five of the last way
  // ends at relative gaps of 1e-8 to 1e-5.
  for (const std::string way : {"lattice", "twins", "one of a class"})
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      core::Sample sample = tests::awkward(way, 40, 2, seed);
      sample.x *= 200;
      const Matrix gram = tests::linear_gram(sample);
      core::LambdaPath path(gram, sample.y, 0.35);
      for (const double lambda : {1e-3, 5e-3}) {
        CAPTURE(way, seed, lambda);
        check_optimal(core::weighted_dual(gram, sample.y, 0.35, lambda), path.at(lambda));
      }
    }
}

TEST_CASE("solve: low rank at small lambda and nearly singular Gaussians end in few steps",
          "[solver][degenerate]") {
  // Plain SMO needs 10^4 to 10^5 pairs here; the limit is on steps, not on time.
  const core::Sample sample = tests::example1(100, 12);
  for (const Matrix& gram : {tests::linear_gram(sample), tests::gaussian_gram(sample, 10)}) {
    const core::WeightedDual problem = core::weighted_dual(gram, sample.y, 0.45, 1e-3);
    const DualSolution fit = core::solve(problem);
    check_optimal(problem, fit);
    CHECK(fit.certificate.iterations < 2000);
  }
}

TEST_CASE("solve: an empty sample has the empty answer", "[solver][degenerate]") {
  const Matrix gram(0, 0);
  const core::Labels y(0);
  const DualSolution fit = core::solve(core::weighted_dual(gram, y, 0.5, 1));
  CHECK(fit.a.size() == 0);
  CHECK(fit.beta_0 == 0);
  CHECK(fit.certificate.gap() == 0);
}

namespace {

core::Labels labels(Eigen::Index positive, Eigen::Index negative) {
  core::Labels y = core::Labels::Ones(positive + negative);
  y.tail(negative).setConstant(-1);
  return y;
}

} // namespace

TEST_CASE("intercept: finite, half-infinite and boundless intervals choose midpoint, end and zero",
          "[intercept]") {
  CHECK(core::chosen_intercept({-1, 3}) == 1);
  CHECK(core::chosen_intercept({-1, infinity}) == -1);
  CHECK(core::chosen_intercept({-infinity, 3}) == 3);
  CHECK(core::chosen_intercept({-infinity, infinity}) == 0);
}

TEST_CASE("intercept: with one class every constant beyond its margin is optimal and the nearest is taken",
          "[intercept][degenerate]") {
  const Matrix gram = Matrix::Identity(3, 3);
  const core::Labels positive = labels(3, 0), negative = labels(0, 3);
  const Vector field = Vector::Zero(3);
  const InterceptInterval above =
      core::intercept_interval(core::weighted_dual(gram, positive, 0.4, 1), field);
  CHECK(above.lower == 1);
  CHECK(above.upper == infinity);
  const InterceptInterval below =
      core::intercept_interval(core::weighted_dual(gram, negative, 0.4, 1), field);
  CHECK(below.lower == -infinity);
  CHECK(below.upper == -1);
}

TEST_CASE("intercept: at an exact tie of the weights the interval is whole and its midpoint is taken",
          "[intercept][degenerate]") {
  const Matrix gram = Matrix::Zero(20, 20);
  for (const int positive : {1, 3, 7, 11, 19}) { // pi = n+ / n: n+ (1 - pi) = n- pi up to rounding
    const core::Labels y = labels(positive, 20 - positive);
    const WeightedDual tie = core::weighted_dual(gram, y, positive / 20.0, 1);
    const InterceptInterval interval = core::intercept_interval(tie, Vector::Zero(20));
    CAPTURE(positive);
    CHECK(interval.lower == -1);
    CHECK(interval.upper == 1);
    const WeightedDual near = core::weighted_dual(gram, y, positive / 20.0 + 1e-9, 1);
    CHECK(core::intercept(near, Vector::Zero(20)) == -1);
  }
}

TEST_CASE("intercept: it is where free support vectors agree", "[intercept]") {
  const core::Sample sample = tests::example1(40, 3);
  const Matrix gram = tests::gaussian_gram(sample);
  const WeightedDual problem = core::weighted_dual(gram, sample.y, 0.45, 0.3);
  const core::DualSolution fit = core::solve(problem);
  const Vector field = gram * fit.a;
  int free = 0;
  for (Eigen::Index i = 0; i < 40; ++i)
    if (fit.a(i) > problem.lower(i) + 1e-6 && fit.a(i) < problem.upper(i) - 1e-6) {
      ++free;
      CHECK(fit.beta_0 == Approx(sample.y(i) - field(i) / problem.lambda).margin(1e-9));
    }
  REQUIRE(free > 2);
}

TEST_CASE("intercept: the interval is exactly where the primal is least", "[intercept]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    tests::Dice dice(seed);
    const core::Sample sample = tests::awkward(tests::kAwkward[seed % 8], 9, 2, seed);
    const Matrix gram = tests::linear_gram(sample);
    WeightedDual problem = core::weighted_dual(gram, sample.y, 0.25, 0.5);
    if (seed % 3 == 0) problem.upper.setConstant(0.75); // boxes that let every variable rise
    Vector a(9);
    for (double& entry : a) entry = dice.uniform(-1, 1);
    const Vector field = gram * a;
    const InterceptInterval interval = core::intercept_interval(problem, field);
    const double chosen = core::chosen_intercept(interval);
    const double least = core::primal_value(problem, a, chosen);
    for (int k = 0; k < 30; ++k) {
      const double b = chosen + dice.uniform(-4, 4);
      const double value = core::primal_value(problem, a, b);
      CHECK(value >= least - 1e-12);
      const bool inside = b >= interval.lower && b <= interval.upper;
      CHECK((value <= least + 1e-12) == inside);
    }
  }
}

TEST_CASE("intercept: a guess changes the cost, never the number", "[intercept]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    tests::Dice dice(seed);
    const core::Sample sample = tests::awkward(tests::kAwkward[seed % 8], 14, 2, seed);
    const Matrix gram = seed % 2 ? tests::linear_gram(sample) : tests::gaussian_gram(sample);
    const WeightedDual problem = core::weighted_dual(gram, sample.y, dice.below(19) / 20.0 + 0.05, 0.3);
    const core::DualSolution fit = core::solve(problem);
    const Vector field = gram * fit.a;
    const double answer = core::intercept(problem, field);
    for (const double guess :
         {answer, answer + 1e-12, answer - 1e-7, answer + 0.5, answer - 3, 0.0, 1.0, 1e6})
      CHECK(core::intercept_near(problem, field, guess) == answer);
  }
}

TEST_CASE("intercept: boxes of no width leave it free and it is zero", "[intercept][degenerate]") {
  const Matrix gram = Matrix::Identity(2, 2);
  const core::Labels y = labels(1, 1);
  WeightedDual problem = core::weighted_dual(gram, y, 0.5, 1);
  problem.lower.setZero();
  problem.upper.setZero();
  CHECK(core::intercept(problem, Vector::Zero(2)) == 0);
}
