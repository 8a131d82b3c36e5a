#include <cmath>

#include "core/solver/margin/solve.hpp"
#include "core/solver/path/exact_lambda_path.hpp"
#include "core/solver/path/pi_path.hpp"
#include "core/solver/psi/psi_descent.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using core::Matrix;
using core::Vector;

// Paths whose elbows are so rich that the points far from them are not followed from event to event.

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

/// Is the path's answer feasible with residuals, computed afresh, of the signs that belong to its variables?
bool optimal(const core::ActiveSetPath& path, const Rich& rich, double pi, double lambda) {
  const core::WeightedDual problem = core::weighted_dual(rich.counted(), pi, lambda);
  const Vector a = path.a(lambda);
  const Vector r = (rich.gram * a - lambda * rich.sample.y).array() + path.b(lambda);
  bool right = std::abs(a.sum()) <= 1e-9;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const bool inside = a[i] >= problem.lower[i] - 1e-9 && a[i] <= problem.upper[i] + 1e-9;
    const bool may_rise = a[i]<problem.upper[i] - 1e-9, may_fall = a[i]> problem.lower[i] + 1e-9;
    right = right && inside && !(may_rise && r[i] < -1e-9) && !(may_fall && r[i] > 1e-9);
  }
  return right;
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
  stretches.limit_jumps(0);
  Eigen::Index richest = 0;
  for (const double lambda : {1.0, 0.1, 0.02, 0.004}) {
    REQUIRE(stretches.reach(lambda));
    while (one_by_one.ok() && one_by_one.segment_end() > lambda) one_by_one.pass_event();
    REQUIRE(one_by_one.ok());
    const Vector difference = stretches.a(lambda) - one_by_one.a(lambda); // of twins only their sum is unique
    CHECK((sample.gram * difference).cwiseAbs().maxCoeff() <= 1e-9);
    CHECK(stretches.b(lambda) == Approx(one_by_one.b(lambda)).margin(1e-9));
    CHECK((stretches.residuals(lambda) - one_by_one.residuals(lambda)).cwiseAbs().maxCoeff() <= 1e-9);
    CHECK(stretches.state().measured_drift() <= 1e-10);
    const auto& stands = stretches.stands();
    richest = std::max(
        richest, static_cast<Eigen::Index>(std::count(stands.begin(), stands.end(), core::Stand::elbow)));
  }
  CHECK(richest >= core::ActiveSetPath::rich);
}

TEST_CASE(
    "rich path: where more points than are followed have residual zero, the one that enters is followed",
    "[parametric][degenerate]") {
  Rich sample{tests::awkward("twins", 300, 10, 3), {}, Vector::Ones(300)};
  sample.gram = tests::gaussian_gram(sample.sample, 0.2);
  for (const double pi : {0.2, 0.45, 0.75, 0.9}) {
    core::ActiveSetPath path = standing(sample, pi);
    path.limit_jumps(0);
    for (int k = 0; k < 25; ++k) {
      const double lambda = std::pow(10, 1.6 - 0.1 * k);
      CAPTURE(pi, lambda);
      REQUIRE(path.reach(lambda));
      CHECK(optimal(path, sample, pi, lambda));
    }
  }
}

TEST_CASE("rich path: jumping from node to node arrives where passing every event does",
          "[parametric][identity]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(1, 2, 3));
  const std::string way = GENERATE("generic", "lattice", "twins");
  const double pi = GENERATE(0.3, 0.5);
  CAPTURE(seed, way, pi);
  const Rich sample = rich(way, seed);
  core::ActiveSetPath jumps = standing(sample, pi), one_by_one = jumps;
  int jumped = 0;
  for (const double lambda : grid()) {
    CAPTURE(lambda);
    REQUIRE(jumps.reach(lambda));
    while (one_by_one.ok() && one_by_one.segment_end() > lambda) one_by_one.pass_event();
    REQUIRE(one_by_one.ok());
    jumped += jumps.jumped_to(lambda);
    const Vector difference = jumps.a(lambda) - one_by_one.a(lambda); // of twins only their sum is unique
    CHECK((sample.gram * difference).cwiseAbs().maxCoeff() <= 1e-9);
    CHECK(jumps.b(lambda) == Approx(one_by_one.b(lambda)).margin(1e-9));
    CHECK(optimal(jumps, sample, pi, lambda));
  }
  CHECK(jumped >= 5);
  CHECK(jumps.state().measured_drift() <= 1e-10);
}

TEST_CASE("rich path: a jump that does not settle is taken back, and its answer is right all the same",
          "[parametric][degenerate]") {
  Eigen::Index taken_back = 0;
  int jumped = 0;
  for (const std::string way : {"generic", "lattice", "twins"}) {
    CAPTURE(way);
    Rich sample{tests::awkward(way, 400, 3, 3), {}, Vector::Ones(400)};
    sample.gram = tests::gaussian_gram(sample.sample, 0.5);
    core::ActiveSetPath path = standing(sample, 0.4);
    for (const double lambda : {1.0, 0.1, 0.03, 0.01, 0.004, 0.002, 0.001}) {
      CAPTURE(lambda);
      REQUIRE(path.reach(lambda));
      jumped += path.jumped_to(lambda);
      CHECK(optimal(path, sample, 0.4, lambda));
    }
    taken_back += path.jumps_taken_back();
  }
  CHECK(taken_back > 0);
  CHECK(jumped > 0);
}

TEST_CASE("rich path: the node where it stands is read again without walking there anew",
          "[parametric][identity]") {
  const Rich sample = rich("generic", 1);
  core::ExactLambdaPath path(sample.counted(), 0.5);
  const Vector lambdas = grid();
  const core::LambdaNodes nodes = path.nodes(lambdas);
  const Eigen::Index last = lambdas.size() - 1, events = path.events();
  const core::DualSolution fit = path.at(lambdas[last]), again = path.at(lambdas[last]);
  CHECK(path.events() == events);
  CHECK((fit.decision(sample.gram) - nodes.decision.col(last)).cwiseAbs().maxCoeff() <= 1e-9);
  CHECK(again.a == fit.a);
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

TEST_CASE("exact lambda path: where the kernel is of low numerical rank no other solver is needed",
          "[parametric][degenerate]") {
  const std::string way = GENERATE("generic", "twins");
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 5)));
  CAPTURE(way, seed);
  const core::Sample sample = tests::awkward(way, 250, 1, seed);
  const Matrix gram = tests::gaussian_gram(sample, 5);
  for (const double pi : {0.1, 0.35, 0.5, 0.8}) {
    core::ExactLambdaPath path(gram, sample.y, pi);
    const core::LambdaNodes nodes = path.nodes(grid());
    CHECK(nodes.relative_gap.maxCoeff() <= 1e-6);
    CHECK(path.fallbacks() == 0);
  }
}

TEST_CASE("rich path: a stretch that missed a sign change begins anew, and its answer is right all the same",
          "[parametric][degenerate]") {
  std::int64_t begun_anew = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const Rich sample = rich("generic", seed);
    core::ActiveSetPath path = standing(sample, 0.5);
    path.limit_jumps(0);
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

TEST_CASE("exact lambda path: through the inputs of a linear kernel it is the path through the matrix",
          "[parametric][oracle][degenerate]") {
  const auto way = GENERATE(from_range(tests::kAwkward));
  CAPTURE(way);
  const Sample sample = tests::awkward(way, 90, 3, 6);
  const Matrix matrix = Kernel{}.gram(sample.x);
  const Features features(sample.x);
  Vector lambdas(30);
  for (int k = 0; k < 30; ++k) lambdas[k] = std::pow(10, 3 - 0.2 * k);
  for (const double pi : {0.1, 0.5, 0.62}) {
    CAPTURE(pi);
    ExactLambdaPath dense(matrix, sample.y, pi), through(features, sample.y, pi);
    const LambdaNodes s = dense.nodes(lambdas), t = through.nodes(lambdas);
    CHECK(t.relative_gap.maxCoeff() <= 1e-6);
    CHECK(((s.decision - t.decision).array() / (1 + s.decision.array().abs())).abs().maxCoeff() <= 1e-5);
    CHECK(through.at(0.7).certificate.relative_gap() <= 1e-8);
  }
}

TEST_CASE("psi descent: through the inputs of a linear kernel it ends where it ends through the matrix",
          "[parametric][psi][oracle]") {
  const Sample sample = tests::example1(80, 3);
  const Matrix matrix = Kernel{}.gram(sample.x);
  const Features features(sample.x);
  ExactLambdaPath dense(matrix, sample.y, 0.4), through(features, sample.y, 0.4);
  for (const double lambda : {10.0, 1.0, 0.1}) {
    const PsiFit s = psi_descent(dense, lambda), t = psi_descent(through, lambda);
    CHECK(t.certificate.relative_gap() <= 1e-8);
    CHECK(s.objective() == Approx(t.objective()).epsilon(1e-8));
    CHECK((s.decision - t.decision).cwiseAbs().maxCoeff() <= 1e-5);
  }
}

TEST_CASE("pi path: through the inputs of a linear kernel it has the breakpoints of the matrix",
          "[parametric][oracle]") {
  const Sample sample = tests::example2(60, 3);
  const Matrix matrix = Kernel{}.gram(sample.x);
  const Features features(sample.x);
  const PiPath dense(matrix, sample.y, 0.5), through(features, sample.y, 0.5);
  for (const double pi : {0.2, 0.5, 0.77}) {
    CHECK(through.at(pi).certificate.relative_gap() <= 1e-8);
    CHECK((dense.at(pi).decision(matrix) - through.at(pi).decision(matrix)).cwiseAbs().maxCoeff() <= 1e-6);
  }
}

namespace {

core::LargeLambda start_with_limit(const core::CountedSample& sample, double pi, Eigen::Index events) {
  core::LargeLambdaSweep sweep(sample);
  sweep.limit_events(events);
  return sweep.at(pi);
}

} // namespace

TEST_CASE("a path that gives up says so, and its answers are still certified", "[parametric][fault]") {
  const core::Sample sample = tests::example1(60, 1);
  const Matrix gram = tests::gaussian_gram(sample);
  const core::CountedSample counted = core::each_once(gram, sample.y);
  core::ExactLambdaPath whole(counted, 0.4);
  whole.at(0.01);
  REQUIRE(whole.ok());
  const Eigen::Index events = GENERATE(0, 3, 20, 60);
  CAPTURE(events);
  REQUIRE(whole.events() > events);
  core::ExactLambdaPath path(counted, 0.4, start_with_limit(counted, 0.4, events));
  const core::DualSolution fit = path.at(0.01);
  CHECK_FALSE(path.ok());
  CHECK(path.fallbacks() == 1);
  CHECK_FALSE(path.standing_at(0.01).has_value());
  CHECK(fit.certificate.status == core::Status::ok);
  CHECK(fit.certificate.relative_gap() <= 1e-8);
  CHECK(fit.certificate.primal == Approx(whole.at(0.01).certificate.primal).epsilon(1e-8));
}

TEST_CASE("what lies before the point where a path gives up is still the path's", "[parametric][fault]") {
  const core::Sample sample = tests::example1(60, 1);
  const Matrix gram = tests::gaussian_gram(sample);
  const core::CountedSample counted = core::each_once(gram, sample.y);
  core::ExactLambdaPath whole(counted, 0.4), probe(counted, 0.4);
  probe.at(1.0);
  core::ExactLambdaPath path(counted, 0.4, start_with_limit(counted, 0.4, probe.events()));
  path.at(0.01);
  REQUIRE(path.fallbacks() == 1);
  CHECK(path.at(1.0).a == whole.at(1.0).a);
  CHECK(path.fallbacks() == 1);
}

TEST_CASE("nodes that a path cannot reach are solved one by one", "[parametric][fault]") {
  const core::Sample sample = tests::example2(40, 2);
  const Matrix gram = tests::linear_gram(sample);
  const core::CountedSample counted = core::each_once(gram, sample.y);
  core::ExactLambdaPath whole(counted, 0.7), path(counted, 0.7, start_with_limit(counted, 0.7, 35));
  const Vector grid{{1000.0, 10.0, 1.0, 0.1}};
  const core::LambdaNodes nodes = path.nodes(grid), expected = whole.nodes(grid);
  REQUIRE(whole.fallbacks() == 0);
  REQUIRE(path.fallbacks() > 0);
  CHECK(nodes.relative_gap.maxCoeff() <= 1e-8);
  CHECK((nodes.decision - expected.decision).cwiseAbs().maxCoeff() <= 1e-3);
}

TEST_CASE("an answer of the wrong problem is not certified but solved anew", "[parametric][fault]") {
  const core::Sample sample = tests::example1(40, 3);
  const Matrix gram = tests::gaussian_gram(sample), other = tests::gaussian_gram(sample, 0.4);
  const core::CountedSample counted = core::each_once(gram, sample.y),
                            wrong = core::each_once(other, sample.y);
  core::ExactLambdaPath right(counted, 0.4), path(counted, 0.4, core::LargeLambdaSweep(wrong).at(0.4));
  const core::DualSolution fit = path.at(0.5);
  CHECK(path.fallbacks() == 1);
  CHECK(fit.certificate.relative_gap() <= 1e-8);
  CHECK(fit.certificate.primal == Approx(right.at(0.5).certificate.primal).epsilon(1e-8));
}

TEST_CASE("the bound at a node exceeds the gap of a wrong reading", "[parametric][fault]") {
  const core::Sample sample = tests::example1(40, 4);
  const Matrix gram = tests::gaussian_gram(sample);
  core::ExactLambdaPath path(gram, sample.y, 0.4);
  const auto standing = path.standing_at(0.5);
  REQUIRE(standing.has_value());
  core::ActiveSetPath honest = *standing, late = *standing;
  for (core::ActiveSetPath* p : {&honest, &late})
    p->turn(core::moving_lambda(core::each_once(gram, sample.y), 0.4), 0.5, 0);
  const double beyond = honest.segment_end() / 3;
  REQUIRE(honest.reach(beyond));
  Vector f(40);
  const auto right = honest.read(beyond, f.data()), wrong = late.read(beyond, f.data());
  CHECK(right.gap <= 1e-9);
  CHECK(right.infeasibility <= 1e-12);
  CHECK((wrong.gap > 1e-4 || wrong.infeasibility > 1e-4));
}

TEST_CASE("where another solver is named, it is asked for what a path does not give, and for nothing else",
          "[parametric][fault]") {
  const core::Sample sample = tests::example2(40, 2);
  const Matrix gram = tests::linear_gram(sample);
  const core::CountedSample counted = core::each_once(gram, sample.y);
  core::ExactLambdaPath path(counted, 0.7, start_with_limit(counted, 0.7, 35));
  std::vector<double> asked;
  path.fall_back_on([&](double lambda) {
    asked.push_back(lambda);
    return core::solve(core::weighted_dual(counted, 0.7, lambda));
  });
  const Vector grid{{1000.0, 10.0, 1.0, 0.1}};
  const core::LambdaNodes nodes = path.nodes(grid);
  CHECK(static_cast<Eigen::Index>(asked.size()) == path.fallbacks());
  CHECK(asked.size() > 0);
  CHECK(asked.size() < 4);
  CHECK(nodes.relative_gap.maxCoeff() <= 1e-6);
}
