#include "core/probability/scaling/prior_shift.hpp"

#include <cmath>

#include "core/sample/types.hpp"
#include "tests/support/catch.hpp"

using core::Probabilities;
using core::Vector;
using core::with_prior;

namespace {

const Vector points = Vector::LinSpaced(41, -4, 4);

/// P(Y = +1 | x) where x is N(1, 1) of positives, N(-1, 1) of negatives, and a share of the rows is positive.
Vector truth(double share) {
  return points.unaryExpr([&](double x) { return 1 / (1 + std::exp(-2 * x) * (1 - share) / share); });
}

} // namespace

TEST_CASE("prior shift: the truth at one share of positives becomes the truth at another",
          "[prior_shift][manufactured]") {
  for (const double to : {0.01, 0.3, 0.9}) {
    CAPTURE(to);
    const Probabilities moved = with_prior(truth(0.4), 0.4, to);
    CHECK((moved.positive() - truth(to)).cwiseAbs().maxCoeff() < 1e-14);
    CHECK(moved.log_odds().size() == 0);
  }
}

TEST_CASE("prior shift: log-odds move by one constant and still say what the probabilities say",
          "[prior_shift][manufactured]") {
  const Vector odds = 2 * points.array() + std::log(0.4 / 0.6);
  const Probabilities moved = with_prior({truth(0.4), odds}, 0.4, 0.01);
  const Vector expected = 2 * points.array() + std::log(0.01 / 0.99);
  CHECK((moved.log_odds() - expected).cwiseAbs().maxCoeff() < 1e-12);
  CHECK((moved.positive() - truth(0.01)).cwiseAbs().maxCoeff() < 1e-14);
}

TEST_CASE("prior shift: there and back is the same, and to the same share it changes no bit",
          "[prior_shift]") {
  const Vector p = truth(0.4);
  CHECK(with_prior(p, 0.4, 0.4).positive() == p);
  const Probabilities back = with_prior(with_prior(p, 0.4, 0.02), 0.02, 0.4);
  CHECK((back.positive() - p).cwiseAbs().maxCoeff() < 1e-14);
}

TEST_CASE("prior shift: 0 and 1 stay, and shares at the ends are no shares", "[prior_shift][degenerate]") {
  const Vector ends = (Vector(2) << 0, 1).finished();
  CHECK(with_prior(ends, 0.5, 1e-300).positive() == ends);
  CHECK_THROWS_AS(with_prior(ends, 0.5, 1), std::logic_error);
  CHECK_THROWS_AS(with_prior(ends, 0, 0.5), std::logic_error);
}
