#include <algorithm>
#include <cmath>

#include "core/solver/margin/certify.hpp"
#include "core/solver/margin/intercept.hpp"
#include "core/solver/margin/solve.hpp"
#include "core/solver/path/exact_lambda_path.hpp"
#include "core/solver/path/pi_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/libsvm_oracle.hpp"
#include "tests/support/margin_samples.hpp"
#include "tests/support/reference_qp.hpp"

using core::Matrix;
using core::Vector;

namespace {

struct PathCase {
  int example;
  bool gaussian;
};

core::Sample draw(const PathCase& c, Eigen::Index n, std::uint64_t seed) {
  return c.example == 1 ? tests::example1(n, seed) : tests::example2(n, seed);
}

Matrix gram_of(const PathCase& c, const core::Sample& sample) {
  return c.gaussian ? tests::gaussian_gram(sample) : tests::linear_gram(sample);
}

} // namespace

TEST_CASE("exact lambda path: objective and signs are those of LIBSVM at eps 1e-8",
          "[parametric][oracle][slow]") {
  const PathCase c = GENERATE(PathCase{1, false}, PathCase{1, true}, PathCase{2, false}, PathCase{2, true});
  const double pi = GENERATE(0.1, 0.35, 0.5, 0.9);
  const auto seed = static_cast<std::uint64_t>(GENERATE(1, 2));
  CAPTURE(c.example, c.gaussian, pi, seed);
  const core::Sample sample = draw(c, 60, seed);
  const Matrix gram = gram_of(c, sample);
  core::ExactLambdaPath path(gram, sample.y, pi);
  for (const double lambda : {100.0, 5.0, 1.0, 0.3, 0.05}) {
    CAPTURE(lambda);
    const core::DualSolution ours = path.at(lambda);
    const tests::LibsvmFit theirs = tests::fit_libsvm({gram, sample.y, pi, lambda});
    const core::WeightedDual problem = core::weighted_dual(gram, sample.y, pi, lambda);
    const double bound = core::primal_value(problem, theirs.a, theirs.beta_0);
    CHECK(ours.certificate.relative_gap() <= 1e-8);
    CHECK(ours.certificate.primal <= bound * (1 + 1e-9) + 1e-12);
    const Vector f = ours.decision(gram), f_theirs = theirs.decision(gram, lambda);
    CHECK((f - f_theirs).cwiseAbs().maxCoeff() <= 1e-3 * (1 + f.cwiseAbs().maxCoeff()));
    for (Eigen::Index i = 0; i < f.size(); ++i)
      if (std::abs(f[i]) > 1e-3) CHECK(f[i] * f_theirs[i] > 0);
  }
  CHECK(path.ok());
  CHECK(path.fallbacks() == 0);
}

TEST_CASE("exact lambda path: on tiny samples the optimum is that of trying every active set",
          "[parametric][oracle]") {
  const std::string way = GENERATE(from_range(tests::kAwkward));
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 7)));
  const bool gaussian = GENERATE(false, true);
  CAPTURE(way, seed, gaussian);
  const core::Sample sample = tests::awkward(way, 5, 2, seed);
  const Matrix gram = gaussian ? tests::gaussian_gram(sample) : tests::linear_gram(sample);
  for (const double pi : {0.2, 0.4, 0.5}) {
    core::ExactLambdaPath path(gram, sample.y, pi);
    for (const double lambda : {8.0, 1.0, 0.2, 0.03}) {
      CAPTURE(pi, lambda);
      const double optimum = tests::optimum_by_enumeration(core::weighted_dual(gram, sample.y, pi, lambda));
      const core::DualSolution fit = path.at(lambda);
      CHECK(fit.certificate.primal == Approx(optimum).epsilon(1e-7).margin(1e-9));
      CHECK(fit.certificate.dual == Approx(optimum).epsilon(1e-7).margin(1e-9));
    }
  }
}

TEST_CASE("exact lambda path: at random lambda every observation satisfies KKT", "[parametric][oracle]") {
  const PathCase c = GENERATE(PathCase{1, false}, PathCase{1, true}, PathCase{2, false}, PathCase{2, true});
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 4)));
  CAPTURE(c.example, c.gaussian, seed);
  const core::Sample sample = draw(c, 80, seed);
  const Matrix gram = gram_of(c, sample);
  tests::Dice dice(seed);
  core::ExactLambdaPath path(gram, sample.y, dice.uniform(0.05, 0.95));
  for (int k = 0; k < 25; ++k) {
    const double lambda = std::pow(10, dice.uniform(-2.5, 2));
    CAPTURE(path.pi(), lambda);
    const core::DualSolution fit = path.at(lambda);
    const core::KktViolation violation =
        core::kkt_violation(core::weighted_dual(gram, sample.y, path.pi(), lambda), fit);
    CHECK(violation.box == 0);
    CHECK(violation.equality <= 1e-12);
    CHECK(violation.margin <= 1e-7);
  }
  CHECK(path.fallbacks() == 0);
}

TEST_CASE("pi path: on a grid of weights it is the independent solution", "[parametric][oracle]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 5)));
  const bool gaussian = GENERATE(false, true);
  const double lambda = GENERATE(100.0, 1.0, 0.01);
  CAPTURE(seed, gaussian, lambda);
  const core::Sample sample = tests::example1(50, seed);
  const Matrix gram = gaussian ? tests::gaussian_gram(sample) : tests::linear_gram(sample);
  const core::PiPath path(gram, sample.y, lambda);
  REQUIRE(path.ok());
  for (double pi = 0.03; pi < 1; pi += 0.067) {
    CAPTURE(pi);
    const core::DualSolution ours = path.at(pi);
    const core::DualSolution theirs = core::solve(core::weighted_dual(gram, sample.y, pi, lambda));
    CHECK(ours.certificate.relative_gap() <= 1e-8);
    CHECK(ours.certificate.iterations == 0);
    CHECK(ours.certificate.primal == Approx(theirs.certificate.primal).epsilon(1e-8));
  }
}

TEST_CASE("pi path: it runs from 0 to 1 and every breakpoint is optimal", "[parametric][oracle]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 5)));
  const bool gaussian = GENERATE(false, true);
  CAPTURE(seed, gaussian);
  const core::Sample sample = tests::example2(40, seed);
  const Matrix gram = gaussian ? tests::gaussian_gram(sample) : tests::linear_gram(sample);
  const core::PiPath path(gram, sample.y, 0.5);
  REQUIRE(path.ok());
  const auto& points = path.breakpoints();
  CHECK(points.front().pi == 0);
  CHECK(points.back().pi == 1);
  double last = 0;
  for (const core::PiBreakpoint& point : points) {
    CAPTURE(point.pi);
    REQUIRE(point.pi >= last);
    last = point.pi;
    if (point.pi < 1e-6 || point.pi > 1 - 1e-6) continue;
    const core::WeightedDual problem = core::weighted_dual(gram, sample.y, point.pi, 0.5);
    REQUIRE(core::certify(problem, point.a, point.beta_0).relative_gap() <= 1e-8);
  }
}

TEST_CASE("pi path: between breakpoints a and beta_0 are linear", "[parametric][identity]") {
  const core::Sample sample = tests::example1(40, 8);
  const Matrix gram = tests::gaussian_gram(sample);
  const core::PiPath path(gram, sample.y, 0.5);
  REQUIRE(path.ok());
  const auto& points = path.breakpoints();
  REQUIRE(points.size() > 40);
  for (std::size_t k = 1; k < points.size(); ++k) {
    const double pi = (points[k - 1].pi + points[k].pi) / 2;
    if (points[k].pi - points[k - 1].pi < 1e-6) continue;
    const core::WeightedDual problem = core::weighted_dual(gram, sample.y, pi, 0.5);
    const Vector middle = (points[k - 1].a + points[k].a) / 2;
    const double beta_0 = (points[k - 1].beta_0 + points[k].beta_0) / 2;
    CAPTURE(pi);
    REQUIRE(core::certify(problem, middle, beta_0).relative_gap() <= 1e-8);
  }
}

TEST_CASE("pi path: in Example 1 the linear fit is +1 for small weights and -1 for large ones",
          "[parametric][identity]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 6)));
  CAPTURE(seed);
  const core::Sample sample = tests::example1(100, seed);
  const Matrix gram = tests::linear_gram(sample);
  const core::PiPath path(gram, sample.y, 1);
  REQUIRE(path.ok());
  for (const core::PiBreakpoint& point : path.breakpoints()) {
    if (point.pi > 0.05 && point.pi < 0.95) continue;
    const Vector slope = sample.x.transpose() * point.a;
    CAPTURE(point.pi);
    CHECK(slope.cwiseAbs().maxCoeff() <= 1e-9);
    CHECK(point.beta_0 == Approx(point.pi < 0.5 ? 1 : -1).epsilon(1e-9));
  }
}

namespace {

/// Every lambda from far above the threshold to a hundred-thousandth of max K must be certified by the path
/// itself.
void check_path(const Matrix& gram, const core::Sample& sample, double pi) {
  core::ExactLambdaPath path(gram, sample.y, pi);
  const double largest = gram.diagonal().maxCoeff(), scale = largest > 0 ? largest : 1;
  for (double lambda = 50 * scale; lambda > 1e-5 * scale; lambda /= 3) {
    CAPTURE(pi, lambda / scale);
    REQUIRE(path.at(lambda).certificate.proves(1e-8));
  }
  REQUIRE(path.ok());
  REQUIRE(path.fallbacks() == 0);
}

} // namespace

TEST_CASE("exact lambda path: awkward samples at every scale need no fall-back", "[parametric][degenerate]") {
  const std::string way = GENERATE(from_range(tests::kAwkward));
  const double scale = GENERATE(1e-6, 1e-3, 1.0, 1e6);
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 9)));
  CAPTURE(way, scale, seed);
  core::Sample sample = tests::awkward(way, 5 + 4 * static_cast<Eigen::Index>(seed), 2, seed);
  sample.x *= scale;
  const Matrix linear = tests::linear_gram(sample), gaussian = tests::gaussian_gram(sample);
  for (const double pi : {0.05, 0.3, 0.5, 0.8}) {
    check_path(linear, sample, pi);
    check_path(gaussian, sample, pi);
  }
}

TEST_CASE("exact lambda path: more inputs than observations", "[parametric][degenerate]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 5)));
  CAPTURE(seed);
  const core::Sample sample = tests::awkward("generic", 38, 700, seed);
  const Matrix gram = tests::linear_gram(sample);
  for (const double pi : {0.05, 0.45, 0.95}) check_path(gram, sample, pi);
}

TEST_CASE("exact lambda path: separable classes", "[parametric][degenerate]") {
  core::Sample sample = tests::example1(50, 3);
  for (Eigen::Index i = 0; i < 50; ++i) {
    sample.y[i] = sample.x(i, 0) > 0 ? 1 : -1;
    sample.x(i, 0) += sample.y[i];
  }
  const Matrix linear = tests::linear_gram(sample), gaussian = tests::gaussian_gram(sample);
  for (const double pi : {0.05, 0.5, 0.7}) {
    check_path(linear, sample, pi);
    check_path(gaussian, sample, pi);
  }
}

TEST_CASE("exact lambda path: twins of opposite classes", "[parametric][degenerate]") {
  core::Sample sample = tests::example1(40, 4);
  for (Eigen::Index i = 1; i < 40; i += 2) {
    sample.x.row(i) = sample.x.row(i - 1);
    sample.y[i] = -sample.y[i - 1];
  }
  const Matrix linear = tests::linear_gram(sample), gaussian = tests::gaussian_gram(sample);
  for (const double pi : {0.05, 0.5, 0.75}) {
    check_path(linear, sample, pi);
    check_path(gaussian, sample, pi);
  }
}

TEST_CASE("exact lambda path: a kernel of no information gives the majority's constant",
          "[parametric][degenerate]") {
  const core::Sample sample = tests::example1(20, 6);
  const Matrix gram = Matrix::Zero(20, 20);
  const double positive = (sample.y.array() > 0).count();
  for (const double pi : {0.05, 0.95}) {
    core::ExactLambdaPath path(gram, sample.y, pi);
    const double majority = positive * (1 - pi) > (20 - positive) * pi ? 1 : -1;
    const core::DualSolution fit = path.at(0.7);
    CHECK(fit.certificate.relative_gap() <= 1e-12);
    CHECK(fit.beta_0 == Approx(majority));
  }
}

TEST_CASE("exact lambda path: at a tie the intercept is the middle of its interval",
          "[parametric][degenerate]") {
  core::Sample sample = tests::example1(40, 7);
  for (Eigen::Index i = 0; i < 40; ++i) sample.y[i] = i < 18 ? 1 : -1;
  const Matrix gram = tests::gaussian_gram(sample);
  const double pi = 18.0 / 40;
  core::ExactLambdaPath path(gram, sample.y, pi);
  Vector lambdas(3);
  lambdas << 300, 100, 30;
  const core::LambdaNodes nodes = path.nodes(lambdas);
  for (Eigen::Index k = 0; k < 3; ++k) {
    const core::DualSolution fit = path.at(lambdas[k]);
    const Vector field = gram * fit.a;
    const core::WeightedDual problem = core::weighted_dual(gram, sample.y, pi, lambdas[k]);
    const core::InterceptInterval interval = core::intercept_interval(problem, field);
    REQUIRE(interval.upper - interval.lower > 0.5);
    CHECK(fit.beta_0 == Approx((interval.lower + interval.upper) / 2));
    CHECK(nodes.beta_0[k] == Approx(fit.beta_0).margin(1e-12));
  }
}

namespace {

bool same_solution(const core::DualSolution& s, const core::DualSolution& t) {
  return s.a == t.a && s.beta_0 == t.beta_0 && s.certificate.primal == t.certificate.primal &&
         s.certificate.dual == t.certificate.dual && s.certificate.iterations == t.certificate.iterations;
}

} // namespace

TEST_CASE("exact lambda path: which lambda were asked before changes no bit", "[parametric][purity]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(1, 2, 3));
  const bool gaussian = GENERATE(false, true);
  CAPTURE(seed, gaussian);
  const core::Sample sample = tests::example2(50, seed);
  const Matrix gram = gaussian ? tests::gaussian_gram(sample) : tests::linear_gram(sample);
  tests::Dice dice(seed);
  core::ExactLambdaPath busy(gram, sample.y, 0.3);
  Vector grid(20);
  for (int k = 0; k < 20; ++k) grid[k] = std::pow(10, 2 - 0.2 * k);
  std::vector<double> lambdas(grid.begin(), grid.end());
  for (int k = 0; k < 40; ++k) {
    if (k % 7 == 0) busy.nodes(grid);
    const double lambda = lambdas[static_cast<std::size_t>(dice.below(20))];
    core::ExactLambdaPath fresh(gram, sample.y, 0.3);
    REQUIRE(same_solution(busy.at(lambda), fresh.at(lambda)));
  }
}

TEST_CASE("exact lambda path: a lambda at which an event happens is answered alike from both sides",
          "[parametric][purity]") {
  const core::Sample sample = tests::example1(30, 5);
  const Matrix gram = tests::linear_gram(sample);
  core::ExactLambdaPath probe(gram, sample.y, 0.45);
  const auto standing = probe.standing_at(0.5);
  REQUIRE(standing.has_value());
  core::ActiveSetPath path = *standing;
  path.turn(core::moving_lambda(core::each_once(gram, sample.y), 0.45), 0.5, 0);
  for (int event = 0; event < 5; ++event) {
    const double lambda = path.segment_end();
    path.pass_event();
    REQUIRE(path.ok());
    core::ExactLambdaPath above(gram, sample.y, 0.45), below(gram, sample.y, 0.45);
    above.at(2 * lambda);
    below.at(lambda / 2);
    REQUIRE(same_solution(above.at(lambda), below.at(lambda)));
  }
}

TEST_CASE("exact lambda path: which weights share the sweep, and in which order, changes no bit",
          "[parametric][purity]") {
  const core::Sample sample = tests::example1(50, 9);
  const Matrix gram = tests::gaussian_gram(sample);
  std::vector<double> pis;
  for (int j = 1; j < 20; ++j) pis.push_back(j / 20.0);
  auto shared = core::exact_lambda_paths(core::each_once(gram, sample.y), pis);
  std::reverse(pis.begin(), pis.end());
  auto reversed = core::exact_lambda_paths(core::each_once(gram, sample.y), pis);
  for (std::size_t j = 0; j < pis.size(); ++j) {
    core::ExactLambdaPath alone(gram, sample.y, pis[j]);
    for (const double lambda : {50.0, 1.0, 0.1}) {
      const core::DualSolution fit = alone.at(lambda);
      REQUIRE(same_solution(fit, reversed[j].at(lambda)));
      REQUIRE(same_solution(fit, shared[pis.size() - 1 - j].at(lambda)));
    }
  }
}

TEST_CASE("exact lambda path: scaling kernel and lambda by a power of two leaves a bit for bit",
          "[parametric][identity]") {
  const core::Sample sample = tests::example2(40, 11);
  const Matrix gram = tests::linear_gram(sample);
  for (const double scale : {0x1p-30, 0x1p20}) {
    const Matrix scaled = scale * gram;
    core::ExactLambdaPath path(gram, sample.y, 0.65), twin(scaled, sample.y, 0.65);
    for (const double lambda : {20.0, 1.0, 0.1}) REQUIRE(path.at(lambda).a == twin.at(scale * lambda).a);
  }
}

TEST_CASE("exact lambda path: nodes are the decision values of the fits", "[parametric][identity]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 5)));
  const bool gaussian = GENERATE(false, true);
  CAPTURE(seed, gaussian);
  const core::Sample sample = tests::example1(60, seed);
  const Matrix gram = gaussian ? tests::gaussian_gram(sample) : tests::linear_gram(sample);
  Vector grid(60);
  for (int k = 0; k < 60; ++k) grid[k] = std::pow(10, 3 - 0.1 * k);
  for (const double pi : {0.1, 0.5, 0.85}) {
    core::ExactLambdaPath path(gram, sample.y, pi);
    const core::LambdaNodes nodes = path.nodes(grid);
    CHECK(nodes.relative_gap.maxCoeff() <= 1e-6);
    for (Eigen::Index k = 0; k < 60; ++k) {
      CAPTURE(pi, grid[k]);
      const core::DualSolution fit = path.at(grid[k]);
      REQUIRE((nodes.decision.col(k) - fit.decision(gram)).cwiseAbs().maxCoeff() <= 1e-8);
      REQUIRE(nodes.beta_0[k] == Approx(fit.beta_0).margin(1e-8));
      REQUIRE(nodes.relative_gap[k] >= fit.certificate.relative_gap() - 1e-9);
    }
    CHECK(path.fallbacks() == 0);
  }
}

TEST_CASE("exact lambda path: a grid that rises is refused", "[parametric]") {
  const core::Sample sample = tests::example1(10, 1);
  const Matrix gram = tests::linear_gram(sample);
  core::ExactLambdaPath path(gram, sample.y, 0.5);
  CHECK_THROWS_AS(path.nodes(Vector{{0.1, 1.0}}), std::logic_error);
  CHECK_THROWS_AS(path.at(0), std::logic_error);
  CHECK_THROWS_AS(core::ExactLambdaPath(gram, sample.y, 1), std::logic_error);
}
