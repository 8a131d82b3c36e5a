#include <cmath>

#include "core/probability/draw_cache.hpp"
#include "core/probability/sparse/elastic_net.hpp"
#include "core/solver/elastic_net/path.hpp"
#include "core/tuning/criterion.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

Draw draw() {
  return {tests::example1(30, 1), {}, tests::example1(20, 2)};
}

ElasticNet::Choice choice(const ElasticNetLoss& loss, Kernel::Shape shape) {
  return {{shape, KernelChoice::SigmaUnit::mean, 1}, Ridge::kernel, loss, 0.25};
}

} // namespace

TEST_CASE("elastic net learner: an estimate is the same bit for bit whatever grid it is asked with",
          "[elastic_net][manufactured]") {
  for (const auto shape : {Kernel::Shape::linear, Kernel::Shape::gaussian}) {
    DrawCache cache(draw(), {});
    const ElasticNet learner(choice(Coherence::c(1, 1), shape));
    const double largest = learner.largest_lambda(cache, cache.whole());
    const auto together = learner.learn(cache, cache.whole());
    const auto curve = together->curve({0.02 * largest, 0.5 * largest, 0.001 * largest, 2 * largest}, {});
    const auto alone = learner.learn(cache, cache.whole())->probability(0.001 * largest, {});
    CHECK(curve[2].probability.positive() == alone.probability.positive());
    CHECK(curve[2].facts.at("nonzero") > 0);
    CHECK(curve[3].facts.at("nonzero") == 0);
    CHECK(curve[3].probability.positive().maxCoeff() == curve[3].probability.positive().minCoeff());
  }
}

TEST_CASE(
    "elastic net learner: the kernel's columns give the decision of the solver, and (10) its probability",
    "[elastic_net][manufactured]") {
  DrawCache cache(draw(), {});
  const Draw& parts = cache.draw();
  const Kernel kernel{Kernel::Shape::gaussian, mean_distance(parts.train.x)};
  const Coherence loss = Coherence::c(0.5, 1);
  const ElasticNet learner(choice(loss, Kernel::Shape::gaussian));
  const Estimate estimate = learner.learn(cache, cache.whole())->probability(0.01, {});
  const Matrix gram = kernel.gram(parts.train.x);
  const ElasticNetFit fit = ElasticNetPath({gram, parts.train.y, 0.25, Ridge::kernel}, loss).at(0.01);
  const Vector f = fit.decision(kernel.cross_gram(parts.test.x, parts.train.x));
  for (Eigen::Index i = 0; i < f.size(); ++i)
    CHECK(estimate.probability.log_odds()(i) == Approx(coherent_log_odds(loss, f(i))).margin(1e-6));
  CHECK(estimate.facts.at("sigma") == kernel.sigma);
  // The method's own loss is that of its decision values.
  double sum = 0;
  for (Eigen::Index i = 0; i < f.size(); ++i) sum += loss.value(parts.test.y(i) * f(i));
  CHECK(learner.loss(estimate, parts.test.y) == Approx(sum).epsilon(1e-5));
}

TEST_CASE("elastic net learner: the huberised hinge gives a score and no probability",
          "[elastic_net][manufactured]") {
  DrawCache cache(draw(), {});
  const ElasticNet learner(choice(HuberisedHinge{2}, Kernel::Shape::linear));
  const Estimate estimate = learner.learn(cache, cache.whole())->probability(0.01, {});
  CHECK(estimate.probability.empty());
  CHECK(estimate.score.size() == 20);
}

TEST_CASE("elastic net learner: one class and omega 0 are answered", "[elastic_net][degenerate]") {
  DrawCache cache(draw(), {});
  const Resample ones{{0, 1, 2}, Labels::Ones(3)};
  const ElasticNet c(choice(Coherence::c(1, 1), Kernel::Shape::linear));
  const Estimate infinite = c.learn(cache, ones)->probability(0.1, {});
  CHECK(infinite.probability.positive().minCoeff() == 1);
  CHECK(infinite.summary.status == Status::not_converged);
  const ElasticNet h(choice(HuberisedHinge{2}, Kernel::Shape::linear));
  CHECK(h.learn(cache, ones)->probability(0.1, {}).score.minCoeff() == 1);
  const auto ridge = c.at_mixing(0);
  const Estimate none = ridge->learn(cache, cache.whole())->probability(0.1, {});
  CHECK(none.summary.status == Status::ok);
  CHECK(none.facts.at("nonzero") == 2);
}

TEST_CASE("elastic net learner: cross-validation walks the mixings and fractions of the largest gamma",
          "[elastic_net][tuning][manufactured]") {
  DrawCache cache(draw(), {});
  CrossValidation by;
  by.lambdas = {0.001, 0.01, 0.1, 1};
  by.omegas = {0.01, 0.5};
  by.unit = CrossValidation::LambdaUnit::largest;
  by.of = CrossValidation::Of::error;
  by.ties = CrossValidation::Ties::smallest_loss;
  by.assignment = FoldAssignment::stratified;
  const ElasticNet learner(choice(HuberisedHinge{2}, Kernel::Shape::gaussian));
  const Tuned tuned = by.choose(learner, cache);
  REQUIRE(tuned.omega.has_value());
  CHECK((*tuned.omega == 0.01 || *tuned.omega == 0.5));
  CHECK(tuned.lambdas.size() == 8);
  const double largest = learner.at_mixing(*tuned.omega)->largest_lambda(cache, cache.whole());
  CHECK(tuned.lambda <= largest * (1 + 1e-12));
}
