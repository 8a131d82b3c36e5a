#include <cmath>

#include "core/loss/logistic.hpp"
#include "core/probability/scaling/coherence_scaling.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

double mean_cross_entropy(const Vector& f, const Labels& y, double u, double rho) {
  double sum = 0;
  for (Eigen::Index i = 0; i < f.size(); ++i)
    sum += Logistic::value(y(i) * coherent_log_odds(Coherence::v(rho, u), f(i)));
  return sum / static_cast<double>(f.size());
}

struct Decisions {
  Vector f;
  Labels y;
};

Decisions decisions(Eigen::Index n, std::uint64_t seed) {
  tests::Dice dice(seed);
  Decisions out{Vector(n), Labels(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    out.f(i) = 1.5 * dice.normal();
    out.y(i) = dice.uniform() < sigmoid(out.f(i)) ? 1 : -1;
  }
  return out;
}

} // namespace

TEST_CASE("coherence scaling: no rho has a smaller cross entropy on the training points",
          "[scaling][manufactured]") {
  for (const double u : {0.0, 1.0})
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Decisions at = decisions(60, seed);
      const CoherenceFit fit = fit_coherence(at.f, at.y, u);
      CAPTURE(u, seed, fit.rho);
      CHECK(fit.status == Status::ok);
      const double least = mean_cross_entropy(at.f, at.y, u, fit.rho);
      for (double t = -9; t <= 9; t += 0.01)
        CHECK(least <= mean_cross_entropy(at.f, at.y, u, std::exp(t)) + 1e-12);
    }
}

TEST_CASE("coherence scaling: with u = 0 it is the sigmoid through 0 that fits best",
          "[scaling][manufactured]") {
  const Decisions at = decisions(80, 4);
  const CoherenceFit fit = fit_coherence(at.f, at.y, 0);
  double gradient = 0;
  for (Eigen::Index i = 0; i < at.f.size(); ++i)
    gradient += at.y(i) * at.f(i) * sigmoid(-at.y(i) * at.f(i) / fit.rho);
  CHECK(std::abs(gradient) < 1e-6);
  CoherenceScaling scaling;
  scaling.u = 0;
  const Estimate estimate = scaling.probability(at.f, at.f, at.y);
  CHECK(estimate.facts.at("rho") == fit.rho);
  for (Eigen::Index i = 0; i < at.f.size(); ++i)
    CHECK(estimate.probability.positive()(i) == Approx(sigmoid(at.f(i) / fit.rho)).margin(1e-12));
}

TEST_CASE(
    "coherence scaling: separable, constant and one-class decisions end at a bound or a rho, never in a NaN",
    "[scaling][degenerate]") {
  const Vector f = Vector::LinSpaced(6, -2, 3);
  const Labels apart = (f.array() > 0).select(Labels::Ones(6), -Labels::Ones(6));
  CHECK(fit_coherence(f, apart, 0).rho < 0.1);
  for (const double u : {0.0, 1.0}) {
    CHECK(std::isfinite(fit_coherence(f, apart, u).rho));
    CHECK(std::isfinite(fit_coherence(f, Labels::Ones(6), u).rho));
    CHECK(fit_coherence(Vector::Zero(6), apart, u).rho == Approx(1e4));
  }
}

TEST_CASE("Sollich's scaling: its display by hand", "[scaling][manufactured]") {
  Vector f(5);
  f << -3, -1, 0, 0.5, 2;
  const Estimate estimate = SollichScaling{}.probability(f, {}, {});
  Vector expected(5);
  expected << 1 / (1 + std::exp(4.0)), 1 / (1 + std::exp(2.0)), 0.5, 1 / (1 + std::exp(-1.0)),
      1 / (1 + std::exp(-3.0));
  CHECK((estimate.probability.positive() - expected).cwiseAbs().maxCoeff() < 1e-15);
}
