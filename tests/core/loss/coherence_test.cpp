#include "core/loss/coherence.hpp"

#include <cmath>

#include "core/loss/huberised_hinge.hpp"
#include "core/loss/logistic.hpp"
#include "tests/support/catch.hpp"

using namespace core;

namespace {

template <class Loss>
void check_derivatives(const Loss& loss, double z) {
  const double step = 1e-5;
  CHECK(loss.slope(z) == Approx((loss.value(z + step) - loss.value(z - step)) / (2 * step)).margin(1e-7));
  CHECK(loss.curvature(z) == Approx((loss.slope(z + step) - loss.slope(z - step)) / (2 * step)).margin(1e-5));
  CHECK(loss.curvature(z) <= loss.most_curvature() * (1 + 1e-12));
  // Fenchel: equality at the slope, and no value of another slope above.
  const double s = loss.slope(z);
  if (s < -1e-12) CHECK(loss.conjugate(s) == Approx(s * z - loss.value(z)).margin(1e-9));
  for (double other = -3; other <= 3; other += 0.37)
    CHECK(loss.conjugate(s) >= s * other - loss.value(other) - 1e-9);
}

/// Eq. 9 of a probability.
double decision(const Coherence& loss, double p) {
  return coherent_decision(loss, std::log(p / (1 - p)));
}

} // namespace

TEST_CASE("coherence: V at rho = 1 and u = 0 is the logit loss", "[loss][manufactured]") {
  for (double z = -40; z <= 40; z += 0.7) {
    CHECK(Coherence::logit().value(z) == Approx(Logistic::value(z)).epsilon(1e-14));
    CHECK(Coherence::logit().slope(z) == Approx(Logistic::slope(z)).epsilon(1e-14));
    CHECK(coherent_log_odds(Coherence::logit(), z) == Approx(z).margin(1e-13));
  }
}

TEST_CASE("coherence: slopes, curvatures and conjugates belong to the value", "[loss][manufactured]") {
  for (const double z : {-5.0, -0.9, 0.0, 0.31, 1.0, 1.4, 4.0}) {
    for (const double rho : {0.1, 1.0, 2.0}) {
      check_derivatives(Coherence::c(rho, 1), z);
      check_derivatives(Coherence::v(rho, 0), z);
    }
  }
  for (const double z : {-5.0, -0.9, 0.31, 1.4}) check_derivatives(HuberisedHinge{2}, z);
  CHECK(HuberisedHinge{2}.value(-3) == 3);
  CHECK(HuberisedHinge{2}.value(-1) == 1);
}

TEST_CASE("coherence: Proposition 4, the C-loss lies below its rivals on the left and above on the right",
          "[loss][manufactured]") {
  for (const double rho : {0.1, 1.0, 2.0, 10.0})
    for (double z = -5; z <= 5; z += 0.01) {
      const double c = Coherence::c(rho, 1).value(z),
                   logit = Coherence::v(rho, 0).value(z) / Coherence::v(rho, 0).value(0);
      const double hinge = std::max(0.0, 1 - z);
      if (z < 0)
        CHECK(c <= std::min({logit, hinge, hinge * hinge}) + 1e-12);
      else
        CHECK(c >= std::max({logit, hinge, hinge * hinge}) - 1e-12);
    }
}

TEST_CASE("coherence: as rho goes to 0 the losses go to the hinge", "[loss][manufactured]") {
  for (double z = -3; z <= 3; z += 0.1) {
    CHECK(Coherence::v(1e-4, 1).value(z) == Approx(std::max(0.0, 1 - z)).margin(1e-4));
    CHECK(Coherence::c(1e-4, 1).value(z) == Approx(std::max(0.0, 1 - z)).margin(3e-4));
  }
}

TEST_CASE("coherence: the probability (10) inverts the minimiser (9); Propositions 7 and 8",
          "[loss][manufactured]") {
  for (const double u : {0.0, 0.5, 1.0})
    for (const double rho : {0.05, 0.3, 1.0, 4.0}) {
      const Coherence loss = Coherence::v(rho, u);
      for (const double p : {1e-6, 0.01, 0.2, 0.4999, 0.5, 0.5001, 0.8, 0.99, 1 - 1e-6}) {
        CAPTURE(u, rho, p);
        const double f = decision(loss, p);
        CHECK(sigmoid(coherent_log_odds(loss, f)) == Approx(p).margin(1e-9));
        if (std::abs(p - 0.5) > 1e-3) CHECK((f > 0) == (p > 0.5));
        // Proposition 7 (iii): the slope is at least rho / (p (1 - p)).
        const double step = 1e-6 * p * (1 - p);
        const double slope = (decision(loss, p + step) - decision(loss, p - step)) / (2 * step);
        CHECK(slope >= rho / (p * (1 - p)) * (1 - 1e-4));
      }
    }
  const Coherence sharp = Coherence::v(1e-3, 1);
  CHECK(sigmoid(coherent_log_odds(sharp, 1)) == Approx(2.0 / 3).margin(1e-6));
  CHECK(sigmoid(coherent_log_odds(sharp, 0.5)) == Approx(0.5).margin(1e-6));
  CHECK(sigmoid(coherent_log_odds(sharp, -1)) == Approx(1.0 / 3).margin(1e-6));
  CHECK(sigmoid(coherent_log_odds(sharp, 1.1)) == Approx(1).margin(1e-6));
  CHECK(sigmoid(coherent_log_odds(Coherence::v(1e6, 1), 3)) == Approx(0.5).margin(1e-5));
}
