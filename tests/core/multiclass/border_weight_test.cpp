#include "core/probability/multiclass/border_weight.hpp"

#include "core/contract.hpp"
#include "core/probability/draw_cache.hpp"
#include "core/probability/margin_learner.hpp"
#include "tests/core/multiclass/samples.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using Eigen::Index;
using Options = BorderWeight::Options;

namespace {

Sample sample(Index n, int K, const std::string& name) {
  const tests::Labelled all = tests::around_a_circle(n, K, name);
  Sample out{all.x, Labels(n), {}, K};
  for (Index i = 0; i < n; ++i) out.y(i) = label_of(static_cast<int>(all.y(i)) - 1, K);
  return out;
}

Draw draw(int K) {
  return {sample(60, K, "train"), sample(30, K, "tune"), sample(200, K, "test")};
}

const StreamAxes axes{7, "border weights", 0};
const Classifier linear{TruncatedHinge{}, {Kernel::Shape::linear}};
const Classifier gaussian{TruncatedHinge{}, {Kernel::Shape::gaussian}};
const Options coarse{BorderScheme::indirect, ShareOf::interior, 0.1, 0.1};

Estimate estimate(DrawCache& cache, const Classifier& classifier, const Options& options, double lambda) {
  return BorderWeight(classifier, options).learn(cache, cache.whole())->probability(lambda, {});
}

} // namespace

TEST_CASE("border weights of two classes: the bracket of 20 intervals at half the lambda",
          "[oracle][multiclass]") {
  DrawCache cache(draw(2), axes);
  const Classifier hinge{TruncatedHinge{TruncatedHinge::Cut::none}, {Kernel::Shape::linear}};
  const Estimate ours = estimate(cache, hinge, {BorderScheme::indirect, ShareOf::weighted, 0.05, 0.05}, 0.5);
  const auto bracket = std::make_shared<BracketCalibration>();
  const MarginLearner house({Hinge{}, {Kernel::Shape::linear}}, bracket);
  const Estimate theirs = house.learn(cache, cache.whole())->probability(0.25, {});
  const Vector off = (ours.probability.positive() - theirs.probability.positive()).cwiseAbs();
  // A weight may have an interval of best intercepts, of which the ridge takes the least here and the bracket
  // another: so many test points may lie between two.
  constexpr Index between_intercepts = 3;
  CHECK((off.array() > 1e-9).count() <=
        static_cast<Index>(theirs.facts.at("nonmonotone")) + between_intercepts);
  if (theirs.facts.at("nonmonotone") == 0) CHECK(off.maxCoeff() <= 0.05 + 1e-9); // by one weight
}

TEST_CASE("border weights: every scheme and kernel gives certified probabilities near the truth",
          "[multiclass]") {
  for (const Classifier& classifier : {linear, gaussian}) {
    DrawCache cache(draw(3), axes);
    for (Options options : {coarse, Options{BorderScheme::indirect, ShareOf::weighted, 0.1, 0.1},
                            Options{BorderScheme::direct, ShareOf::interior, 0.1, 0.1}}) {
      const Estimate found = estimate(cache, classifier, options, 0.1);
      CHECK(found.summary.status == Status::ok);
      CHECK(found.summary.worst_relative_gap <= 1e-6);
      CHECK(found.probability.classes() == 3);
      CHECK(found.facts.at("problems") == 36);
      Index right = 0;
      const Matrix p = found.probability.matrix();
      for (Index i = 0; i < p.rows(); ++i) {
        Index best = 0;
        p.row(i).maxCoeff(&best);
        right += static_cast<Index>(cache.draw().test.y(i)) == best + 1 ? 1 : 0;
      }
      CHECK(right > 100); // a third by chance
    }
  }
}

TEST_CASE("border weights: the same bits whatever the cache holds already", "[reproducibility][multiclass]") {
  DrawCache used(draw(3), axes), fresh(draw(3), axes);
  Options direct = coarse;
  direct.scheme = BorderScheme::direct;
  estimate(used, linear, coarse, 0.25);
  estimate(used, linear, coarse, 4);
  CHECK(estimate(used, linear, direct, 0.25).probability.matrix() ==
        estimate(fresh, linear, direct, 0.25).probability.matrix());
}

TEST_CASE("border weights refuse what they cannot do, each in a sentence", "[multiclass]") {
  CHECK_THROWS_WITH(BorderWeight({Hinge{}, {}}, coarse), Catch::Contains("name a weighted_truncated_svm"));
  CHECK_THROWS_WITH(BorderWeight(linear, {BorderScheme::indirect, ShareOf::interior, 0.03, 0.1}),
                    Catch::Contains("must divide 1"));
  DrawCache five(draw(5), axes), nine(draw(9), axes);
  Options direct = coarse;
  direct.scheme = BorderScheme::direct;
  CHECK_THROWS_WITH(estimate(five, linear, direct, 1), Catch::Contains("weights of three only"));
  CHECK_THROWS_WITH(estimate(nine, linear, coarse, 1), Catch::Contains("at most 8 classes"));
  Options wide = coarse;
  wide.step = 0.25;
  CHECK_THROWS_WITH(estimate(five, linear, wide, 1),
                    Catch::Contains("no point at which all weights are positive"));
  Draw absent = draw(3);
  absent.train.y = (absent.train.y.array() == 3).select(Labels::Ones(60), absent.train.y);
  DrawCache without(absent, axes);
  CHECK_THROWS_WITH(estimate(without, linear, coarse, 1), Catch::Contains("class 3 without a training row"));
}
