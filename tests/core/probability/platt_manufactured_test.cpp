#include <cmath>

#include "core/probability/scaling/platt.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using core::Vector;

namespace {

/// Mean cross entropy of the smoothed targets, written from the definition.
double loss(const Vector& f, const Vector& y, double a, double b) {
  const double positive = (y.array() > 0).count(), negative = static_cast<double>(y.size()) - positive;
  double sum = 0;
  for (Eigen::Index i = 0; i < f.size(); ++i) {
    const double t = y(i) > 0 ? (positive + 1) / (positive + 2) : 1 / (negative + 2);
    const double p = 1 / (1 + std::exp(a * f(i) + b));
    sum -= t * std::log(p) + (1 - t) * std::log(1 - p);
  }
  return sum / static_cast<double>(f.size());
}

struct Noisy {
  Vector f, y;
};

Noisy noisy(int n, double scale, double shift) {
  core::Stream stream("platt");
  Noisy out{Vector(n), Vector(n)};
  for (int i = 0; i < n; ++i) {
    const double z = stream.normal();
    out.y(i) = stream.uniform() < 1 / (1 + std::exp(-2 * z)) ? 1 : -1;
    out.f(i) = scale * z + shift;
  }
  return out;
}

} // namespace

TEST_CASE("no neighbouring sigmoid has a smaller loss", "[platt][manufactured]") {
  const auto data = noisy(200, 1, 0.3);
  const auto fit = core::fit_platt(data.f, data.y);
  REQUIRE(fit.status == core::Status::ok);
  CHECK(fit.gradient <= 1e-10);
  const double best = loss(data.f, data.y, fit.slope, fit.offset);
  for (const double da : {-1e-3, 0.0, 1e-3}) {
    for (const double db : {-1e-3, 0.0, 1e-3}) {
      CHECK(best <= loss(data.f, data.y, fit.slope + da, fit.offset + db) + 1e-15);
    }
  }
}

TEST_CASE("the gradient falls below its bound though the value is rounded by more than it falls",
          "[platt][manufactured]") {
  for (int n = 20; n <= 400; ++n) {
    const auto data = noisy(n, 1, 0.01 * n);
    const auto fit = core::fit_platt(data.f, data.y);
    CAPTURE(n, fit.gradient, fit.iterations);
    CHECK(fit.status == core::Status::ok);
    CHECK(fit.gradient <= 1e-10);
    CHECK(fit.iterations <= 10);
  }
}

TEST_CASE("the probabilities do not depend on the scale or origin of the decision values", "[platt]") {
  const auto base = noisy(150, 1, 0);
  const auto reference = core::fit_platt(base.f, base.y).probability(base.f);
  const double scale = GENERATE(1e-6, 1.0, 1e6);
  const Vector moved = scale * (base.f.array() + 4);
  const auto fit = core::fit_platt(moved, base.y);
  CHECK(fit.status == core::Status::ok);
  CHECK((fit.probability(moved) - reference).cwiseAbs().maxCoeff() < 1e-6);
}

TEST_CASE("swapping the labels swaps the probabilities", "[platt]") {
  const auto data = noisy(80, 1, -0.2);
  const auto p = core::fit_platt(data.f, data.y).probability(data.f);
  const auto q = core::fit_platt(data.f, -data.y).probability(data.f);
  CHECK((p + q - Vector::Ones(p.size())).cwiseAbs().maxCoeff() < 1e-7);
}

TEST_CASE("separated decision values stay finite because the targets are smoothed", "[platt][degenerate]") {
  Vector f(6), y(6);
  f << -3, -2, -1, 1, 2, 3;
  y << -1, -1, -1, 1, 1, 1;
  const auto p = core::fit_platt(f, y).probability(f);
  CHECK((p.minCoeff() > 0 && p.maxCoeff() < 1));
  CHECK(p(5) > 0.7);
}

TEST_CASE("equal decision values give the smoothed share of positives", "[platt][degenerate]") {
  Vector y(4);
  y << 1, 1, 1, -1;
  const double share = (3 * (4.0 / 5) + 1.0 / 3) / 4;
  for (const double noise : {0.0, 1e-15}) {
    Vector f = Vector::Constant(4, 1);
    f(0) += noise;
    const auto fit = core::fit_platt(f, y);
    CHECK(fit.slope == 0);
    CHECK(fit.probability(f)(0) == Approx(share));
  }
}

TEST_CASE("one class gives probabilities on its side of one half", "[platt][degenerate]") {
  const auto data = noisy(20, 1, 0);
  CHECK(core::fit_platt(data.f, Vector::Ones(20)).probability(data.f).minCoeff() > 0.5);
}
