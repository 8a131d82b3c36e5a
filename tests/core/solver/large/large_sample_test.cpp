#include "core/solver/large/large_sample.hpp"

#include <cmath>

#include "core/kernel/kernel.hpp"
#include "core/solver/interior/interior_point.hpp"
#include "core/solver/large/chunking.hpp"
#include "core/solver/large/kernel_factor.hpp"
#include "core/solver/margin/certify.hpp"
#include "core/solver/margin/solve.hpp"
#include "core/solver/path/exact_lambda_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/libsvm_oracle.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

using Shape = Kernel::Shape;
const Kernel linear, gaussian{Shape::gaussian, 1.5};

/// What lies between two answers of which each has its own gap: both are within sqrt(2 gap / lambda) of the
/// optimum in the norm of the kernel's space.
double apart(const Certificate& s, const Certificate& t, double lambda) {
  return std::sqrt(2 * std::max(0.0, s.gap()) / lambda) + std::sqrt(2 * std::max(0.0, t.gap()) / lambda);
}

void check_proven(const LargeFit& fit, const WeightedDual& problem) {
  const Certificate proof = certify(problem, fit.a, fit.beta_0);
  CHECK(proof.relative_gap() <= 1e-8);
  CHECK(fit.certificate.relative_gap() <= 1e-8);
  CHECK(fit.certificate.status == Status::ok);
  CHECK((fit.decision() - fit.DualSolution::decision(problem.gram)).cwiseAbs().maxCoeff() <=
        1e-9 * (1 + fit.decision().cwiseAbs().maxCoeff()));
}

} // namespace

TEST_CASE(
    "large samples: on awkward samples every road ends at the path's answer, proven with the whole matrix",
    "[solver][large][oracle][degenerate]") {
  const auto way = GENERATE(from_range(tests::kAwkward));
  const bool smooth = GENERATE(false, true);
  CAPTURE(way, smooth);
  const Sample sample = tests::awkward(way, 150, 3, 4);
  const Kernel& kernel = smooth ? gaussian : linear;
  const Matrix matrix = kernel.gram(sample.x);
  const Features features(sample.x);
  const KernelColumns columns(kernel, sample.x);
  const LargeSample by_matrix(each_once(matrix, sample.y)),
      held(smooth ? each_once(columns, sample.y) : each_once(features, sample.y));
  for (const double pi : {0.05, 0.35, 0.5}) {
    ExactLambdaPath path(matrix, sample.y, pi);
    for (const double lambda : {100.0, 1.0, 0.03}) {
      CAPTURE(pi, lambda);
      const WeightedDual problem = weighted_dual(matrix, sample.y, pi, lambda);
      const DualSolution exact = path.at(lambda);
      for (const LargeSample* road : {&by_matrix, &held}) {
        const LargeFit fit = road->at(pi, lambda);
        check_proven(fit, problem);
        CHECK(fit.certificate.primal == Approx(exact.certificate.primal).epsilon(2e-8).margin(1e-12));
        const Vector f = fit.field / lambda, g = exact.decision(matrix).array() - exact.beta_0;
        const double size = std::sqrt(matrix.diagonal().maxCoeff());
        CHECK((f - g).cwiseAbs().maxCoeff() <=
              1e-9 + 1.01 * size * apart(fit.certificate, exact.certificate, lambda));
      }
    }
  }
}

TEST_CASE(
    "large samples: of inputs that are a quarter of the rows a fit takes the steps of an interior point, not "
    "of "
    "parts, and has their answer",
    "[solver][large][oracle]") {
  const Eigen::Index inputs = GENERATE(75, 76); // of 300 rows
  const Sample sample = tests::awkward("generic", 300, inputs, 5);
  const KernelColumns columns(linear, sample.x);
  const LargeFit fit = LargeSample(each_once(columns, sample.y)).at(0.4, 20);
  const WeightedDual problem = weighted_dual(columns, sample.y, 0.4, 20);
  check_proven(fit, problem);
  const DualSolution parts = solve_in_chunks(problem);
  CHECK(fit.certificate.primal == Approx(parts.certificate.primal).epsilon(2e-8));
  CHECK((fit.certificate.iterations > 0) == factor_pays(300, inputs)); // parts count none
}

TEST_CASE("large samples: LIBSVM finds the same objective, decision values and signs",
          "[solver][large][oracle]") {
  const bool smooth = GENERATE(false, true), first = GENERATE(false, true);
  CAPTURE(smooth, first);
  const Sample sample = first ? tests::example1(200, 3) : tests::example2(200, 3);
  const Matrix matrix = (smooth ? gaussian : linear).gram(sample.x);
  const Features features(sample.x);
  const KernelColumns columns(gaussian, sample.x);
  const LargeSample large(smooth ? each_once(columns, sample.y) : each_once(features, sample.y));
  for (const double pi : {0.2, 0.5, 0.93})
    for (const double lambda : {30.0, 1.0}) {
      CAPTURE(pi, lambda);
      const LargeFit fit = large.at(pi, lambda);
      const WeightedDual problem = weighted_dual(matrix, sample.y, pi, lambda);
      check_proven(fit, problem);
      const tests::LibsvmFit theirs = tests::fit_libsvm({matrix, sample.y, pi, lambda, 1e-6});
      const Certificate proof = certify(problem, theirs.a, theirs.beta_0);
      CHECK(fit.certificate.primal <= proof.primal * (1 + 1e-9));
      CHECK(fit.certificate.primal == Approx(proof.primal).epsilon(1e-5));
      const Vector f = fit.decision(), g = theirs.decision(matrix, lambda);
      CHECK((f - g).cwiseAbs().maxCoeff() <= 2e-3);
      for (Eigen::Index i = 0; i < f.size(); ++i)
        if (std::abs(f(i)) > 2e-3) CHECK(f(i) * g(i) > 0);
    }
}

TEST_CASE("large samples: observations drawn twice weigh twice, those not drawn ride along",
          "[solver][large][oracle]") {
  const bool smooth = GENERATE(false, true);
  CAPTURE(smooth);
  const Sample sample = tests::example1(120, 8);
  const Matrix matrix = (smooth ? gaussian : linear).gram(sample.x);
  const Features features(sample.x);
  const KernelColumns columns(gaussian, sample.x);
  const Gram held = smooth ? Gram(columns) : Gram(features);
  Vector count(120);
  for (Eigen::Index i = 0; i < 120; ++i) count(i) = static_cast<double>(i % 3);
  std::vector<Eigen::Index> points;
  for (Eigen::Index i = 0; i < 120; ++i)
    for (int times = 0; times < count(i); ++times) points.push_back(i);
  const Matrix repeated = matrix(points, points);
  const Labels y = sample.y(points);
  const LargeSample counted(CountedSample{held, sample.y, count});
  for (const double lambda : {10.0, 0.3}) {
    const LargeFit fit = counted.at(0.4, lambda);
    const DualSolution expected = solve(weighted_dual(repeated, y, 0.4, lambda));
    CHECK(fit.certificate.relative_gap() <= 1e-8);
    CHECK(fit.certificate.primal == Approx(expected.certificate.primal).epsilon(2e-8));
    CHECK((fit.decision() - expected.decision(Matrix(matrix(Eigen::all, points)))).cwiseAbs().maxCoeff() <=
          1e-3);
    for (Eigen::Index i = 0; i < 120; i += 3) CHECK(fit.a(i) == 0);
  }
}

TEST_CASE("large samples: a fit is the same whatever was asked before", "[solver][large]") {
  const Sample sample = tests::example2(200, 2);
  const KernelColumns columns(gaussian, sample.x);
  const LargeSample one(each_once(columns, sample.y)), other(each_once(columns, sample.y));
  const LargeFit alone = one.at(0.3, 2);
  other.at(0.5, 0.1);
  const LargeFit later = other.at(0.3, 2);
  CHECK(alone.a == later.a);
  CHECK(alone.beta_0 == later.beta_0);
}

TEST_CASE("large samples: what rounding leaves of the interior point's answer is mended or said",
          "[solver][large][degenerate]") {
  Sample sample = tests::example2(200, 2);
  sample.x *= 1e5;
  const Features features(sample.x);
  const LargeSample large(each_once(features, sample.y));
  const Matrix matrix = linear.gram(sample.x);
  int proven = 0;
  for (const double lambda : {1e6, 1.0, 1e-3}) {
    CAPTURE(lambda);
    const LargeFit fit = large.at(0.3, lambda);
    const bool is_proven = fit.certificate.proves(1e-8);
    CHECK(is_proven == (fit.certificate.status == Status::ok));
    CHECK(std::isfinite(fit.certificate.primal));
    // Another certificate, by the matrix: what is called proven here has the value that it says, next to the optimum.
    const WeightedDual problem = weighted_dual(matrix, sample.y, 0.3, lambda);
    const Certificate other = certify(problem, fit.a, fit.beta_0);
    CHECK(fit.certificate.dual <= other.primal + fit.certificate.rounding + other.rounding);
    CHECK(other.dual <= fit.certificate.primal + fit.certificate.rounding + other.rounding);
    if (!is_proven) continue;
    ++proven;
    CHECK(std::abs(other.primal - fit.certificate.primal) <= other.rounding + fit.certificate.rounding);
    CHECK((fit.a.array() >= problem.lower.array()).all());
    CHECK((fit.a.array() <= problem.upper.array()).all());
  }
  CHECK(proven > 0);
}

TEST_CASE("kernel factor: its product misses the matrix by no more than it says", "[solver][large]") {
  const Sample sample = tests::example1(200, 5);
  const Matrix matrix = gaussian.gram(sample.x);
  for (const double wanted : {1e-3, 1e-9}) {
    const KernelFactor factor = kernel_factor(matrix, wanted, 100);
    CHECK(factor.remainder <= wanted);
    CHECK(factor.x.cols() < 100);
    CHECK((matrix - factor.x * factor.x.transpose()).cwiseAbs().maxCoeff() <= factor.remainder + 1e-13);
  }
  CHECK(kernel_factor(matrix, 0, 7).x.cols() == 7);
  CHECK(kernel_factor(matrix, 0, 7).remainder > 0);
}

TEST_CASE(
    "kernel factor: it is given up early where its rank is large, and made to the end where it is small",
    "[solver][large]") {
  const Sample sample = tests::example1(600, 5);
  const Matrix narrow = Kernel{Shape::gaussian, 0.02}.gram(sample.x), wide = gaussian.gram(sample.x);
  CHECK(kernel_factor(narrow, 1e-13, 400, Patience::while_it_falls).x.cols() == 64);
  CHECK(kernel_factor(narrow, 1e-13, 400).x.cols() == 400);
  CHECK(kernel_factor(wide, 1e-13, 400, Patience::while_it_falls).x == kernel_factor(wide, 1e-13, 400).x);
}

namespace {

void check_against_solve(const WeightedDual& problem) {
  const DualSolution parts = solve_in_chunks(problem), whole = solve(problem);
  const Certificate proof = certify(problem, parts.a, parts.beta_0);
  CHECK(proof.relative_gap() <= 1e-8);
  CHECK(proof.primal == Approx(whole.certificate.primal).epsilon(2e-8));
  const Vector f = parts.decision(problem.gram), g = whole.decision(problem.gram);
  CHECK((f - g).cwiseAbs().maxCoeff() < 1e-2);
}

} // namespace

TEST_CASE("chunks: the whole problem's answer where few observations support it", "[solver][oracle]") {
  const Sample sample = tests::example2(1300, 4);
  for (const Kernel& kernel : {Kernel{Kernel::Shape::linear, 1}, Kernel{Kernel::Shape::gaussian, 2}}) {
    const Matrix gram = kernel.gram(sample.x);
    for (const double lambda : {0.1, 10.0}) check_against_solve(weighted_dual(gram, sample.y, 0.5, lambda));
  }
}

TEST_CASE("chunks: the whole problem's answer where most observations support it", "[solver][oracle]") {
  const Sample sample = tests::example1(1200, 6);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1}.gram(sample.x);
  for (const double pi : {0.3, 0.5}) check_against_solve(weighted_dual(gram, sample.y, pi, 1));
}

TEST_CASE("chunks: observations that were not drawn, twins and a class of one are taken as they come",
          "[solver][degenerate]") {
  // More than twice the 500 that the first part holds, so that it is not the whole that is solved.
  Sample sample = tests::example2(1300, 3);
  sample.x.bottomRows(300) = sample.x.topRows(300);
  sample.y.tail(300) = sample.y.head(300);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 2}.gram(sample.x);
  WeightedDual problem = weighted_dual(gram, sample.y, 0.5, 0.1);
  problem.lower.segment(100, 50).setZero();
  problem.upper.segment(100, 50).setZero();
  check_against_solve(problem);
  CHECK(solve_in_chunks(problem).a.segment(100, 50).isZero(0));

  Labels lonely = Labels::Constant(1300, -1);
  lonely(350) = 1;
  check_against_solve(weighted_dual(gram, lonely, 0.5, 0.1));

  const Labels one_class = Labels::Constant(1300, -1);
  const DualSolution constant = solve_in_chunks(weighted_dual(gram, one_class, 0.5, 0.1));
  CHECK(constant.certificate.status == Status::ok);
  CHECK(constant.a.isZero(0));
  CHECK(constant.beta_0 <= -1);
}

TEST_CASE("chunks: a box without zero is refused", "[solver][degenerate]") {
  const Sample sample = tests::example1(10, 1);
  const Matrix gram = Kernel{Kernel::Shape::linear, 1}.gram(sample.x);
  WeightedDual problem = weighted_dual(gram, sample.y, 0.5, 1);
  problem.lower(0) = problem.upper(0) = 0.5;
  CHECK_THROWS_AS(solve_in_chunks(problem), std::logic_error);
}

TEST_CASE("kernel factor: ends where nothing but rounding is left, whatever remainder is wanted",
          "[solver][large][degenerate]") {
  for (int seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    tests::Dice dice(static_cast<std::uint64_t>(seed));
    Matrix x(12, 2);
    for (Eigen::Index i = 0; i < 12; ++i) x.row(i) << 1000 + 1e-6 * dice.normal(), dice.below(3);
    const Matrix gram = Kernel{Kernel::Shape::linear, 1}.gram(x);
    const KernelFactor factor = kernel_factor(gram, 0, 12);
    const Matrix pivots = factor.x(factor.pivots, Eigen::all);
    CHECK(factor.x.allFinite());
    CHECK(pivots.diagonal().minCoeff() > 0);
    CHECK((gram - factor.x * factor.x.transpose()).cwiseAbs().maxCoeff() < 1e-12 * gram.maxCoeff());
  }
}
