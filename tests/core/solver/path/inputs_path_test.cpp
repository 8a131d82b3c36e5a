#include <cmath>

#include "core/solver/margin/certify.hpp"
#include "core/solver/path/exact_lambda_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Features;
using core::Gram;
using core::Matrix;
using core::Sample;
using core::Vector;
using Eigen::Index;

// Paths of a linear kernel that is held as its inputs, which pass many events at once: few of the points are followed, by
// packed inputs, and points are exchanged where the elbow is as large as it can be.
namespace {

/// Two Gaussian clouds that overlap.
Sample clouds(Index n, Index p, std::uint64_t seed) {
  tests::Dice dice(seed);
  Sample sample{Matrix(n, p), core::Labels(n), {}};
  for (Index i = 0; i < n; ++i) {
    sample.y(i) = i % 5 < 2 ? 1 : -1;
    for (Index j = 0; j < p; ++j) sample.x(i, j) = dice.normal() + (j < 6 ? 0.4 * sample.y(i) : 0);
  }
  return sample;
}

Vector grid(int count) {
  Vector out(count);
  for (int k = 0; k < count; ++k) out(k) = std::pow(10, 2 - 4.0 * k / (count - 1));
  return out;
}

/// Both paths see the same kernel: the nodes, their bounds and the fits.
void check_is_that_of_the_matrix(const Sample& sample, double pi) {
  const Features features(sample.x);
  const Gram inputs(features);
  const Matrix matrix = sample.x * sample.x.transpose();
  core::ExactLambdaPath path(inputs, sample.y, pi), other(matrix, sample.y, pi);
  const Vector lambdas = grid(17);
  const core::LambdaNodes nodes = path.nodes(lambdas), theirs = other.nodes(lambdas);
  CHECK(path.ok());
  CHECK(path.fallbacks() == 0);
  for (Index k = 0; k < lambdas.size(); ++k) {
    CAPTURE(pi, lambdas(k), nodes.relative_gap(k), theirs.relative_gap(k));
    CHECK(nodes.relative_gap(k) <= 1e-8);
    const Vector f = nodes.decision.col(k), g = theirs.decision.col(k);
    CHECK((f - g).cwiseAbs().maxCoeff() <= 1e-6 * (1 + g.cwiseAbs().maxCoeff()));
  }
  core::ExactLambdaPath again(inputs, sample.y, pi);
  for (const double lambda : {30.0, 0.7, 0.02}) {
    CAPTURE(pi, lambda);
    const core::DualSolution fit = again.at(lambda);
    CHECK(fit.certificate.relative_gap() <= 1e-8);
    const core::WeightedDual problem = core::weighted_dual(matrix, sample.y, pi, lambda);
    CHECK(core::primal_value(problem, fit.a, fit.beta_0) ==
          Approx(other.at(lambda).certificate.primal).epsilon(1e-8));
  }
}

} // namespace

TEST_CASE("path of inputs: nodes and fits are those of the kernel's matrix, whatever their number",
          "[lambda_path][oracle]") {
  for (const Index p : {3, 8, 64, 90}) check_is_that_of_the_matrix(clouds(400, p, 1), 0.5);
  check_is_that_of_the_matrix(clouds(300, 70, 2), 0.2);
}

TEST_CASE("path of inputs: repeated rows and columns that depend on others are followed alike",
          "[lambda_path][degenerate]") {
  Sample sample = clouds(300, 80, 3);
  for (Index i = 0; i < 40; ++i) sample.x.row(i) = sample.x.row(100 + i);
  for (Index j = 30; j < 80; ++j) sample.x.col(j) = sample.x.col(j % 30) - 0.5 * sample.x.col((j + 7) % 30);
  check_is_that_of_the_matrix(sample, 0.5);
}

TEST_CASE("path of inputs: small lambda keeps its digits, as what cancels in x'a is not counted as rounding",
          "[lambda_path][certificate]") {
  const Sample sample = clouds(1500, 64, 4);
  const Features features(sample.x);
  const Gram inputs(features);
  core::ExactLambdaPath path(inputs, sample.y, 0.5);
  const Vector lambdas = (Vector(3) << 1, 1e-2, 1e-3).finished();
  const core::LambdaNodes nodes = path.nodes(lambdas);
  CHECK(path.fallbacks() == 0);
  for (Index k = 0; k < 3; ++k) CHECK(nodes.relative_gap(k) <= 1e-7);
  const core::DualSolution fit = path.at(1e-3);
  CHECK(fit.certificate.proves(1e-8));
  CHECK(fit.certificate.relative_gap() <= 1e-7);
}
