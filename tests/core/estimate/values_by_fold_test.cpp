#include <cmath>

#include "core/estimate/draw_cache.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/random/folds.hpp"
#include "core/random/stream.hpp"
#include "core/solver/margin/solve.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using Part = Points::Part;
using core::Matrix;
using core::Vector;

namespace {

constexpr double of_folds = 0.5;

DrawCache& divided() {
  static DrawCache cache(Draw{tests::example1(30, 5), {}, tests::example1(20, 6)}, StreamAxes{});
  return cache;
}

/// The unweighted fit of some training points, written out: decision values at all of them [30].
Vector outside_alone(const std::vector<Eigen::Index>& rows) {
  const Matrix gram = Kernel{Kernel::Shape::linear, 1}.gram(divided().draw().train.x);
  const Matrix inside = gram(rows, rows);
  return solve(weighted_dual(inside, divided().draw().train.y(rows), 0.5, of_folds / 2))
      .decision(gram(Eigen::all, rows));
}

double farthest(const Vector& s, const Vector& t) {
  return (s - t).cwiseAbs().maxCoeff();
}

/// Says what it was given: the values at the points, or on the sample with 9 for what is no number.
struct Shown final : Calibration {
  bool on_sample = false;
  Reads reads(Eigen::Index) const override {
    return {{0.5}, 0.5, OnSample::held_out, 4, FoldAssignment::stratified, true};
  }
  Estimate probability(const Matrix& at_points, const Matrix& sample, const WeightedLabels&) const override {
    const Matrix& all = on_sample ? sample : at_points;
    Estimate out;
    for (Eigen::Index k = 0; k < all.cols(); ++k)
      out.series["shown.fold_" + std::to_string(k)] =
          numbers(all.col(k).unaryExpr([](double f) { return std::isnan(f) ? 9 : f; }));
    out.probability = Vector(Vector::Constant(at_points.rows(), 0.5));
    return out;
  }
};

} // namespace

TEST_CASE("a calibration by fold gets the values of each fold's fit at its points and elsewhere",
          "[learner][oracle]") {
  const Resample& whole = divided().whole();
  auto on_sample = std::make_shared<Shown>();
  on_sample->on_sample = true;
  const MarginLearner at_points(Classifier{}, std::make_shared<Shown>()), on_rows(Classifier{}, on_sample);
  const auto shown = [&](const MarginLearner& of, Eigen::Index fold) {
    const Estimate estimate = of.learn(divided(), whole)->probability(of_folds, {Part::train});
    const auto& values = estimate.series.at("shown.fold_" + std::to_string(fold));
    CHECK(estimate.series.size() == 4);
    return Vector(Vector::Map(values.data(), static_cast<Eigen::Index>(values.size())));
  };
  Stream stream = divided().axes().stream("held out=4");
  Eigen::Index k = 0;
  for (const Division& fold : stratified_divisions(whole.y, 4, stream)) {
    const Vector f = outside_alone(fold.outside);
    Vector held = Vector::Constant(30, 9);
    held(fold.inside) = f(fold.inside);
    CHECK(farthest(shown(at_points, k), f) < 1e-5);
    CHECK(farthest(shown(on_rows, k), held) < 1e-5);
    ++k;
  }
  const auto learned = at_points.learn(divided(), whole);
  const std::vector<Eigen::Index> some{7, 0, 7};
  const auto all = learned->probability(of_folds, {Part::test}).series.at("shown.fold_2");
  const auto rows = learned->probability(of_folds, {Part::test, some}).series.at("shown.fold_2");
  CHECK(rows == std::vector<double>{all[7], all[0], all[7]});
}
