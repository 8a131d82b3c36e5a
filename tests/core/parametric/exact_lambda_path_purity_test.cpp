#include <algorithm>
#include <cmath>

#include "core/solver/parametric/exact_lambda_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Matrix;
using core::Vector;

namespace {

bool same_bits(const core::DualSolution& s, const core::DualSolution& t) {
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
    REQUIRE(same_bits(busy.at(lambda), fresh.at(lambda)));
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
    REQUIRE(same_bits(above.at(lambda), below.at(lambda)));
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
      REQUIRE(same_bits(fit, reversed[j].at(lambda)));
      REQUIRE(same_bits(fit, shared[pis.size() - 1 - j].at(lambda)));
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
