#include <cmath>

#include "core/loss/hinge.hpp"
#include "core/loss/logistic.hpp"
#include "core/loss/psi.hpp"
#include "core/loss/truncated_logistic.hpp"
#include "tests/support/catch.hpp"

using namespace core;

namespace {

constexpr double grid_step = 1.0 / 64; // exact in binary, so that the corners at 0 and 1 are on the grid
constexpr int reach = 40 * 64;         // of the grid, to either side

// What a checker found wrong, the first of it; empty where nothing is.
using Fault = std::string;

Fault at(const std::string& what, double z) {
  return what + " at " + std::to_string(z);
}

/// The difference of the values over every interval of the grid is the slope in its middle: on both sides of
/// a corner, which is on the grid. At every point of the grid the slope is that to its right.
template <MarginLoss Loss>
Fault wrong_slope() {
  for (int k = -reach; k < reach; ++k) {
    const double left = k * grid_step, right = left + grid_step, middle = left + grid_step / 2;
    const double difference = (Loss::value(right) - Loss::value(left)) / grid_step;
    if (std::abs(difference - Loss::slope(middle)) > 1e-5) return at("slope", middle);
    if (std::abs(Loss::slope(left) - Loss::slope(left + 1e-9)) > 1e-8)
      return at("slope from the right", left);
    if (Loss::value(left) < 0) return at("value below zero", left);
  }
  return {};
}

template <SmoothLoss Loss>
Fault wrong_curvature() {
  for (int k = -reach; k <= reach; ++k) {
    const double z = k * grid_step, h = grid_step / 2;
    const double difference = (Loss::slope(z + h) - Loss::slope(z - h)) / (2 * h);
    if (std::abs(difference - Loss::curvature(z)) > 1e-5) return at("curvature", z);
  }
  return {};
}

/// Fenchel and Young: L(z) + L*(u) >= u z, with equality at u = L'(z); and L*(u) is not too large, that is,
/// some z of the grid comes near to equality. Infinite where u z - L(z) grows without end.
template <ConvexLoss Loss>
Fault wrong_conjugate() {
  for (double u = -1.5; u <= 0.5; u += grid_step) {
    double most = -infinity;
    for (int k = -reach; k <= reach; ++k)
      most = std::max(most, u * k * grid_step - Loss::value(k * grid_step));
    const double end = std::max(u * reach - Loss::value(reach), -u * reach - Loss::value(-reach));
    const double conjugate = Loss::conjugate(u);
    if (std::isinf(conjugate) != (end > most + 1)) return at("domain of the conjugate", u);
    if (most > conjugate + 1e-12) return at("conjugate below u z - L(z)", u);
    if (std::isfinite(conjugate) && conjugate > most + 1e-4) return at("conjugate above its supremum", u);
  }
  for (int k = -reach; k <= reach; ++k) {
    const double z = k * grid_step, u = Loss::slope(z);
    if (std::abs(Loss::value(z) + Loss::conjugate(u) - u * z) > 1e-12 * (1 + std::abs(z)))
      return at("no equality of Fenchel and Young", z);
  }
  return {};
}

/// The truncated logistic loss at one corner, which is on the grid.
template <int numerator>
struct Truncated {
  static constexpr TruncatedLogistic loss{numerator / 4.0};
  static double value(double z) { return loss.value(z); }
  static double slope(double z) { return loss.slope(z); }
  static double conjugate(double u) { return loss.conjugate(u); }
};
using CornerBelow = Truncated<-9>;
using CornerAbove = Truncated<3>;

struct SlopeFromTheLeft : Hinge {
  static double slope(double z) { return z <= 1 ? -1 : 0; }
};
struct SlopeOfAnotherCorner : Psi {
  static double slope(double z) { return 0 <= z && z < 1 + grid_step ? -2 : 0; }
};
struct SlopeTwice : Logistic {
  static double slope(double z) { return 2 * Logistic::slope(z); }
};
struct CurvatureOfAnotherSign : Logistic {
  static double curvature(double z) { return -Logistic::curvature(z); }
};
struct ConjugateTooLarge : Hinge {
  static double conjugate(double u) { return Hinge::conjugate(u) + 0.01; }
};
struct ConjugateTooSmall : Logistic {
  static double conjugate(double u) { return Logistic::conjugate(u) - 0.01; }
};
struct ConjugateEverywhere : Hinge {
  static double conjugate(double u) { return u; }
};

} // namespace

TEST_CASE("the checkers of losses find what is wrong", "[loss][wrong answers]") {
  CHECK_THAT(wrong_slope<SlopeFromTheLeft>(), Catch::StartsWith("slope from the right at 1.0"));
  CHECK_THAT(wrong_slope<SlopeOfAnotherCorner>(), Catch::StartsWith("slope at 1.00"));
  CHECK_THAT(wrong_slope<SlopeTwice>(), Catch::StartsWith("slope at"));
  CHECK_THAT(wrong_curvature<CurvatureOfAnotherSign>(), Catch::StartsWith("curvature at"));
  CHECK_THAT(wrong_conjugate<ConjugateTooLarge>(), Catch::StartsWith("conjugate above"));
  CHECK_THAT(wrong_conjugate<ConjugateTooSmall>(), Catch::StartsWith("conjugate below"));
  CHECK_THAT(wrong_conjugate<ConjugateEverywhere>(), Catch::StartsWith("domain of the conjugate"));
}

TEMPLATE_TEST_CASE("every loss has the slope of its values, on both sides of its corners", "[loss][property]",
                   Hinge, Psi, Logistic, CornerBelow, CornerAbove) {
  CHECK(wrong_slope<TestType>().empty());
}

TEST_CASE("the logistic loss has the curvature of its slope", "[loss][property]") {
  CHECK(wrong_curvature<Logistic>().empty());
}

TEMPLATE_TEST_CASE("every convex loss has its own conjugate", "[loss][property]", Hinge, Logistic,
                   CornerBelow, CornerAbove) {
  CHECK(wrong_conjugate<TestType>().empty());
}

TEST_CASE("logistic: value, slope and curvature keep their digits however far out the margin is", "[loss]") {
  for (const double z : {0.0, 1e-300, 0.1, 3.0, 30.0, 700.0, 1e5}) {
    CAPTURE(z);
    CHECK(Logistic::value(-z) == Approx(z + std::log1p(std::exp(-z))).epsilon(1e-15));
    CHECK(Logistic::value(z) == Approx(std::log1p(std::exp(-z))).epsilon(1e-15).margin(1e-300));
    CHECK(sigmoid(z) + sigmoid(-z) == Approx(1).epsilon(1e-15));
    CHECK(Logistic::curvature(z) == Logistic::curvature(-z));
    CHECK(Logistic::curvature(z) == Approx(std::exp(-z) / std::pow(1 + std::exp(-z), 2)).epsilon(1e-14));
    if (std::abs(z) <= 3)
      CHECK(Logistic::curvature_of(sigmoid(z)) == Approx(Logistic::curvature(z)).epsilon(1e-13));
  }
  CHECK(Logistic::value(infinity) == 0);
  CHECK(Logistic::value(-infinity) == infinity);
}

TEST_CASE(
    "logistic: the cross entropy of a target mixes the losses of both labels, bit for bit at a sure one",
    "[loss]") {
  for (int k = -320; k <= 320; ++k) {
    const double f = k * grid_step;
    CHECK(Logistic::cross_entropy(1, f) == Logistic::value(f));
    CHECK(Logistic::cross_entropy(0, f) == Logistic::value(-f));
    for (const double t : {0.01, 0.3, 0.9})
      CHECK(Logistic::cross_entropy(t, f) ==
            Approx(t * Logistic::value(f) + (1 - t) * Logistic::value(-f)).epsilon(1e-14));
  }
}
