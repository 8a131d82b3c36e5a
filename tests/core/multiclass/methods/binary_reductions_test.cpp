#include "core/multiclass/methods/binary_reductions.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/multiclass/methods/separate_problems.hpp"
#include "core/probability/bracket.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/sample/class_numbers.hpp"
#include "core/tuning/criterion.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_draws.hpp"

// Problems of two classes, tuned together or each by itself.
using namespace core;
using Eigen::Index;

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
  const BinaryReduction method(ClassScheme::one_vs_all, binary());
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
  const BinaryReduction method(ClassScheme::baseline_learning, binary());
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
    const BinaryReduction method(ClassScheme::baseline_learning, binary());
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
  for (const ClassScheme scheme : {ClassScheme::one_vs_all, ClassScheme::baseline_learning}) {
    const Estimate estimate = BinaryReduction(scheme, binary()).learn(cache, without)->probability(1, {});
    const Matrix p = estimate.probability.matrix();
    CHECK(tests::missing_mass(estimate.probability) < 1e-12);
    CHECK(p.minCoeff() > 0);
    CHECK(p.col(1).maxCoeff() < 0.1);
  }
}

namespace {

/// Each problem with a lambda of its own.
SeparateProblems apart(ClassScheme scheme, std::vector<double> lambdas) {
  auto criterion = std::make_unique<TuningSet>();
  criterion->lambdas = std::move(lambdas);
  return {scheme, std::make_unique<TunedEstimator>(std::make_unique<MarginLearner>(machine, bracket_of(10)),
                                                   std::move(criterion))};
}

Draw with_tuning_points(Draw draw) {
  draw.tune = draw.train;
  return draw;
}

} // namespace

TEST_CASE("separate problems: with one lambda for all are the problems that are tuned together",
          "[multiclass][oracle]") {
  const Draw draw = with_tuning_points(tests::cloud_draw(46, 3, 4));
  DrawCache cache(draw, tests::kAxes);
  for (const ClassScheme scheme : {ClassScheme::one_vs_all, ClassScheme::baseline_learning}) {
    const Matrix known = BinaryReduction(scheme, binary())
                             .learn(cache, cache.whole())
                             ->probability(0.5, {})
                             .probability.matrix();
    const Estimate estimate = apart(scheme, {0.5}).estimate(cache);
    CHECK((estimate.probability.matrix() - known).cwiseAbs().maxCoeff() < 1e-12);
    CHECK(estimate.series.at("problems.lambda") ==
          std::vector<double>(scheme == ClassScheme::one_vs_all ? 3 : 2, 0.5));
  }
}

TEST_CASE("separate problems: a pair has the lambda that its own tuning points choose",
          "[multiclass][oracle]") {
  const Draw draw = with_tuning_points(tests::cloud_draw(60, 3, 7));
  DrawCache cache(draw, tests::kAxes);
  const std::vector<double> lambdas{0.01, 0.1, 1, 10};
  const Estimate estimate = apart(ClassScheme::pairwise_voted, lambdas).estimate(cache);
  const std::vector<double>& chosen = estimate.series.at("problems.lambda");
  REQUIRE(chosen.size() == 3);
  std::size_t at = 0;
  for (const double one : {1.0, 2.0})
    for (double other = one + 1; other <= 3; ++other, ++at) {
      CHECK(estimate.series.at("problems.positive")[at] == one);
      CHECK(estimate.series.at("problems.negative")[at] == other);
      Draw pair{{Matrix(0, draw.train.x.cols()), Labels(0)}, {}, draw.test};
      std::vector<Index> rows;
      for (Index i = 0; i < draw.train.size(); ++i)
        if (draw.train.y(i) == one || draw.train.y(i) == other) rows.push_back(i);
      pair.train = {draw.train.x(rows, Eigen::all), draw.train.y(rows)};
      for (double& y : pair.train.y) y = y == one ? 1 : -1;
      pair.tune = pair.train;
      DrawCache own(pair, tests::kAxes);
      TuningSet criterion;
      criterion.lambdas = lambdas;
      CHECK(criterion.choose(MarginLearner(machine, bracket_of(10)), own).lambda == chosen[at]);
    }
}

TEST_CASE("separate problems: the odds are those against the class that wins most pairs at a point",
          "[multiclass][oracle]") {
  const Draw draw = with_tuning_points(tests::cloud_draw(47, 3, 5));
  DrawCache cache(draw, tests::kAxes);
  const Matrix p = apart(ClassScheme::pairwise_voted, {1}).estimate(cache).probability.matrix();
  std::map<std::pair<int, int>, Vector> q;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (i < j) {
        q[{i, j}] = by_hand(draw, i + 1, {static_cast<double>(j + 1)}, 1);
        q[{j, i}] = 1 - q[{i, j}].array();
      }
  for (Index at = 0; at < p.rows(); ++at) {
    int winner = 0;
    double most = -1;
    for (int i = 0; i < 3; ++i) {
      double wins = 0;
      for (int j = 0; j < 3; ++j)
        if (j != i && (q[{i, j}](at) > 0.5 || (q[{i, j}](at) == 0.5 && i < j))) ++wins;
      if (wins > most) most = wins, winner = i;
    }
    for (int k = 0; k < 3; ++k)
      if (k != winner)
        CHECK(p(at, k) / p(at, winner) == Approx(q[{k, winner}](at) / (1 - q[{k, winner}](at))));
  }
}

TEST_CASE(
    "separate problems: pairs that follow from a baseline leave its probabilities, and their votes decide",
    "[multiclass][oracle]") {
  const Draw draw = with_tuning_points(tests::cloud_draw(47, 4, 5));
  DrawCache cache(draw, tests::kAxes);
  const Estimate known = apart(ClassScheme::baseline_learning, {1}).estimate(cache);
  const Estimate estimate = apart(ClassScheme::baseline_reconstruction, {1}).estimate(cache);
  const Matrix p = estimate.probability.matrix();
  CHECK((p - known.probability.matrix()).cwiseAbs().maxCoeff() < 1e-12);
  CHECK(estimate.facts.at("baseline") == known.facts.at("baseline"));
  CHECK(known.voted.size() == 0);
  REQUIRE(estimate.voted.size() == p.rows());
  for (Index at = 0; at < p.rows(); ++at)
    CHECK(p(at, static_cast<Index>(estimate.voted(at)) - 1) == Approx(p.row(at).maxCoeff()));
}

TEST_CASE(
    "votes of pairs: the second class of a pair at 1/2 loses, and a baseline is the second of its pairs",
    "[multiclass][manufactured]") {
  const std::vector<double> labels{1, 2, 2, 3}; // class 2 is the baseline
  const ClassNumbers y = class_numbers(Eigen::Map<const Vector>(labels.data(), 4), 3);
  const std::vector<Probabilities> halves(3, Vector::Constant(2, 0.5));
  CHECK(ClassProblems(ClassScheme::pairwise_voted, y).together(halves).voted == Vector::Constant(2, 1));
  std::vector<Probabilities> answers{Vector::Constant(2, 0.5), Vector::Constant(2, 0.5)};
  CHECK(ClassProblems(ClassScheme::baseline_reconstruction, y).together(answers).voted ==
        Vector::Constant(2, 1));
  answers[0] = Vector::Constant(2, 0.1); // of class 1: level are 2 and 3 alone
  CHECK(ClassProblems(ClassScheme::baseline_reconstruction, y).together(answers).voted ==
        Vector::Constant(2, 3));
  CHECK(ClassProblems(ClassScheme::baseline_learning, y).together(answers).voted.size() == 0);
}

TEST_CASE("separate problems: classes that the sample lacks leave probabilities that sum to one",
          "[multiclass][degenerate]") {
  Draw draw = with_tuning_points(tests::cloud_draw(40, 4, 6));
  for (double& y : draw.train.y)
    if (y > 2) y = 1;
  DrawCache cache(draw, tests::kAxes);
  for (const ClassScheme scheme : {ClassScheme::one_vs_all, ClassScheme::baseline_learning,
                                   ClassScheme::pairwise_voted, ClassScheme::baseline_reconstruction}) {
    const Estimate estimate = apart(scheme, {1}).estimate(cache);
    CHECK(tests::missing_mass(estimate.probability) < 1e-12);
    CHECK(estimate.probability.matrix().minCoeff() > 0);
  }
}
