#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"
#include "core/multiclass/logit/multinomial_fit.hpp"
#include "core/multiclass/logit/softmax.hpp"
#include "core/multiclass/methods/bayes_rule.hpp"
#include "core/multiclass/methods/label_map.hpp"
#include "core/multiclass/methods/logit_models.hpp"
#include "core/multiclass/methods/tree_estimators.hpp"
#include "core/probability/penalised_logistic.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_draws.hpp"

using namespace core;
using Eigen::Index;

namespace {

Lattice square(Eigen::Index side, double from, double to) {
  return {Vector::LinSpaced(side, from, to), Vector::LinSpaced(side, from, to)};
}

/// Scores of K classes, linear in two inputs, at a lattice: each class is ahead in its own direction.
Matrix sectors(const Lattice& lattice, int classes) {
  const Eigen::Index columns = lattice.second.size();
  Matrix out(lattice.first.size() * columns, classes);
  for (Eigen::Index i = 0; i < out.rows(); ++i)
    for (int k = 0; k < classes; ++k)
      out(i, k) = std::cos(2 * std::numbers::pi * k / classes) * lattice.first(i / columns) +
                  std::sin(2 * std::numbers::pi * k / classes) * lattice.second(i % columns);
  return out;
}

Matrix points_of(const Lattice& lattice) {
  const Eigen::Index columns = lattice.second.size();
  Matrix out(lattice.first.size() * columns, 2);
  for (Eigen::Index i = 0; i < out.rows(); ++i)
    out.row(i) << lattice.first(i / columns), lattice.second(i % columns);
  return out;
}

Draw draw_of(const Matrix& test) {
  Sample train{Matrix(2, 2), Labels(2), Vector(Vector::Constant(2, 0.8))};
  train.x << -1, -1, 1, 1;
  train.y << 1, -1;
  Vector p(test.rows());
  for (Eigen::Index i = 0; i < p.size(); ++i) p(i) = 1 / (1 + std::exp(test(i, 0) - 0.3));
  return {train, {}, {test, Labels::Ones(test.rows()), p}};
}

Estimate estimate_of(const Draw& draw) {
  DrawCache cache(draw, {1, "test", 0});
  return BayesRule{}.estimate(cache);
}

} // namespace

TEST_CASE("a lattice is known by its points, and nothing else is taken for one", "[bayes_rule]") {
  const Lattice lattice = square(4, -1, 2);
  Matrix x = points_of(lattice);
  const auto found = lattice_of(x);
  REQUIRE(found);
  CHECK(found->first == lattice.first);
  CHECK(found->second == lattice.second);
  CHECK_FALSE(lattice_of(x.topRows(15)));
  CHECK_FALSE(lattice_of(x.leftCols(1)));
  CHECK_FALSE(lattice_of(x.colwise().reverse()));
  x(5, 1) += 1e-9;
  CHECK_FALSE(lattice_of(x));
}

TEST_CASE("boundaries of scores linear in the inputs are exact: three rays from the middle", "[bayes_rule]") {
  const Lattice lattice{Vector::LinSpaced(12, -1, 1.1), Vector::LinSpaced(13, -0.9, 1.2)};
  const Matrix scores = sectors(lattice, 3);
  const auto lines = class_boundaries(lattice, scores);
  REQUIRE(lines.size() == 3);
  for (const BoundaryLine& line : lines) {
    int at_middle = 0;
    for (const auto& [x1, x2] : line) {
      const double a = x1, b = -x1 / 2 + std::sqrt(0.75) * x2, c = -x1 / 2 - std::sqrt(0.75) * x2;
      const double most = std::max({a, b, c}), least = std::min({a, b, c});
      CHECK(a + b + c - most - least == Approx(most).margin(1e-12)); // the two best are level
      at_middle += std::hypot(x1, x2) < 1e-12 ? 1 : 0;
    }
    CHECK(at_middle == 1);
    // One end is the middle, the other on the rim.
    const auto rim = [](const std::pair<double, double>& at) {
      return std::max({at.first - 1.1, -1 - at.first, at.second - 1.2, -0.9 - at.second}) > -1e-12;
    };
    CHECK(rim(line.front()) != rim(line.back()));
  }
}

TEST_CASE("a closed boundary is one line that ends where it began, within the square of the step",
          "[bayes_rule]") {
  const Lattice lattice = square(41, -1, 1);
  const Matrix x = points_of(lattice);
  Matrix scores(x.rows(), 2);
  scores.col(0) = 0.25 - x.rowwise().squaredNorm().array();
  scores.col(1).setZero();
  const auto lines = class_boundaries(lattice, scores);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].front() == lines[0].back());
  CHECK(lines[0].size() > 60);
  for (const auto& [x1, x2] : lines[0]) CHECK(std::hypot(x1, x2) == Approx(0.5).margin(0.05 * 0.05 * 2));
}

TEST_CASE("where one class is the most probable throughout there is no boundary",
          "[bayes_rule][degenerate]") {
  const Lattice lattice = square(3, 0, 1);
  CHECK(class_boundaries(lattice, Matrix::Constant(9, 3, std::log(1.0 / 3))).empty());
}

TEST_CASE("the Bayes rule gives the truth, its errors on the sample, and borders where it sees a lattice",
          "[bayes_rule]") {
  const Matrix x = points_of(square(5, -1, 1));
  const Estimate estimate = estimate_of(draw_of(x));
  CHECK(estimate.probability.positive() == draw_of(x).test.truth.positive());
  CHECK(estimate.facts.at("train_error") == 0.5);
  CHECK(estimate.facts.at("borders") == 1);
  CHECK(estimate.series.at("sample.class") == std::vector<double>{1, 2});
  for (const double x1 : estimate.series.at("border.x1")) CHECK(x1 == Approx(0.3));
  CHECK_FALSE(estimate_of(draw_of(x.topRows(7))).series.contains("border.x1"));
}

TEST_CASE("a data set that does not know its probabilities has no Bayes rule", "[bayes_rule][degenerate]") {
  Draw draw = draw_of(points_of(square(3, -1, 1)));
  draw.test.truth = {};
  CHECK_THROWS_WITH(estimate_of(draw), Catch::Contains("which this data set does not know"));
}

namespace {

/// The first class of the largest score among those that the grid point allows.
int label_at(const GridPoint& point, const Vector& scores) {
  int best = -1;
  for (int k = 0; k < scores.size(); ++k)
    if ((point.allowed >> k & 1u) && (best < 0 || scores(k) > scores(best))) best = k;
  return best;
}

/// Rules of small whole numbers, so that many scores are tied.
std::vector<Matrix> rules_of(const WeightGrid& grid, Index r) {
  Stream stream("label map");
  std::vector<Matrix> rules(grid.interior, Matrix(r + 1, grid.classes));
  for (Matrix& rule : rules)
    for (double& v : rule.reshaped()) v = static_cast<double>(stream.below(5)) - 2;
  return rules;
}

} // namespace

TEST_CASE("label maps: a grid point has the first of the best classes that its weights allow",
          "[manufactured][multiclass]") {
  for (int K = 2; K <= 8; ++K) {
    const WeightGrid grid = weight_grid(K < 6 ? 0.1 : 0.125, K);
    const Index r = 3, m = 21;
    const std::vector<Matrix> rules = rules_of(grid, r);
    Stream stream("label map, points");
    Matrix x(m, r);
    for (double& v : x.reshaped()) v = static_cast<double>(stream.below(7)) - 3;
    const Matrix features = padded_features(x);
    const LabelMap map(grid, rules);
    std::vector<double> all, interior;
    int wrong = 0;
    for (Index first = 0; first < m; first += LabelMap::together) {
      map.labels(features, first, LabelMap::At::all, all);
      map.labels(features, first, LabelMap::At::interior, interior);
      for (std::size_t p = 0; p < grid.points.size(); ++p) {
        for (Index l = 0; l < std::min(m - first, LabelMap::together); ++l) {
          const Vector scores =
              rules[grid.points[p].interior].transpose() * features.row(first + l).transpose();
          const auto at = p * LabelMap::together + static_cast<std::size_t>(l);
          const double expected = label_at(grid.points[p], scores);
          wrong += all[at] != expected || (p < grid.interior && interior[at] != expected);
        }
      }
    }
    INFO("classes " << K);
    CHECK(wrong == 0);
  }
}

TEST_CASE("logit models: probabilities with their logarithms, certified", "[multiclass][manufactured]") {
  for (const int classes : {2, 3, 5}) {
    for (const Basis basis : {Basis::linear, Basis::squares}) {
      DrawCache cache(tests::cloud_draw(150, classes, 4), tests::kAxes);
      BaselineLogit baseline;
      CumulativeLogit cumulative;
      baseline.basis = cumulative.basis = basis;
      for (const ProbabilityEstimator* method :
           {static_cast<ProbabilityEstimator*>(&baseline), static_cast<ProbabilityEstimator*>(&cumulative)}) {
        const Estimate estimate = method->estimate(cache);
        CAPTURE(classes);
        CHECK(estimate.probability.classes() == classes);
        CHECK(estimate.probability.size() == 150);
        CHECK(tests::missing_mass(estimate.probability) < 1e-12);
        CHECK(estimate.summary.status == Status::ok);
        CHECK(estimate.summary.fits == 1);
        CHECK(estimate.facts.at("runs_away") == 0);
      }
    }
  }
}

TEST_CASE("logit models: of two classes with a penalty are penalised logistic regression",
          "[multiclass][oracle]") {
  const Draw draw = tests::cloud_draw(120, 2, 9);
  DrawCache cache(draw, tests::kAxes);
  BaselineLogit baseline;
  CumulativeLogit cumulative;
  baseline.lambda = cumulative.lambda = 0.7;
  const Vector known = fit_penalised_logistic(draw.train.x, draw.train.y, 0.7).probability(draw.test.x);
  CHECK((baseline.estimate(cache).probability.positive() - known).cwiseAbs().maxCoeff() < 1e-6);
  CHECK((cumulative.estimate(cache).probability.positive() - known).cwiseAbs().maxCoeff() < 1e-6);
}

TEST_CASE("logit models: rounded, a class between two that double precision cannot part has probability 0",
          "[multiclass][manufactured]") {
  Matrix p(2, 3);
  p << 0.2, 0.5, 0.3, 1 - 1e-12, 1e-12, 1e-30;
  p(1, 2) = 1e-30;
  const Matrix rounded = differences_of_cumulative(p);
  CHECK((rounded.row(0) - p.row(0)).cwiseAbs().maxCoeff() < 1e-15);
  CHECK(rounded(1, 1) > 0);
  CHECK(rounded(1, 2) == Approx(0).margin(1e-15));
  p << 1e-30, 1, 1e-30, 1, 1e-30, 1e-40;
  const Matrix far = differences_of_cumulative(p);
  CHECK(far(0, 0) == 1e-30); // the first class is P(Y <= 1) itself
  CHECK(far(0, 2) == 0);
  CHECK(far(1, 1) == 0);
  CHECK(far(1, 2) == 0);

  const Draw draw = tests::cloud_draw(120, 3, 2);
  DrawCache cache(draw, tests::kAxes);
  CumulativeLogit exact, by_differences;
  by_differences.rounded = true;
  const auto one = exact.estimate(cache).probability, other = by_differences.estimate(cache).probability;
  CHECK((one.matrix() - other.matrix()).cwiseAbs().maxCoeff() < 1e-14); // nothing is far apart here
}

TEST_CASE("logit models: squares are inputs of their own", "[multiclass][manufactured]") {
  const Draw draw = tests::cloud_draw(120, 3, 2);
  Matrix by_hand(120, 4), at(120, 4);
  for (Eigen::Index i = 0; i < 120; ++i)
    for (Eigen::Index j = 0; j < 2; ++j) {
      by_hand(i, j) = draw.train.x(i, j);
      by_hand(i, 2 + j) = draw.train.x(i, j) * draw.train.x(i, j);
      at(i, j) = draw.test.x(i, j);
      at(i, 2 + j) = draw.test.x(i, j) * draw.test.x(i, j);
    }
  BaselineLogit method;
  method.basis = Basis::squares;
  DrawCache cache(draw, tests::kAxes);
  const MultinomialFit fit = fit_multinomial(by_hand, class_numbers(draw.train.y, 3), 0);
  const Matrix known = exponentials(fit.log_probability(at));
  CHECK((method.estimate(cache).probability.matrix() - known).cwiseAbs().maxCoeff() == 0);
}

TEST_CASE("logit models: separable classes are reported and keep finite losses", "[multiclass][degenerate]") {
  Draw draw = tests::cloud_draw(60, 3, 2);
  draw.train = tests::labelled(tests::clouds(60, 3, 2, 0.05));
  DrawCache cache(draw, tests::kAxes);
  const Estimate estimate = BaselineLogit{}.estimate(cache);
  CHECK(estimate.facts.at("runs_away") == 1);
  CHECK(estimate.summary.status == Status::not_converged);
  CHECK(std::isfinite(log_likelihood(estimate.probability, draw.test)));
}

TEST_CASE("tree estimators: probabilities of two, three and five classes, better than chance",
          "[multiclass][manufactured]") {
  for (const int classes : {2, 3, 5}) {
    const Draw draw = tests::cloud_draw(200, classes, 3);
    DrawCache cache(draw, tests::kAxes);
    RandomForest forest;
    forest.rules.trees = 60;
    forest.tuning_trees = 20;
    for (const Estimate& estimate : {ClassificationTree{}.estimate(cache), forest.estimate(cache)}) {
      CAPTURE(classes);
      CHECK(estimate.probability.classes() == classes);
      CHECK(tests::missing_mass(estimate.probability) < 1e-12);
      CHECK(test_error(estimate.probability, draw.test) < 0.85 * (1 - 1.0 / classes));
      CHECK(estimate.summary.fits == 0);
      CHECK(estimate.summary.worst_relative_gap == 0);
      CHECK(estimate.facts.at("leaves") > 1);
    }
  }
}

TEST_CASE("tree estimators: the tree reports the level it was pruned to", "[multiclass][manufactured]") {
  DrawCache cache(tests::cloud_draw(150, 3, 5), tests::kAxes);
  ClassificationTree method;
  const Estimate estimate = method.estimate(cache);
  const auto& held_out = estimate.series.at("pruning.held_out");
  const auto& leaves = estimate.series.at("pruning.leaves");
  bool found = false;
  for (std::size_t k = 0; k < held_out.size(); ++k) {
    CHECK(estimate.facts.at("held_out") * 150 <= held_out[k] + 1e-9);
    found = found || leaves[k] == estimate.facts.at("leaves");
  }
  CHECK(found);
  method.folds = 0;
  const Estimate whole = method.estimate(cache);
  CHECK(whole.facts.at("leaves") >= leaves.front());
  CHECK(whole.facts.count("complexity") == 0);
}

TEST_CASE("tree estimators: the forest that is tuned is the one of the mtry it names",
          "[multiclass][reproducibility]") {
  DrawCache cache(tests::cloud_draw(80, 3, 7), tests::kAxes);
  RandomForest tuned;
  tuned.rules.trees = 30;
  const Estimate estimate = tuned.estimate(cache);
  RandomForest told = tuned;
  told.rules.inputs = static_cast<Eigen::Index>(estimate.facts.at("mtry"));
  CHECK(tests::largest_difference(estimate.probability, told.estimate(cache).probability) == 0);
  CHECK(estimate.series.at("mtry.inputs").size() == estimate.series.at("mtry.out_of_bag").size());
}

TEST_CASE("tree estimators: refuse more inputs than there are and more folds than points",
          "[multiclass][degenerate]") {
  DrawCache cache(tests::cloud_draw(8, 3, 7), tests::kAxes);
  RandomForest forest;
  forest.rules.inputs = 3;
  CHECK_THROWS_WITH(forest.estimate(cache), Catch::Contains("mtry is 3, but the data have 2 inputs."));
  CHECK_THROWS_AS(ClassificationTree{}.estimate(cache), UserError);
}
