#include "core/probability/scaling/beta_calibration.hpp"

#include <cmath>

#include "core/probability/scaling/platt.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using core::BetaCalibrationFit;
using core::fit_beta_calibration;
using core::Status;
using core::Vector;

namespace {

/// Decision values and targets that the parameters a, b, c give to the letter, so that they are the minimum.
struct Manufactured {
  Vector f, targets;
};

Manufactured manufactured(int n, double a, double b, double c) {
  core::Stream stream("beta calibration");
  Manufactured out{Vector(n), Vector(n)};
  for (int i = 0; i < n; ++i) {
    out.f(i) = stream.normal();
    const double s = 1 / (1 + std::exp(-2 * out.f(i)));
    out.targets(i) = 1 / (1 + std::exp(-a * std::log(s) + b * std::log1p(-s) - c));
  }
  return out;
}

/// The mean cross entropy, from the definition.
double cross_entropy(const Vector& f, const Vector& targets, double a, double b, double c) {
  double sum = 0;
  for (Eigen::Index i = 0; i < f.size(); ++i) {
    const double s = 1 / (1 + std::exp(-2 * f(i)));
    const double p = 1 / (1 + std::exp(-a * std::log(s) + b * std::log1p(-s) - c));
    sum -= targets(i) * std::log(p) + (1 - targets(i)) * std::log1p(-p);
  }
  return sum / static_cast<double>(f.size());
}

/// No feasible neighbour has a smaller cross entropy.
void check_minimum(const Vector& f, const Vector& targets, const BetaCalibrationFit& fit) {
  const double least = cross_entropy(f, targets, fit.a, fit.b, fit.c);
  CHECK(fit.loss == Approx(least).epsilon(1e-12));
  for (const double da : {-1e-3, 0.0, 1e-3})
    for (const double db : {-1e-3, 0.0, 1e-3})
      for (const double dc : {-1e-3, 0.0, 1e-3})
        if (fit.a + da >= 0 && fit.b + db >= 0)
          CHECK(least <= cross_entropy(f, targets, fit.a + da, fit.b + db, fit.c + dc) + 1e-15);
}

} // namespace

TEST_CASE("beta calibration finds the parameters that made the targets", "[beta_calibration][manufactured]") {
  for (const double a : {0.2, 1.0, 2.5})
    for (const double b : {0.3, 1.0, 4.0})
      for (const double c : {-1.0, 0.0, 2.0}) {
        const Manufactured data = manufactured(60, a, b, c);
        const BetaCalibrationFit fit = fit_beta_calibration(data.f, data.targets);
        CAPTURE(a, b, c);
        CHECK(fit.status == Status::ok);
        CHECK(fit.gradient <= 1e-9);
        CHECK(fit.a == Approx(a).margin(1e-6));
        CHECK(fit.b == Approx(b).margin(1e-6));
        CHECK(fit.c == Approx(c).margin(1e-6));
      }
}

TEST_CASE("where the free minimum has a parameter below 0, the best feasible one is taken",
          "[beta_calibration][manufactured]") {
  for (const double a : {-2.0, -0.3, 0.5})
    for (const double b : {-1.0, -0.2, 1.5}) {
      const Manufactured data = manufactured(60, a, b, 0.4);
      const BetaCalibrationFit fit = fit_beta_calibration(data.f, data.targets);
      CAPTURE(a, b, fit.a, fit.b);
      CHECK(fit.status == Status::ok);
      CHECK((fit.a >= 0 && fit.b >= 0));
      CHECK((fit.a == 0 || fit.b == 0) == (a < 0 || b < 0));
      CHECK(fit.gradient <= 1e-9);
      check_minimum(data.f, data.targets, fit);
    }
}

TEST_CASE("scores of two values get equal parameters, scores of one value none",
          "[beta_calibration][degenerate]") {
  Vector f(4), targets(4);
  f << -1, -1, 0.5, 0.5;
  targets << 0.1, 0.3, 0.6, 0.9;
  const BetaCalibrationFit two = fit_beta_calibration(f, targets);
  CHECK(two.a == two.b);
  CHECK(core::PlattSigmoid{0, -two.log_odds(-1)}.probability(Vector::Zero(1))(0) == Approx(0.2));
  CHECK(core::PlattSigmoid{0, -two.log_odds(0.5)}.probability(Vector::Zero(1))(0) == Approx(0.75));
  const BetaCalibrationFit one = fit_beta_calibration(Vector::Constant(4, 3), targets);
  CHECK(one.status == Status::ok);
  CHECK((one.a == 0 && one.b == 0));
  CHECK(one.log_odds(3) == Approx(std::log(0.475 / 0.525)));
}

TEST_CASE("classes that a score parts have no largest likelihood, and smoothed targets have one",
          "[beta_calibration][degenerate]") {
  Vector f(6), y(6);
  f << -3, -2, -1, 1, 2, 3;
  y << -1, -1, -1, 1, 1, 1;
  core::BetaCalibration scaling;
  const auto smoothed = scaling.probability(f, f, y);
  CHECK(smoothed.summary.status == Status::ok);
  CHECK((smoothed.probability.positive().array() > 0 && smoothed.probability.positive().array() < 1).all());
  scaling.targets = core::BetaCalibration::Targets::labels;
  CHECK(scaling.probability(f, f, y).summary.status == Status::not_converged);
  f << -3, -2, 1, 1, 2, 3; // all but for a tie
  CHECK(scaling.probability(f, f, y).summary.status == Status::not_converged);
  f << -3, 2, -1, 1, -2, 3;
  CHECK(scaling.probability(f, f, y).summary.status == Status::ok);
}

TEST_CASE("one class gives the smoothed share everywhere, far decision values stay finite",
          "[beta_calibration][degenerate]") {
  Vector f(3), at(2);
  f << -1, 0, 2;
  at << -1e4, 1e4;
  const auto estimate = core::BetaCalibration().probability(at, f, Vector::Ones(3));
  CHECK(estimate.summary.status == Status::ok);
  CHECK(estimate.probability.positive()(0) == Approx(0.8));
  const Manufactured data = manufactured(40, 1, 2, 0);
  const BetaCalibrationFit fit = fit_beta_calibration(1e4 * data.f, data.targets);
  CHECK(fit.status == Status::ok);
  CHECK(std::isfinite(fit.log_odds(1e8)));
}
