#include "core/probability/multiclass/binary_reductions.hpp"

#include "core/probability/margin_learner.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_draws.hpp"

using namespace core;
using Scheme = BinaryReduction::Scheme;

namespace {

std::shared_ptr<BracketCalibration> bracket_of(std::int64_t intervals) {
  auto out = std::make_shared<BracketCalibration>();
  out->intervals = intervals;
  return out;
}

const Classifier machine{Hinge{}, {Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 1.5}};

std::shared_ptr<const Learner> binary() {
  return std::make_shared<MarginLearner>(machine, bracket_of(10));
}

/// P(class k against these others) at the test points by the two-class method on a draw of its own.
Vector by_hand(const Draw& draw, double label, const std::vector<double>& against, double lambda) {
  Draw two = draw;
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < draw.train.size(); ++i) {
    bool is_in = draw.train.y(i) == label;
    for (const double other : against) is_in = is_in || draw.train.y(i) == other;
    if (is_in) rows.push_back(i);
  }
  two.train.x = draw.train.x(rows, Eigen::all);
  two.train.y = (draw.train.y(rows).array() == label).select(Vector::Ones(rows.size()), -1.0);
  two.train.classes = 2;
  DrawCache cache(two, tests::kAxes);
  return MarginLearner(machine, bracket_of(10))
      .learn(cache, cache.whole())
      ->probability(lambda, {})
      .probability.positive();
}

} // namespace

TEST_CASE("one against all: the brackets of each class against the rest, divided by their sum",
          "[multiclass][oracle]") {
  const Draw draw = tests::cloud_draw(45, 3, 2);
  DrawCache cache(draw, tests::kAxes);
  const BinaryReduction method(Scheme::one_vs_all, binary());
  Matrix known(45, 3);
  for (const double lambda : {0.1, 2.0}) {
    known << by_hand(draw, 1, {2, 3}, lambda), by_hand(draw, 2, {1, 3}, lambda),
        by_hand(draw, 3, {1, 2}, lambda);
    const Vector sums = known.rowwise().sum();
    known.array().colwise() /= sums.array();
    const Estimate estimate = method.learn(cache, cache.whole())->probability(lambda, {});
    CHECK((estimate.probability.matrix() - known).cwiseAbs().maxCoeff() < 1e-12);
    CHECK(estimate.summary.fits == 3 * 9);
    CHECK(estimate.summary.status == Status::ok);
  }
}

TEST_CASE("baseline learning: the odds of each class against the largest one", "[multiclass][oracle]") {
  const Draw draw = tests::cloud_draw(46, 3, 4);
  const auto counts = class_numbers(draw.train.y, 3).counts();
  const auto largest = std::max_element(counts.begin(), counts.end()) - counts.begin();
  DrawCache cache(draw, tests::kAxes);
  const BinaryReduction method(Scheme::baseline_learning, binary());
  const Estimate estimate = method.learn(cache, cache.whole())->probability(1, {});
  CHECK(estimate.facts.at("baseline") == static_cast<double>(largest + 1));
  Matrix known = Matrix::Ones(46, 3);
  for (int k = 0; k < 3; ++k) {
    if (k == largest) continue;
    const auto q = by_hand(draw, k + 1, {static_cast<double>(largest + 1)}, 1).array().eval();
    known.col(k) = (q / (1 - q)).matrix();
  }
  const Vector sums = known.rowwise().sum();
  known.array().colwise() /= sums.array();
  CHECK((estimate.probability.matrix() - known).cwiseAbs().maxCoeff() < 1e-12);
  CHECK(estimate.summary.fits == 2 * 9);
}

TEST_CASE("baseline learning: of two classes is the bracket", "[multiclass][oracle]") {
  const Draw draw = tests::cloud_draw(41, 2, 3);
  DrawCache cache(draw, tests::kAxes);
  const Vector bracket = MarginLearner(machine, bracket_of(10))
                             .learn(cache, cache.whole())
                             ->probability(0.5, {})
                             .probability.positive();
  for (const double sign : {1.0, -1.0}) {
    // Whichever class is the larger one.
    Draw turned = draw;
    turned.train.y *= sign;
    DrawCache other(turned, tests::kAxes);
    const BinaryReduction method(Scheme::baseline_learning, binary());
    const Estimate estimate = method.learn(other, other.whole())->probability(0.5, {});
    const Vector p = estimate.probability.positive();
    CHECK((sign > 0 ? Vector(p - bracket) : Vector(1 - p.array() - bracket.array())).cwiseAbs().maxCoeff() <
          1e-12);
    CHECK(estimate.facts.at("baseline") == (turned.train.y.sum() > 0 ? 1 : -1));
  }
}

TEST_CASE("binary reductions: a class that a resample lacks keeps the least probability",
          "[multiclass][degenerate]") {
  const Draw draw = tests::cloud_draw(40, 3, 6);
  DrawCache cache(draw, tests::kAxes);
  Resample without;
  std::vector<double> labels;
  for (Eigen::Index i = 0; i < 40; ++i) {
    if (draw.train.y(i) == 2) continue;
    without.rows.push_back(i);
    labels.push_back(draw.train.y(i));
  }
  without.y = Eigen::Map<Vector>(labels.data(), static_cast<Eigen::Index>(labels.size()));
  for (const Scheme scheme : {Scheme::one_vs_all, Scheme::baseline_learning}) {
    const Estimate estimate = BinaryReduction(scheme, binary()).learn(cache, without)->probability(1, {});
    const Matrix p = estimate.probability.matrix();
    CHECK(tests::missing_mass(estimate.probability) < 1e-12);
    CHECK(p.minCoeff() > 0);
    CHECK(p.col(1).maxCoeff() < 0.1);
  }
}
