#include "core/probability/multiclass/bayes_rule.hpp"

#include <cmath>
#include <numbers>

#include "core/contract.hpp"
#include "tests/support/catch.hpp"

using namespace core;

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
  CHECK_THROWS_WITH(estimate_of(draw), Catch::Contains("does not know the true p"));
}
