#include "core/metric/recalibration.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/metric/calibration_scores.hpp"
#include "core/metric/metric.hpp"
#include "core/random/stream.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"

using core::Vector;

namespace {

struct Stated {
  Vector q, z, y;
};

/// The sample of the calibrators' fixtures, with its own labels or the other ones.
Stated stated(const std::string& labels) {
  const auto rows = tests::fixture("calibrator_sample.csv");
  const auto n = static_cast<Eigen::Index>(rows.size());
  Stated out{Vector(n), Vector(n), Vector(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto& row = rows[static_cast<std::size_t>(i)];
    out.q(i) = std::stod(row[0]);
    out.z(i) = std::log(out.q(i) / (1 - out.q(i)));
    out.y(i) = std::stod(row[labels == "y" ? 1 : 2]);
  }
  return out;
}

Vector numbers(std::initializer_list<double> values) {
  Vector out(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

bool is_undefined(const Vector& z, const Vector& y) {
  const core::LogisticRecalibration fit = core::logistic_recalibration(z, y);
  CHECK(std::isnan(fit.slope) == std::isnan(fit.intercept));
  return std::isnan(fit.slope);
}

/// The mean over all labels of as many points, each drawn by its q.
template <class Score>
double expectation(const Vector& q, const Score& score) {
  double sum = 0;
  for (int drawn = 0; drawn < 1 << q.size(); ++drawn) {
    double chance = 1;
    Vector y(q.size());
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      const bool is_positive = (drawn >> i & 1) != 0;
      y(i) = is_positive ? 1 : -1;
      chance *= is_positive ? q(i) : 1 - q(i);
    }
    sum += chance * score(y);
  }
  return sum;
}

} // namespace

TEST_CASE("slope and intercepts are those of statsmodels, z and p those of scipy",
          "[metric][recalibration][oracle][fixture]") {
  for (const auto& row : tests::fixture("recalibration.csv")) {
    const Stated data = stated(row[0]);
    CAPTURE(row[0]);
    const core::LogisticRecalibration fit = core::logistic_recalibration(data.z, data.y);
    CHECK(fit.slope == Approx(std::stod(row[1])).epsilon(1e-10));
    CHECK(fit.intercept == Approx(std::stod(row[2])).epsilon(1e-10));
    CHECK(core::calibration_in_the_large(data.z, data.y) == Approx(std::stod(row[3])).epsilon(1e-10));
    CHECK(core::spiegelhalter_z(data.q, data.y) == Approx(std::stod(row[4])).epsilon(1e-12));
    CHECK(core::spiegelhalter_p(data.q, data.y) == Approx(std::stod(row[5])).epsilon(1e-12));
  }
}

TEST_CASE("the debiased squared error is that of Kumar's package where a bin has one probability",
          "[metric][recalibration][oracle][fixture]") {
  for (const auto& row : tests::fixture("squared_ece.csv")) {
    const Stated data = stated(row[0]);
    const Vector rounded = (4 * data.q.array() + 0.5).floor() / 4;
    CAPTURE(row[0]);
    CHECK(core::squared_ece_debiased(rounded, data.y) == Approx(std::stod(row[1])).epsilon(1e-12));
  }
}

TEST_CASE("the debiased squared error has expectation 0 where labels are drawn by the probabilities",
          "[metric][recalibration][manufactured]") {
  for (const Vector& q : {numbers({0.1, 0.2, 0.4, 0.45, 0.6, 0.9}), numbers({0.3, 0.3, 0.3, 0.7}),
                          numbers({0.2, 0.2, 0.5, 0.8, 0.8, 0.8, 0.9}), numbers({0.25, 0.75})}) {
    CAPTURE(q.transpose());
    CHECK(expectation(q, [&](const Vector& y) { return core::squared_ece_debiased(q, y); }) ==
          Approx(0).margin(1e-15));
    CHECK(expectation(q, [&](const Vector& y) { return core::ece_equal_mass(q, y); }) > 0.01);
  }
  CHECK(core::squared_ece_debiased(numbers({0.9, 0.9}), numbers({-1, -1})) == Approx(0.81));
  CHECK(std::isnan(core::squared_ece_debiased(numbers({0.9}), numbers({1}))));
}

TEST_CASE("Spiegelhalter's z has mean 0 and variance 1 where labels are drawn by the probabilities",
          "[metric][recalibration][manufactured]") {
  const Vector q = numbers({0.1, 0.2, 0.4, 0.45, 0.6, 0.9, 0.97});
  const auto z = [&](const Vector& y) { return core::spiegelhalter_z(q, y); };
  CHECK(expectation(q, z) == Approx(0).margin(1e-14));
  CHECK(expectation(q, [&](const Vector& y) { return z(y) * z(y); }) == Approx(1));
  CHECK(std::isnan(core::spiegelhalter_z(numbers({0, 0.5, 1}), numbers({1, 1, -1}))));
  CHECK(std::isnan(core::spiegelhalter_p(numbers({0.5, 0.5}), numbers({1, -1}))));
}

TEST_CASE("log-odds that are stretched and shifted have that slope and that intercept undone",
          "[metric][recalibration][manufactured]") {
  const Stated data = stated("y");
  const core::LogisticRecalibration own = core::logistic_recalibration(data.z, data.y);
  const Vector moved = (3 * data.z.array() - 0.7);
  const core::LogisticRecalibration fit = core::logistic_recalibration(moved, data.y);
  CHECK(fit.slope == Approx(own.slope / 3).epsilon(1e-8));
  CHECK(fit.intercept == Approx(own.intercept + 0.7 * own.slope / 3).epsilon(1e-8));
  const Vector right = (own.slope * data.z.array() + own.intercept);
  CHECK(core::logistic_recalibration(right, data.y).slope == Approx(1).epsilon(1e-8));
  CHECK(core::calibration_in_the_large(right, data.y) == Approx(0).margin(1e-8));
}

TEST_CASE("the shift in the large makes the mean probability the share of positives",
          "[metric][recalibration][manufactured]") {
  for (const double far : {0.0, 30.0, 700.0}) {
    const Vector z = numbers({-far - 2, -1, 0.5, far + 1});
    const Vector y = numbers({-1, 1, -1, -1});
    const double shift = core::calibration_in_the_large(z, y);
    double mean = 0;
    for (const double each : z) mean += 1 / (1 + std::exp(-each - shift)) / 4;
    CAPTURE(far);
    CHECK(mean == Approx(0.25).epsilon(1e-12));
  }
}

TEST_CASE("a slope is undefined for one class, for infinite log-odds and for classes that are parted",
          "[metric][recalibration][degenerate]") {
  const Vector z = numbers({-2, -1, 1, 2});
  CHECK_FALSE(is_undefined(z, numbers({-1, 1, -1, 1})));
  CHECK(is_undefined(z, numbers({1, 1, 1, 1})));
  CHECK(is_undefined(z, numbers({-1, -1, 1, 1})));
  CHECK(is_undefined(z, numbers({1, 1, -1, -1})));
  CHECK(is_undefined(numbers({-2, 0, 0, 2}), numbers({-1, -1, 1, 1}))); // they touch
  CHECK(is_undefined(numbers({1, 1, 1, 1}), numbers({-1, 1, -1, 1})));
  CHECK(is_undefined(numbers({-core::infinity, -1, 1, 2}), numbers({-1, 1, -1, 1})));
  CHECK(std::isnan(core::calibration_in_the_large(z, numbers({1, 1, 1, 1}))));
  CHECK(std::isnan(core::calibration_in_the_large(z, numbers({-1, -1, -1, -1}))));
  CHECK(std::isnan(core::calibration_in_the_large(numbers({0, core::infinity}), numbers({1, -1}))));
}

TEST_CASE("a probability that rounds to 1 has a slope by its log-odds", "[metric][recalibration]") {
  core::Estimate estimate;
  estimate.probability = core::Probabilities(numbers({1, 1, 0.5, 0.5}), numbers({50, 60, 0, 1}));
  core::Draw draw;
  draw.test.y = numbers({1, -1, -1, 1});
  CHECK(std::isfinite(core::metric("calibration_slope").value(estimate, draw)));
  estimate.probability = core::Probabilities(numbers({1, 1, 0.5, 0.5}));
  CHECK(std::isnan(core::metric("calibration_slope").value(estimate, draw)));
}

TEST_CASE("the tests of log-odds refuse three classes", "[metric][recalibration][degenerate]") {
  core::Draw draw;
  draw.test = {core::Matrix::Zero(1, 1), numbers({1}), {}, 3};
  core::Estimate estimate;
  estimate.probability = core::Probabilities::of_classes(core::Matrix::Constant(1, 3, 1.0 / 3));
  for (const core::MetricRow& row : core::recalibration_metrics())
    CHECK_THROWS_AS(row.value(estimate, draw), core::UserError);
}
