#include "core/probability/draw_cache.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/random/folds.hpp"
#include "core/solver/solve.hpp"
#include "tests/core/solver/psi_cases.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using Part = Points::Part;

namespace {

constexpr double lambda = 0.5;

DrawCache& cache() {
  static DrawCache cache(Draw{tests::example1(30, 5), {}, tests::example1(20, 6)}, StreamAxes{});
  return cache;
}

/// The unweighted fit at lambda of some training points, written out: decision values at all of them [30].
Vector unweighted(const std::vector<Eigen::Index>& rows, const Labels& y) {
  const Matrix gram = Kernel{Kernel::Shape::linear, 1}.gram(cache().draw().train.x);
  const Matrix inside = gram(rows, rows);
  return solve(weighted_dual(inside, y, 0.5, lambda / 2)).decision(gram(Eigen::all, rows));
}

std::unique_ptr<Learned> platt(std::int64_t folds, const Resample& resample) {
  auto calibration = std::make_unique<PlattCalibration>();
  calibration->folds = folds;
  static std::vector<std::unique_ptr<MarginLearner>> kept; // a Learned refers to its learner
  kept.push_back(std::make_unique<MarginLearner>(Classifier{}, std::move(calibration)));
  return kept.back()->learn(cache(), resample);
}

double difference(const Vector& s, const Vector& t) {
  return (s - t).cwiseAbs().maxCoeff();
}

} // namespace

TEST_CASE("Platt's sigmoid is fitted to the training decision values", "[platt][oracle]") {
  const Resample& whole = cache().whole();
  const Vector f = unweighted(whole.rows, whole.y);
  const PlattSigmoid sigmoid = fit_platt(f, whole.y);
  CHECK(difference(platt(0, whole)->probability(lambda, {Part::train}).probability.positive(),
                   sigmoid.probability(f)) < 1e-6);
}

TEST_CASE("cross-validated decision values come from fits that did not see the point", "[platt][oracle]") {
  const Resample& whole = cache().whole();
  Vector held_out(30);
  Stream stream = cache().axes().stream("held out=4");
  for (const Division& fold : stratified_divisions(whole.y, 4, stream)) {
    const Vector f = unweighted(fold.outside, whole.y(fold.outside));
    held_out(fold.inside) = f(fold.inside);
  }
  const PlattSigmoid sigmoid = fit_platt(held_out, whole.y);
  const Vector expected = sigmoid.probability(unweighted(whole.rows, whole.y));
  const Estimate estimate = platt(4, whole)->probability(lambda, {Part::train});
  CHECK(difference(estimate.probability.positive(), expected) < 1e-6);
  CHECK(estimate.summary.fits == 5);
  CHECK(difference(expected, platt(0, whole)->probability(lambda, {Part::train}).probability.positive()) >
        1e-3);
}

TEST_CASE("a curve's points are the estimates at each lambda alone, at rows and parts as asked",
          "[learner]") {
  const std::vector<Eigen::Index> some{7, 0, 7};
  for (const std::int64_t folds : {0, 3}) {
    const auto learned = platt(folds, cache().whole());
    for (const Part part : {Part::train, Part::test}) {
      const auto curve = learned->curve({2, 0.1, 30}, {part});
      CHECK(curve[1].probability.positive() == learned->probability(0.1, {part}).probability.positive());
      const Vector rows = learned->probability(0.1, {part, some}).probability.positive();
      CHECK(rows == curve[1].probability.positive()(some));
    }
  }
}

TEST_CASE("floor(sqrt n) intervals count the points of the resample, repeated ones too", "[bracket]") {
  BracketCalibration bracket;
  bracket.intervals = 0;
  CHECK(bracket.reads(100).weights.size() == 9);
  CHECK(bracket.reads(99).weights.size() == 8);
  CHECK(bracket.reads(3).weights == std::vector<double>{0.5});
}
