#include <cmath>

#include "core/solver/certify.hpp"
#include "core/solver/parametric/pi_path.hpp"
#include "core/solver/solve.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Matrix;
using core::Vector;

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
