#include "core/solver/parametric/exact_lambda_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Matrix;
using core::Vector;

TEST_CASE("counted sample: a count is that many copies", "[parametric][identity]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 9)));
  const bool gaussian = GENERATE(false, true);
  CAPTURE(seed, gaussian);
  const core::Sample sample = tests::example1(25, seed);
  const Matrix gram = gaussian ? tests::gaussian_gram(sample) : tests::linear_gram(sample);
  tests::Dice dice(seed);
  Vector count(25);
  std::vector<Eigen::Index> copies;
  for (Eigen::Index i = 0; i < 25; ++i) {
    count[i] = dice.below(4);
    for (int c = 0; c < count[i]; ++c) copies.push_back(i);
  }
  const Matrix copied = gram(copies, copies);
  const Vector labels = sample.y(copies);
  for (const double pi : {0.25, 0.5, 0.8}) {
    core::ExactLambdaPath merged({gram, sample.y, count}, pi), drawn(copied, labels, pi);
    for (const double lambda : {100.0, 2.0, 0.1}) {
      CAPTURE(pi, lambda);
      const core::DualSolution s = merged.at(lambda), t = drawn.at(lambda);
      CHECK(s.certificate.relative_gap() <= 1e-8);
      CHECK(s.certificate.primal == Approx(t.certificate.primal).epsilon(1e-8));
      const Vector f = s.decision(gram), expected = t.decision(gram(Eigen::all, copies));
      CHECK((f - expected).cwiseAbs().maxCoeff() <= 1e-5 * (1 + f.cwiseAbs().maxCoeff()));
    }
    CHECK(merged.fallbacks() + drawn.fallbacks() == 0);
  }
}

TEST_CASE("counted sample: points not drawn get their decision values for free", "[parametric][identity]") {
  const core::Sample sample = tests::example2(40, 3);
  const Matrix gram = tests::gaussian_gram(sample);
  Vector count = Vector::Ones(40);
  std::vector<Eigen::Index> drawn;
  for (Eigen::Index i = 0; i < 40; ++i) {
    if (i % 3 == 0)
      count[i] = 0;
    else
      drawn.push_back(i);
  }
  const Matrix among = gram(drawn, drawn), across = gram(Eigen::all, drawn);
  const Vector labels = sample.y(drawn);
  core::ExactLambdaPath path({gram, sample.y, count}, 0.35), alone(among, labels, 0.35);
  const Vector grid{{10.0, 1.0, 0.1, 0.01}};
  const core::LambdaNodes nodes = path.nodes(grid);
  for (Eigen::Index k = 0; k < grid.size(); ++k) {
    const Vector expected = alone.at(grid[k]).decision(across);
    CHECK((nodes.decision.col(k) - expected).cwiseAbs().maxCoeff() <= 1e-7);
  }
}

TEST_CASE("counted sample: with one class left the fit is a constant of that sign",
          "[parametric][degenerate]") {
  const core::Sample sample = tests::example1(20, 2);
  const Matrix gram = tests::linear_gram(sample);
  for (const double label : {1.0, -1.0}) {
    const Vector count = (sample.y.array() == label).select(Vector::Ones(20), Vector::Zero(20));
    core::ExactLambdaPath path({gram, sample.y, count}, 0.4);
    const core::DualSolution fit = path.at(1);
    CHECK(fit.certificate.relative_gap() <= 1e-12);
    CHECK(fit.beta_0 == label);
    const core::LambdaNodes nodes = path.nodes(Vector{{2.0, 1.0}});
    CHECK((nodes.decision.array() == label).all());
    CHECK(path.ok());
  }
}
