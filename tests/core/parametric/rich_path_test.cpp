#include <cmath>

#include "core/solver/parametric/exact_lambda_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

// Paths whose elbows are so rich that the points far from them are not followed from event to event.

using core::Matrix;
using core::Vector;

namespace {

struct Rich {
  core::Sample sample;
  Matrix gram;
  Vector count;

  core::CountedSample counted() const { return {gram, sample.y, count}; }
};

/// Ten inputs; on a lattice, or twins with and without equal labels, or drawn several times or never.
Rich rich(const std::string& way, std::uint64_t seed) {
  const Eigen::Index n = 300;
  Rich out{tests::awkward(way, n, 10, seed), {}, Vector::Ones(n)};
  out.gram = tests::gaussian_gram(out.sample, way == "twins" ? 0.7 : 1);
  tests::Dice dice(seed);
  if (seed % 2 == 0)
    for (double& c : out.count) c = dice.below(3);
  return out;
}

/// The path of one weight from the vertex of large lambda.
core::ActiveSetPath standing(const Rich& rich, double pi) {
  core::ExactLambdaPath path(rich.counted(), pi);
  return *path.standing_at(1e3);
}

Vector grid() {
  Vector lambdas(40);
  for (int k = 0; k < 40; ++k) lambdas[k] = std::pow(10, 1 - 0.1 * k);
  return lambdas;
}

} // namespace

TEST_CASE("rich path: following the near points arrives where following all of them does",
          "[parametric][identity]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(1, 2));
  const std::string way = GENERATE("generic", "lattice", "twins");
  const double pi = GENERATE(0.3, 0.5);
  CAPTURE(seed, way, pi);
  const Rich sample = rich(way, seed);
  core::ActiveSetPath stretches = standing(sample, pi), one_by_one = stretches;
  Eigen::Index richest = 0;
  for (const double lambda : {1.0, 0.1, 0.02, 0.004}) {
    REQUIRE(stretches.reach(lambda));
    while (one_by_one.ok() && one_by_one.segment_end() > lambda) one_by_one.pass_event();
    REQUIRE(one_by_one.ok());
    const Vector difference = stretches.a(lambda) - one_by_one.a(lambda); // of twins only their sum is unique
    CHECK((sample.gram * difference).cwiseAbs().maxCoeff() <= 1e-9);
    CHECK(stretches.b(lambda) == Approx(one_by_one.b(lambda)).margin(1e-9));
    CHECK((stretches.residuals(lambda) - one_by_one.residuals(lambda)).cwiseAbs().maxCoeff() <= 1e-9);
    CHECK(stretches.measured_drift() <= 1e-10);
    const auto& stands = stretches.stands();
    richest = std::max(
        richest, static_cast<Eigen::Index>(std::count(stands.begin(), stands.end(), core::Stand::elbow)));
  }
  CHECK(richest >= core::Elbow::large);
}

TEST_CASE("rich path: every node is certified without the help of another solver",
          "[parametric][degenerate]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 5)));
  const std::string way = GENERATE("generic", "lattice", "twins", "constant column");
  CAPTURE(seed, way);
  const Rich sample = rich(way, seed);
  for (const double pi : {0.15, 0.5, 0.75}) {
    core::ExactLambdaPath path(sample.counted(), pi);
    const core::LambdaNodes nodes = path.nodes(grid());
    CHECK(nodes.relative_gap.maxCoeff() <= 1e-6);
    CHECK(path.fallbacks() == 0);
    for (const Eigen::Index k : {10, 25, 39}) {
      const core::DualSolution fit = core::ExactLambdaPath(sample.counted(), pi).at(grid()[k]);
      CHECK(fit.certificate.status == core::Status::ok);
      CHECK((fit.decision(sample.gram) - nodes.decision.col(k)).cwiseAbs().maxCoeff() <= 1e-7);
    }
  }
}

TEST_CASE("rich path: a stretch that missed a sign change begins anew, and its answer is right all the same",
          "[parametric][degenerate]") {
  std::int64_t begun_anew = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const Rich sample = rich("generic", seed);
    core::ActiveSetPath path = standing(sample, 0.5);
    REQUIRE(path.reach(1e-3));
    begun_anew += path.stretches_begun_anew();
    const Vector a = path.a(1e-3), r = path.residuals(1e-3);
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      const core::Stand stand = path.stands()[static_cast<std::size_t>(i)];
      if (stand == core::Stand::lower) CHECK(r[i] >= -1e-9);
      if (stand == core::Stand::upper) CHECK(r[i] <= 1e-9);
      if (stand == core::Stand::elbow) CHECK(std::abs(r[i]) <= 1e-9);
    }
  }
  CHECK(begun_anew > 0);
}
