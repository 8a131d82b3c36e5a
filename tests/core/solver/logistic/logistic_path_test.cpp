#include "core/solver/logistic/logistic_path.hpp"

#include <cmath>
#include <vector>

#include "core/estimate/draw_cache.hpp"
#include "core/probability/penalised_logistic.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

/// Gaussian clouds of p inputs with a share of labels turned over.
Sample clouds(Eigen::Index n, Eigen::Index p, int seed) {
  tests::Dice dice(seed);
  Sample out{Matrix(n, p), Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    out.y(i) = dice.normal() > 0.3 ? 1 : -1;
    for (Eigen::Index j = 0; j < p; ++j)
      out.x(i, j) = dice.normal() + (j < 3 ? 0.5 * out.y(i) : 0) + (j > 0 ? 0.7 * out.x(i, j - 1) : 0);
  }
  return out;
}

std::vector<double> falling() {
  std::vector<double> out;
  for (int k = 12; k >= -12; --k) out.push_back(std::pow(10.0, k / 4.0));
  return out;
}

} // namespace

TEST_CASE("a grid of lambda that is followed has the answers of Newton's method from zero",
          "[logistic][path][oracle]") {
  const Eigen::Index n = GENERATE(300, 2500); // one block of rows, and three
  const Sample sample = clouds(n, 12, 4);
  LogisticPath path(sample.x, sample.y);
  for (const double lambda : falling()) {
    CAPTURE(n, lambda);
    const LogisticFit followed = path.at(lambda), known = fit_penalised_logistic(sample.x, sample.y, lambda);
    CHECK(followed.certificate.status == Status::ok);
    CHECK(followed.certificate.primal == Approx(known.certificate.primal).epsilon(1e-11));
    CHECK((followed.log_odds(sample.x) - known.log_odds(sample.x)).cwiseAbs().maxCoeff() < 1e-3);
  }
}

TEST_CASE("the order of a grid changes no answer by more than is certified", "[logistic][path]") {
  const Sample sample = clouds(700, 6, 6);
  LogisticPath falls(sample.x, sample.y), rises(sample.x, sample.y);
  const std::vector<double> lambdas = falling();
  std::vector<LogisticFit> down, up(lambdas.size());
  for (const double lambda : lambdas) down.push_back(falls.at(lambda));
  for (std::size_t k = lambdas.size(); k-- > 0;) up[k] = rises.at(lambdas[k]);
  for (std::size_t k = 0; k < lambdas.size(); ++k) {
    CAPTURE(lambdas[k]);
    REQUIRE(up[k].certificate.status == Status::ok);
    CHECK((down[k].log_odds(sample.x) - up[k].log_odds(sample.x)).cwiseAbs().maxCoeff() < 1e-3);
  }
}

TEST_CASE(
    "answers before lead nearly to the next: a grid that falls evenly takes fewer steps than one that jumps",
    "[logistic][path]") {
  const Sample sample = clouds(2500, 12, 5);
  LogisticPath even(sample.x, sample.y), jumping(sample.x, sample.y);
  std::int64_t evenly = 0, by_jumps = 0;
  for (int k = 20; k >= -20; --k) {
    evenly += even.at(std::pow(10.0, k / 10.0)).certificate.iterations;
    jumping.at(std::pow(10.0, (k + 1) / 10.0)); // the same once more: nothing is known but the place
    by_jumps += jumping.at(std::pow(10.0, k / 10.0)).certificate.iterations;
  }
  CAPTURE(evenly, by_jumps);
  CHECK(5 * evenly < 4 * by_jumps);
}

TEST_CASE("constant, repeated and missing columns, and classes that a plane divides, are followed as well",
          "[logistic][path][degenerate]") {
  Sample sample = clouds(400, 6, 7);
  sample.x.col(2).setConstant(3);
  sample.x.col(3) = sample.x.col(1);
  sample.x.col(4).setZero();
  if (GENERATE(false, true)) sample.y = (sample.x.col(0).array() > 0.1).select(Vector::Ones(400), -1);
  LogisticPath path(sample.x, sample.y);
  for (const double lambda : falling()) {
    CAPTURE(lambda);
    CHECK(path.at(lambda).certificate.status == Status::ok);
  }
}

TEST_CASE("a grid of one class is not called converged", "[logistic][path][degenerate]") {
  const Sample sample{clouds(50, 3, 8).x, Vector::Ones(50), {}};
  LogisticPath path(sample.x, sample.y);
  CHECK(path.at(10).certificate.status == Status::not_converged);
  CHECK(std::isfinite(path.at(0.1).beta_0));
}

TEST_CASE("the learner of 5,000 observations and more gives each lambda its own answer, in any order",
          "[plr][path][oracle]") {
  const Sample sample = clouds(5000, 4, 9), fresh = clouds(20, 4, 10);
  DrawCache cache(Draw{{sample.x, sample.y, {}}, {}, {fresh.x, fresh.y, {}}}, StreamAxes{});
  const std::vector<double> lambdas{0.1, 100, 3};
  const auto curve = PenalisedLogistic{}.learn(cache, cache.whole())->curve(lambdas, {Points::Part::test});
  REQUIRE(curve.size() == lambdas.size());
  for (std::size_t k = 0; k < lambdas.size(); ++k) {
    const LogisticFit known = fit_penalised_logistic(sample.x, sample.y, lambdas[k]);
    CHECK(curve[k].summary.status == Status::ok);
    CHECK((curve[k].probability.positive() - known.probability(fresh.x)).cwiseAbs().maxCoeff() < 1e-5);
  }
}

TEST_CASE("an observation of weight 2 is followed as two observations alike", "[logistic][path][weights]") {
  const Sample sample = clouds(300, 4, 11);
  std::vector<Eigen::Index> rows;
  Vector weights(300);
  for (Eigen::Index i = 0; i < 300; ++i) {
    weights(i) = 1 + static_cast<double>(i % 3);
    for (int copy = 0; copy <= i % 3; ++copy) rows.push_back(i);
  }
  const Matrix copied = sample.x(rows, Eigen::all);
  LogisticPath weighted(sample.x, {sample.y, weights}), copies(copied, Labels(sample.y(rows)));
  for (const double lambda : {100.0, 1.0, 0.01}) {
    CAPTURE(lambda);
    const LogisticFit one = weighted.at(lambda), other = copies.at(lambda);
    CHECK(one.certificate.status == Status::ok);
    CHECK((one.log_odds(sample.x) - other.log_odds(sample.x)).cwiseAbs().maxCoeff() < 1e-3);
  }
}
