#include <algorithm>
#include <numbers>
#include <numeric>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/multiclass/methods/border_schemes.hpp"
#include "core/multiclass/methods/border_volumes.hpp"
#include "core/multiclass/methods/border_weight.hpp"
#include "core/multiclass/methods/weight_grid.hpp"
#include "core/probability/bracket.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/random/stream.hpp"
#include "tests/core/multiclass/samples.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using Eigen::Index;
using Options = BorderWeight::Options;
using core::border_volumes;
using core::BorderVolumes;
using core::GridPoint;
using core::log_probability_of_shares;
using core::Matrix;
using core::solid_angle;
using core::Stream;
using core::UserError;
using core::Vector;
using core::weight_grid;
using core::WeightGrid;

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
  CHECK_THROWS_WITH(BorderWeight({Hinge{}, {}}, coarse), Catch::Contains("Name a weighted_truncated_svm."));
  CHECK_THROWS_WITH(BorderWeight(linear, {BorderScheme::indirect, ShareOf::interior, 0.03, 0.1}),
                    Catch::Contains("does not divide 1."));
  DrawCache five(draw(5), axes), nine(draw(9), axes);
  Options direct = coarse;
  direct.scheme = BorderScheme::direct;
  CHECK_THROWS_WITH(estimate(five, linear, direct, 1), Catch::Contains("weights of three only"));
  CHECK_THROWS_WITH(estimate(nine, linear, coarse, 1), Catch::Contains("at most 8 classes"));
  Options wide = coarse;
  wide.step = 0.25;
  CHECK_THROWS_WITH(estimate(five, linear, wide, 1), Catch::Contains("is too large for 5 classes."));
  Draw absent = draw(3);
  absent.train.y = (absent.train.y.array() == 3).select(Labels::Ones(60), absent.train.y);
  DrawCache without(absent, axes);
  CHECK_THROWS_WITH(estimate(without, linear, coarse, 1), Catch::Contains("Class 3 has no training row."));
}

namespace {

Vector random_theta(Index K, double spread, Stream& stream) {
  Vector theta(K);
  for (Index k = 0; k < K; ++k) theta(k) = spread * stream.normal();
  return theta;
}

/// h_k by inclusion and exclusion: sum over sets T of the others of (-1)^|T| r_k / (r_k + sum_T r).
double by_inclusion_and_exclusion(const Vector& theta, Index k) {
  const Index K = theta.size();
  double sum = 0;
  for (unsigned set = 0; set < 1u << K; ++set) {
    if (set >> k & 1u) continue;
    double rate = core::exp(-theta(k)), sign = 1;
    for (Index j = 0; j < K; ++j)
      if (set >> j & 1u) rate += core::exp(-theta(j)), sign = -sign;
    sum += sign * core::exp(-theta(k)) / rate;
  }
  return sum;
}

/// h_k = integral over u in (0, 1) of prod over j != k of (1 - u^(p_k / p_j)), by the midpoint rule.
double by_integral(const Vector& theta, Index k) {
  constexpr int cells = 20'000;
  double sum = 0;
  for (int c = 0; c < cells; ++c) {
    const double u = core::log((c + 0.5) / cells);
    double product = 1;
    for (Index j = 0; j < theta.size(); ++j)
      if (j != k) product *= 1 - core::exp(u * core::exp(theta(k) - theta(j)));
    sum += product;
  }
  return sum / cells;
}

} // namespace

TEST_CASE("shares of the simplex: the subset recursion is the integral and inclusion-exclusion",
          "[manufactured][multiclass]") {
  Stream stream("shares");
  for (const Index K : {2, 3, 5, 8}) {
    const Vector theta = random_theta(K, 0.7, stream);
    const BorderVolumes at = border_volumes(theta);
    CHECK(at.share.sum() == Approx(1).epsilon(1e-13));
    for (Index k = 0; k < K; ++k) {
      CAPTURE(K, k);
      CHECK(at.share(k) == Approx(by_inclusion_and_exclusion(theta, k)).epsilon(1e-10));
      CHECK(at.share(k) == Approx(by_integral(theta, k)).margin(1e-3));
    }
  }
}

TEST_CASE("shares of the simplex: three classes have the paper's closed form", "[manufactured][multiclass]") {
  const double p1 = 0.2, p2 = 0.3, p3 = 0.5;
  const Vector theta = (Vector(3) << core::log(p1), core::log(p2), core::log(p3)).finished();
  CHECK(border_volumes(theta).share(2) == Approx(p3 * p3 * (p2 * p3 + p1 * p3 + 2 * p1 * p2) /
                                                 ((p1 + p3) * (p2 + p3) * (p1 * p2 + p1 * p3 + p2 * p3)))
                                              .epsilon(1e-13));
}

TEST_CASE(
    "shares of the simplex: the Jacobian is that of differences, symmetric, with constants as null space",
    "[manufactured][multiclass]") {
  Stream stream("jacobian");
  for (const Index K : {2, 3, 5, 8}) {
    const Vector theta = random_theta(K, 1, stream);
    const BorderVolumes at = border_volumes(theta);
    CHECK((at.jacobian - at.jacobian.transpose()).cwiseAbs().maxCoeff() < 1e-14);
    CHECK(at.jacobian.rowwise().sum().cwiseAbs().maxCoeff() < 1e-14);
    for (Index l = 0; l < K; ++l) {
      Vector up = theta, down = theta;
      up(l) += 1e-5;
      down(l) -= 1e-5;
      const Vector slope = (border_volumes(up).share - border_volumes(down).share) / 2e-5;
      CHECK((slope - at.jacobian.col(l)).cwiseAbs().maxCoeff() < 1e-9);
    }
  }
}

TEST_CASE("probabilities of shares: the inverse to 1e-10, however small a probability is",
          "[manufactured][multiclass]") {
  Stream stream("inverse");
  for (const Index K : {2, 3, 5, 8}) {
    for (int repeat = 0; repeat < 50; ++repeat) {
      const Vector theta = random_theta(K, repeat < 25 ? 1 : 4, stream);
      const Vector back = log_probability_of_shares(border_volumes(theta).share);
      const Vector off = (back - theta).array() - (back - theta).mean();
      CAPTURE(K, theta.transpose());
      CHECK(off.cwiseAbs().maxCoeff() < 1e-10);
      CHECK(back.array().exp().sum() == Approx(1).epsilon(1e-12));
    }
  }
}

TEST_CASE("the weight grid: the counts of points, and solid angles that fill the simplex",
          "[manufactured][multiclass]") {
  const auto counts = [](double step, Index K) {
    const WeightGrid grid = weight_grid(step, K);
    return std::pair(grid.interior, grid.points.size());
  };
  CHECK(counts(0.1, 3) == std::pair<std::size_t, std::size_t>(36, 66));
  CHECK(counts(0.04, 3) == std::pair<std::size_t, std::size_t>(276, 351));
  CHECK(counts(0.02, 3) == std::pair<std::size_t, std::size_t>(1176, 1326));
  CHECK(counts(0.01, 3) == std::pair<std::size_t, std::size_t>(4851, 5151));
  CHECK(counts(0.1, 5) == std::pair<std::size_t, std::size_t>(126, 1001));
  CHECK(counts(0.05, 5) == std::pair<std::size_t, std::size_t>(3876, 10626));
  CHECK(solid_angle(1, 3) == 0.5);
  CHECK(solid_angle(2, 3) == Approx(1.0 / 6).epsilon(1e-13));
  CHECK(solid_angle(2, 5) == Approx(0.20978).margin(1e-5));
  CHECK(solid_angle(3, 5) == Approx(0.064677).margin(1e-6));
  CHECK(solid_angle(4, 5) == Approx(0.0097847).margin(1e-7));
  const WeightGrid grid = weight_grid(0.02, 3);
  double sum = 0;
  for (const GridPoint& point : grid.points) sum += point.weight;
  CHECK(sum == Approx(50.0 * 50 / 2).epsilon(1e-12));
}

TEST_CASE("the weight grid: a boundary point asks the interior neighbour, zeros raised at the largest's cost",
          "[manufactured][multiclass]") {
  const WeightGrid grid = weight_grid(0.1, 3);
  for (std::size_t g = 0; g < grid.points.size(); ++g) {
    const GridPoint& point = grid.points[g];
    const GridPoint& asked = grid.points[point.interior];
    CHECK(std::accumulate(point.m.begin(), point.m.end(), 0) == 10);
    CHECK(point.interior < grid.interior);
    CHECK((g < grid.interior) == (point.interior == g));
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK((point.allowed >> k & 1u) == (point.m[k] > 0 ? 1u : 0u));
      if (point.m[k] == 0) CHECK(asked.m[k] == 1);
    }
  }
  CHECK_THROWS_AS(weight_grid(0.03, 3), UserError);
  CHECK_THROWS_AS(weight_grid(0.5, 3), UserError);
}

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
