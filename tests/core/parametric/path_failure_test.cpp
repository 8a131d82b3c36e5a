#include "core/solver/parametric/exact_lambda_path.hpp"
#include "core/solver/solve.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Matrix;
using core::Vector;

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
