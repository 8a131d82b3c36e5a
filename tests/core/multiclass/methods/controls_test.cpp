#include "core/multiclass/methods/controls.hpp"

#include "core/contract.hpp"
#include "tests/support/catch.hpp"

using namespace core;

namespace {

Draw draw_of(const Labels& train, int classes) {
  Draw draw;
  draw.train = {Matrix::Zero(train.size(), 1), train, {}, classes};
  draw.test = {Matrix::Zero(2, 1), Labels::Ones(2), {}, classes};
  return draw;
}

} // namespace

TEST_CASE("the base rate is the share of each class in the training sample", "[controls][manufactured]") {
  DrawCache two(draw_of(Labels{{1, -1, -1, -1}}, 2), {1, "{}", 0});
  CHECK(BaseRate().estimate(two).probability.positive() == Vector{{.25, .25}});
  DrawCache three(draw_of(Labels{{1, 2, 2, 3}}, 3), {1, "{}", 0});
  CHECK(BaseRate().estimate(three).probability.matrix().row(1) == Eigen::RowVector3d(.25, .5, .25));
}

TEST_CASE("of one class the base rate is one", "[controls][degenerate]") {
  DrawCache one(draw_of(Labels{{1, 1}}, 2), {1, "{}", 0});
  CHECK(BaseRate().estimate(one).probability.positive() == Vector{{1, 1}});
}

TEST_CASE("the true probability is that of the data, and refused where they have none", "[controls]") {
  Draw draw = draw_of(Labels{{1, -1}}, 2);
  DrawCache without(draw, {1, "{}", 0});
  CHECK_THROWS_AS(TrueProbability().estimate(without), UserError);
  draw.test.truth = Probabilities(Vector{{.1, .9}});
  DrawCache with(draw, {1, "{}", 0});
  CHECK(TrueProbability().estimate(with).probability.positive() == Vector{{.1, .9}});
}

TEST_CASE("a constant is the same at every point", "[controls][manufactured]") {
  DrawCache cache(draw_of(Labels{{1, -1}}, 2), {1, "{}", 0});
  CHECK(Constant(.3).estimate(cache).probability.positive() == Vector{{.3, .3}});
}
