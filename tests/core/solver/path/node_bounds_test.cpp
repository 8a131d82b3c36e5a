#include "core/solver/path/node_bounds.hpp"

#include <cmath>
#include <limits>

#include "core/solver/margin/solve.hpp"
#include "core/solver/path/exact_lambda_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/many_digits.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using Eigen::Index;
using Reading = core::PathReading;

TEST_CASE("the bound at a node is that of residuals which have strayed as far as the drift says",
          "[nodes][wrong answers]") {
  const Sample sample = tests::example1(24, 5);
  const Matrix gram = tests::gaussian_gram(sample);
  LargeLambda start = LargeLambdaSweep(each_once(gram, sample.y)).at(0.4);
  const double lambda = 1.5 * start.threshold;
  Vector f(sample.size());
  const Reading tracked = start.rest.read(start.path.state(), lambda, f.data());
  const Vector r = start.rest.r + lambda * start.rest.slope;
  for (const double drift : {0.05 * lambda, 0.1 * lambda}) {
    // What the residuals are, if what was tracked is off by the drift, each to the other side of 0.
    Vector strayed = start.rest.r;
    for (Index i = 0; i < sample.size(); ++i) strayed(i) += r(i) > 0 ? -drift : drift;
    const Reading is = core::PathAtRest::of(start.path.state(), strayed, start.rest.slope)
                           .read(start.path.state(), lambda, f.data());
    CAPTURE(drift, tracked.gap, is.gap, tracked.sensitivity);
    REQUIRE(is.gap > 1e-2);
    CHECK(relative_gap_bound(tracked, {drift, 0}) >= relative_gap_bound(is, {}));
    CHECK(relative_gap_bound(tracked, {}) < 1e-6);
  }
}

TEST_CASE("the bound at a node counts what rounding does to any gap", "[nodes][manufactured]") {
  CHECK(relative_gap_bound({3, 0.5, 7, 0}, {}) == 0.5 / 3.5);
  CHECK(relative_gap_bound({3, 0, 7, 0}, {0, 1}) == 0.25);
  CHECK(relative_gap_bound({0, 0, 7, 0}, {0, 1e-14}) == 1e-2);
}

TEST_CASE("a reading is an answer where it is feasible and its gap is small, and nothing else is",
          "[nodes][wrong answers]") {
  StoppingRule rule;
  rule.relative_gap = 1e-8;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto feasible_to = [](double infeasibility) { return Reading{1, 0, 1, infeasibility}; };
  CHECK(is_answer(feasible_to(0), 0, rule));
  CHECK(is_answer(feasible_to(1e-9), 1e-6, rule));
  CHECK_FALSE(is_answer(feasible_to(1.1e-9), 0, rule));
  CHECK_FALSE(is_answer(feasible_to(nan), 0, rule));
  CHECK_FALSE(is_answer(feasible_to(0), 1.1e-6, rule));
  CHECK_FALSE(is_answer(feasible_to(0), nan, rule));
}

TEST_CASE("a node that is no answer comes from the other solver, and no other node does",
          "[nodes][wrong answers]") {
  const Sample sample = tests::example1(30, 6);
  const Matrix gram = tests::gaussian_gram(sample);
  const Vector lambdas = (Vector(4) << 100, 1, 0.3, 0.1).finished();
  for (const double wanted : {1e-8, -1e-3}) {
    StoppingRule rule;
    rule.relative_gap = wanted;
    ExactLambdaPath path(gram, sample.y, 0.3, rule);
    int asked = 0;
    path.fall_back_on([&](double lambda) {
      ++asked;
      return solve(weighted_dual(gram, sample.y, 0.3, lambda));
    });
    const LambdaNodes nodes = path.nodes(lambdas);
    CAPTURE(wanted, nodes.relative_gap);
    CHECK(asked == (wanted > 0 ? 0 : 4));
    CHECK(path.ok());
  }
}

TEST_CASE("the bound of every node counts what the products of a large kernel lose",
          "[nodes][manufactured]") {
  const Sample sample = tests::example1(30, 6);
  const Matrix gram = tests::gaussian_gram(sample).array() + 1e4;
  StoppingRule any;
  any.relative_gap = 1; // so that no node is replaced
  ExactLambdaPath path(gram, sample.y, 0.3, any);
  const Vector lambdas = (Vector(3) << 100, 1, 0.3).finished();
  const LambdaNodes nodes = path.nodes(lambdas);
  REQUIRE(path.ok());
  const WeightedDual boxes = weighted_dual(gram, sample.y, 0.3, 1);
  const Vector width = boxes.upper - boxes.lower;
  const double spread = gram.diagonal().cwiseSqrt().dot(width);
  // The worse of the two constants costs no more than twice all widths, and an entry counts 16 units.
  for (Index k = 0; k < lambdas.size(); ++k) {
    const double lost = 16 * 0x1p-53 * 2 * spread * spread / lambdas(k);
    CHECK(nodes.relative_gap(k) >= lost / (2 * width.sum() + lost));
  }
}

TEST_CASE("moving the intercept costs what variables next to their bounds lack to them",
          "[nodes][manufactured]") {
  // Both are within the skin of 1e-12 of 0. The residuals allow b from 0 to 4.
  const Matrix gram = Matrix::Zero(2, 2);
  const Labels y = (Labels(2) << 1, -1).finished();
  const WeightedDual boxes{gram, y, (Vector(2) << 0, -1).finished(), (Vector(2) << 1, 0).finished(), 1};
  PathNode node{true, 2, 10, {1, 0, 1, 0}};
  Vector decision = (Vector(2) << 1, -3).finished();
  settle_multiplier(boxes, (Vector(2) << 1e-13, -1e-13).finished(), node, decision);
  CHECK(node.b == 12);
  CHECK(decision == (Vector(2) << 2, -2).finished());
  CHECK(node.reading.gap == Approx(2e-13).epsilon(1e-12)); // 1e-13 times 2, twice, over lambda
  // The second may fall only: nothing bounds b from above, and it stays.
  settle_multiplier(boxes, (Vector(2) << 0, -1).finished(), node, decision);
  CHECK(node.b == 12);
}

TEST_CASE("the drift of a path is what computing its residuals afresh would change",
          "[drift][manufactured]") {
  // Products of 1e8 and more lose digits on every event.
  const Sample sample = tests::example1(40, 7);
  const Matrix gram = tests::gaussian_gram(sample).array() + 1e8;
  LargeLambda start = LargeLambdaSweep(each_once(gram, sample.y)).at(0.4);
  ActiveSetPath path = start.path;
  const Index before = path.events();
  for (int event = 0; event < 12; ++event) path.pass_event();
  REQUIRE(path.ok());
  REQUIRE(path.events() / 64 == before / 64); // so that nothing has been computed afresh yet
  const double T = path.segment_begin();
  const Vector a = path.a(T), r = path.residuals(T);
  const tests::Digits field = tests::times(gram, tests::digits_of(a));
  double strayed = 0;
  for (Index i = 0; i < sample.size(); ++i) {
    const auto fresh = tests::ManyDigits(field[static_cast<std::size_t>(i)] + path.b(T) -
                                         tests::ManyDigits(T) * sample.y(i));
    strayed = std::max(strayed, static_cast<double>(abs(fresh - r(i))));
  }
  const double of_one_product = 40 * 0x1p-53 * 1e8 * a.lpNorm<1>();
  CAPTURE(strayed, path.state().measured_drift(), of_one_product, path.events());
  CHECK(path.state().measured_drift() > 0);
  CHECK(path.state().measured_drift() >= strayed - of_one_product);
}
