#include <numbers>

#include "core/elementary/functions.hpp"
#include "core/probability/multiclass/border_schemes.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using Eigen::Index;

namespace {

/// log p [m x K] at points drawn from K normal classes of standard deviation .7 around a circle.
Matrix log_truth(Index m, int K) {
  Stream stream("border schemes");
  Matrix out(m, K);
  for (Index i = 0; i < m; ++i) {
    const auto corner = [K](int k) { return 2 * std::numbers::pi * k / K; };
    const int y = static_cast<int>(stream.below(static_cast<std::uint64_t>(K)));
    const double u = stream.normal(), v = stream.normal();
    const double x1 = core::cos(corner(y)) + 0.7 * u, x2 = core::sin(corner(y)) + 0.7 * v;
    double sum = 0;
    for (int k = 0; k < K; ++k) {
      const double a = x1 - core::cos(corner(k)), b = x2 - core::sin(corner(k));
      out(i, k) = -(a * a + b * b) / 0.98;
      sum += core::exp(out(i, k));
    }
    out.row(i).array() -= core::log(sum);
  }
  return out;
}

/// Bayes's classifiers: f_k = log p_k + log pi_k, at features log p.
std::vector<Matrix> bayes_rules(const WeightGrid& grid) {
  std::vector<Matrix> rules;
  for (std::size_t g = 0; g < grid.interior; ++g) {
    Matrix& rule = rules.emplace_back(Matrix::Identity(grid.classes + 1, grid.classes));
    for (Index k = 0; k < grid.classes; ++k) rule(grid.classes, k) = core::log(grid.weights(g)(k));
  }
  return rules;
}

double first_norm(const BorderProbabilities& found, const Matrix& log_p) {
  double sum = 0;
  for (Index i = 0; i < log_p.rows(); ++i)
    for (Index k = 0; k < log_p.cols(); ++k) sum += std::abs(found.p(i, k) - core::exp(log_p(i, k)));
  return sum / static_cast<double>(log_p.rows());
}

struct Errors {
  double interior, weighted, direct;
};

Errors errors(double step, int K, Index m) {
  const Matrix log_p = log_truth(m, K), features = padded_features(log_p);
  const WeightGrid grid = weight_grid(step, K);
  const LabelMap map(grid, bayes_rules(grid));
  Errors out{first_norm(indirect_probabilities(map, features, m, ShareOf::interior), log_p),
             first_norm(indirect_probabilities(map, features, m, ShareOf::weighted), log_p), 0};
  if (K == 3) out.direct = first_norm(direct_probabilities(map, features, m), log_p);
  return out;
}

} // namespace

TEST_CASE(
    "border schemes: Bayes's labels give probabilities that converge with the step, as they were measured",
    "[manufactured][multiclass]") {
  const Errors coarse = errors(0.1, 3, 1000), middle = errors(0.04, 3, 1000), fine = errors(0.02, 3, 1000);
  CHECK(coarse.interior == Approx(0.091).margin(0.012));
  CHECK(middle.interior == Approx(0.048).margin(0.006));
  CHECK(fine.interior == Approx(0.028).margin(0.004));
  CHECK(coarse.weighted == Approx(0.098).margin(0.012));
  CHECK(middle.weighted == Approx(0.027).margin(0.004));
  CHECK(fine.weighted == Approx(0.0097).margin(0.002));
  CHECK(coarse.direct == Approx(0.347).margin(0.05));
  CHECK(fine.direct == Approx(0.114).margin(0.02));
}

TEST_CASE("border schemes: five classes have the errors that were measured", "[manufactured][multiclass]") {
  const Errors at = errors(0.05, 5, 400);
  CHECK(at.interior == Approx(0.129).margin(0.02));
  CHECK(at.weighted == Approx(0.028).margin(0.005));
}

TEST_CASE("border schemes: the triangles tile the simplex, each corner a grid point",
          "[manufactured][multiclass]") {
  for (const double step : {0.1, 0.25}) {
    const WeightGrid grid = weight_grid(step, 3);
    const auto all = triangles(grid);
    CHECK(all.size() == static_cast<std::size_t>(grid.M * grid.M));
    for (const Triangle& triangle : all) {
      for (int j = 0; j < 3; ++j) {
        const Vector side = grid.weights(triangle.corner[j]) - grid.weights(triangle.corner[(j + 1) % 3]);
        CHECK(side.cwiseAbs().sum() == Approx(2 * step).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("border schemes: whatever the labels, the triangles with three of them are odd in number",
          "[manufactured][multiclass]") {
  const WeightGrid grid = weight_grid(0.1, 3);
  Stream stream("Sperner");
  std::vector<Matrix> rules(grid.interior, Matrix(4, 3));
  for (Matrix& rule : rules)
    for (double& v : rule.reshaped()) v = stream.normal();
  const Matrix log_p = log_truth(400, 3);
  const LabelMap map(grid, rules);
  const BorderProbabilities found = direct_probabilities(map, padded_features(log_p), 400);
  CHECK(found.several > 100);
  CHECK((found.p.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
  CHECK(found.p.minCoeff() > 0);
}

TEST_CASE(
    "border schemes: a class that is nowhere predicted keeps a small probability, tied scores the first "
    "class",
    "[degenerate][multiclass]") {
  const WeightGrid grid = weight_grid(0.1, 3);
  const std::vector<Matrix> rules(grid.interior, Matrix::Zero(4, 3));
  const LabelMap map(grid, rules);
  const Matrix features = padded_features(Matrix::Zero(3, 3));
  const BorderProbabilities found = indirect_probabilities(map, features, 3, ShareOf::interior);
  CHECK(found.nowhere == 3);
  CHECK(found.p(0, 0) > 0.8);
  CHECK(found.p(0, 1) == Approx(found.p(0, 2)));
  CHECK(found.log_p.allFinite());
  CHECK(indirect_probabilities(map, features, 3, ShareOf::weighted).nowhere == 0);
}
