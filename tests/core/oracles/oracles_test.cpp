#include <cmath>
#include <map>

#include "core/estimate/draw_cache.hpp"
#include "core/estimate/weighted_fits.hpp"
#include "core/kernel/kernel.hpp"
#include "core/probability/kernel_logistic.hpp"
#include "core/probability/nearest_neighbours.hpp"
#include "core/probability/penalised_logistic.hpp"
#include "core/probability/scaling/beta.hpp"
#include "core/probability/scaling/beta_calibration.hpp"
#include "core/probability/scaling/counts.hpp"
#include "core/probability/scaling/isotonic.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/probability/scaling/softmax.hpp"
#include "core/probability/scaling/venn_abers.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using tests::fixture;

namespace {

Sample sample() {
  const auto rows = fixture("sample.csv");
  Sample out{Matrix(rows.size(), 2), Labels(rows.size()), {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    out.x.row(at) << std::stod(rows[i][0]), std::stod(rows[i][1]);
    out.y(at) = std::stod(rows[i][2]);
  }
  return out;
}

Resample whole(const Sample& sample) {
  Resample out{{}, sample.y};
  for (Eigen::Index i = 0; i < sample.size(); ++i) out.rows.push_back(i);
  return out;
}

} // namespace

TEST_CASE("weighted support vector machines: the decision values of e1071", "[oracle][fixture]") {
  const Sample train = sample();
  std::map<std::string, Matrix> grams{{"linear", Kernel{Kernel::Shape::linear, 1}.gram(train.x)},
                                      {"radial", Kernel{Kernel::Shape::gaussian, 1.2}.gram(train.x)}};
  const auto rows = fixture("svm.csv");
  REQUIRE(rows.size() == 2 * 4 * 3 * 40);
  for (const auto& row : rows) {
    const double pi = std::stod(row[1]), lambda = std::stod(row[2]), expected = std::stod(row[4]);
    CAPTURE(row[0], pi, lambda, row[3]);
    const auto fits = weighted_fits(grams.at(row[0]), whole(train), Hinge{});
    CHECK(fits->on_train({{pi}, {lambda}}).by_weight[0](std::stol(row[3]), 0) ==
          Approx(expected).margin(1e-5));
  }
}

TEST_CASE("penalised logistic regression: the coefficients of glmnet's ridge limit and of glm",
          "[oracle][fixture]") {
  const Sample train = sample();
  const auto rows = fixture("plr.csv");
  REQUIRE(rows.size() == 4);
  for (const auto& row : rows) {
    const double lambda = std::stod(row[0]);
    CAPTURE(lambda);
    const LogisticFit fit = fit_penalised_logistic(train.x, train.y, lambda);
    CHECK(fit.beta_0 == Approx(std::stod(row[1])).margin(1e-6));
    CHECK(fit.beta(0) == Approx(std::stod(row[2])).margin(1e-6));
    CHECK(fit.beta(1) == Approx(std::stod(row[3])).margin(1e-6));
  }
}

TEST_CASE("Platt's sigmoid: the slope and offset of scikit-learn", "[oracle][fixture]") {
  const Sample train = sample();
  const auto rows = fixture("platt.csv");
  REQUIRE(rows.size() == 1);
  const PlattSigmoid sigmoid = fit_platt(train.x.col(0), train.y);
  CHECK(sigmoid.slope == Approx(std::stod(rows[0][0])).margin(1e-4)); // its optimiser stops at 1e-5
  CHECK(sigmoid.offset == Approx(std::stod(rows[0][1])).margin(1e-4));
}

namespace {

Sample calibrator_sample() {
  const auto rows = fixture("calibrator_sample.csv");
  Sample out{Matrix(rows.size(), 1), Labels(rows.size()), {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    out.x(at, 0) = std::stod(rows[i][0]), out.y(at) = std::stod(rows[i][1]);
  }
  return out;
}

} // namespace

TEST_CASE("isotonic regression: the values of scikit-learn", "[oracle][fixture]") {
  const Sample sample = calibrator_sample();
  const IsotonicFit fit(score_levels(sample.x.col(0), sample.y));
  const auto rows = fixture("calibrators.csv");
  REQUIRE(rows.size() == 51);
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    CHECK(fit(std::stod(row[0])) == Approx(std::stod(row[1])).margin(1e-12));
  }
}

TEST_CASE("bins of equal mass: the bins of scikit-learn", "[oracle][fixture]") {
  const Sample sample = calibrator_sample();
  const auto rows = fixture("calibrator_bins.csv");
  REQUIRE(rows.size() == 51);
  for (const int count : {10, 7}) {
    BinnedScaling scaling;
    scaling.bins = count;
    scaling.edges = BinnedScaling::Edges::equal_mass;
    const std::size_t points = count == 10 ? 1 : 3;
    for (const auto& row : rows) {
      CAPTURE(count, row[0]);
      const Matrix at = Matrix::Constant(1, 1, std::stod(row[0]));
      const double expected = (std::stod(row[points + 1]) + 1) / (std::stod(row[points]) + 2);
      const Estimate out = scaling.probability(at, sample.x, sample.y);
      CHECK(out.probability.positive()(0) == Approx(expected).margin(1e-12));
    }
  }
}

TEST_CASE("Venn-Abers: the pairs of the package venn-abers", "[oracle][fixture]") {
  const Sample sample = calibrator_sample();
  const VennAbersFit fit(score_levels(sample.x.col(0), sample.y));
  for (const auto& row : fixture("calibrators.csv")) {
    CAPTURE(row[0]);
    const VennAbersPair pair = fit(std::stod(row[0]));
    CHECK(pair.p0 == Approx(std::stod(row[2])).margin(1e-12));
    CHECK(pair.p1 == Approx(std::stod(row[3])).margin(1e-12));
  }
}

TEST_CASE("beta calibration: the parameters of the package betacal", "[oracle][fixture]") {
  const Sample sample = calibrator_sample();
  Labels calibrated(sample.size());
  Vector f(sample.size());
  const auto sample_rows = fixture("calibrator_sample.csv");
  for (Eigen::Index i = 0; i < f.size(); ++i) {
    const double score = sample.x(i, 0);
    f(i) = std::log(score / (1 - score)) / 2;
    calibrated(i) = std::stod(sample_rows[static_cast<std::size_t>(i)][2]);
  }
  const auto share = [](const Labels& y) { return Vector((y.array() > 0).cast<double>()); };
  const std::map<std::string, BetaCalibrationFit> fits{
      {"own", fit_beta_calibration(f, share(sample.y))},
      {"mirrored", fit_beta_calibration(-f, share(-sample.y))},
      {"calibrated", fit_beta_calibration(f, share(calibrated))}};
  CHECK(fits.at("own").a == 0);
  CHECK(fits.at("mirrored").b == 0);
  const auto rows = fixture("calibrator_beta.csv");
  REQUIRE(rows.size() == fits.size());
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    const BetaCalibrationFit& fit = fits.at(row[0]);
    CHECK(fit.status == Status::ok);
    CHECK(fit.a == Approx(std::stod(row[1])).margin(1e-7));
    CHECK(fit.b == Approx(std::stod(row[2])).margin(1e-7));
    CHECK(fit.c == Approx(std::stod(row[3])).margin(1e-7));
  }
}

TEST_CASE("nearest neighbours: the shares of scikit-learn", "[oracle][fixture]") {
  const auto rows = fixture("knn.csv");
  REQUIRE(rows.size() == 5);
  Draw draw{sample(), {}, {Matrix(5, 2), Labels::Ones(5), {}}};
  for (Eigen::Index i = 0; i < 5; ++i) {
    const auto& row = rows[static_cast<std::size_t>(i)];
    draw.test.x.row(i) << std::stod(row[0]), std::stod(row[1]);
  }
  DrawCache cache(draw, {});
  const Vector share = NearestNeighbours().estimate(cache).probability.positive();
  for (Eigen::Index i = 0; i < 5; ++i)
    CHECK(share(i) == Approx(std::stod(rows[static_cast<std::size_t>(i)][2])).epsilon(1e-12));
}

TEST_CASE("kernel logistic regression: the decision values of scikit-learn", "[oracle][fixture]") {
  const Sample train = sample();
  const auto rows = fixture("klr.csv");
  REQUIRE(rows.size() == 2 * 3 * 40);
  const Classifier linear{},
      gaussian{Hinge{}, {Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 1.2}};
  DrawCache cache(Draw{train, {}, train}, StreamAxes{});
  for (const auto& row : rows) {
    const double lambda = std::stod(row[1]), expected = std::stod(row[3]);
    CAPTURE(row[0], lambda, row[2]);
    const KernelLogistic method(row[0] == "linear" ? linear : gaussian);
    const Estimate ours = method.learn(cache, cache.whole())->probability(lambda, {Points::Part::test});
    const double p = ours.probability.positive()(std::stol(row[2]));
    CHECK(std::log(p / (1 - p)) == Approx(expected).margin(1e-6));
    CHECK(ours.summary.worst_relative_gap <= 1e-8);
  }
}

namespace {

/// One column of a fixture as numbers.
Vector column(const std::string& name, std::size_t place) {
  const auto rows = fixture(name);
  Vector out(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) out(static_cast<Eigen::Index>(i)) = std::stod(rows[i][place]);
  return out;
}

Estimate scaled(const Calibration& by) {
  return by.probability(column("scalings.csv", 0), column("scaling_sample.csv", 0),
                        column("scaling_sample.csv", 1));
}

double farthest(const Calibration& by, std::size_t place) {
  return (scaled(by).probability.positive() - column("scalings.csv", place)).cwiseAbs().maxCoeff();
}

} // namespace

TEST_CASE("the counted and the closed-form scalings are those written in R", "[scaling][oracle][fixture]") {
  REQUIRE(column("scaling_sample.csv", 0).size() == 90);
  CHECK(farthest(SoftmaxScaling(), 1) < 1e-11);
  CHECK(farthest(ZeroOneScaling(), 2) < 1e-11);
  ZeroOneScaling clipped;
  clipped.reading = ZeroOneScaling::Reading::clipped;
  CHECK(farthest(clipped, 3) < 1e-11);
  CHECK(farthest(ClippedScaling(), 4) < 1e-11);
  BinnedScaling bins;
  CHECK(farthest(bins, 5) < 1e-11);
  CHECK(farthest(bins, 6) > 1e-2);
  bins.bins = 50;
  CHECK(farthest(bins, 6) < 1e-11);
}

TEST_CASE("the beta maps and their N are those of R's pbeta, qbeta and exhaustive search",
          "[scaling][oracle][fixture]") {
  const auto totals = fixture("scaling_totals.csv");
  BetaScaling beta;
  CHECK(farthest(beta, 7) < 1e-9);
  CHECK(scaled(beta).facts.at("beta_total_positive") == std::stod(totals[0][1]));
  CHECK(scaled(beta).facts.at("beta_total_negative") == std::stod(totals[1][1]));
  beta.reading = BetaScaling::Reading::membership;
  CHECK(farthest(beta, 7) > 0.1);
  CHECK(farthest(beta, 8) < 1e-9);
  CHECK(farthest(SingleBetaScaling(), 9) < 1e-4);
  CHECK(scaled(SingleBetaScaling()).facts.at("beta_total") == Approx(std::stod(totals[2][1])).epsilon(1e-3));
}
