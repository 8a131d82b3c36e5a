#include <cmath>

#include "core/solver/intercept.hpp"
#include "core/solver/parametric/exact_lambda_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Matrix;
using core::Vector;

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
