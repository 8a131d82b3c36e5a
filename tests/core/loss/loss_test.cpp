#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <type_traits>

#include "core/loss/coherence.hpp"
#include "core/loss/functions.hpp"
#include "core/loss/hinge.hpp"
#include "core/loss/huberised_hinge.hpp"
#include "core/loss/logistic.hpp"
#include "core/loss/margin_losses.hpp"
#include "core/loss/psi.hpp"
#include "core/loss/truncated_logistic.hpp"
#include "core/random/stream.hpp"
#include "core/settings/parameter.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using core::Psi;
using Eigen::Index;

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

namespace {

std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

/// Margins near 0, at the corners of the huberised hinge, and far out.
Vector some_margins(Index n) {
  Stream stream("margin losses");
  Vector h(n);
  for (Index i = 0; i < n; ++i) {
    const double far[] = {1, 1 - 1e-9, -1, 0, -0.0, 40, -40, 800, -800, 1e300, -1e300};
    h(i) = i % 3 == 0 ? far[static_cast<std::size_t>(i / 3) % std::size(far)] : 3 * stream.normal();
  }
  return h;
}

template <class Loss>
void check(const Loss& loss, Index n, double shift) {
  const Vector h = some_margins(n);
  Labels y = Labels::Ones(n);
  for (Index i = 0; i < n; i += 2) y(i) = -1;
  Vector values;
  SlopesAt<Vector> slopes;
  loss_values(loss, {y, h, shift}, values);
  loss_slopes(loss, {y, h, shift}, slopes);
  REQUIRE(values.size() == n);
  REQUIRE(slopes.curvature.size() == n);
  for (Index i = 0; i < n; ++i) {
    const double z = y(i) * (h(i) + shift);
    CAPTURE(n, i, z);
    CHECK(bits(values(i)) == bits(loss.value(z)));
    CHECK(bits(slopes.slope(i)) == bits(loss.slopes(z).slope));
    CHECK(bits(slopes.curvature(i)) == bits(loss.slopes(z).curvature));
  }
  if constexpr (std::is_same_v<Loss, Coherence>) {
    Vector of_both;
    SlopesAt<Vector> both;
    loss_terms(loss, {y, h, shift}, of_both, both);
    for (Index i = 0; i < n; ++i) {
      CHECK(bits(of_both(i)) == bits(values(i)));
      CHECK(bits(both.slope(i)) == bits(slopes.slope(i)));
      CHECK(bits(both.curvature(i)) == bits(slopes.curvature(i)));
    }
  }
}

} // namespace

TEST_CASE("losses of many margins: each has the bits of that margin alone", "[loss][reproducibility]") {
  for (const Index n : {0, 1, 7, 8, 9, 33, 64}) {
    for (const double shift : {0.0, 0.3, -2.0}) {
      check(Coherence::logit(), n, shift);
      check(Coherence::c(1, 1), n, shift);
      check(Coherence::c(0.1, 1), n, shift);
      check(HuberisedHinge{2}, n, shift);
      check(HuberisedHinge{0.01}, n, shift);
    }
  }
}

TEST_CASE("the huberised hinge of no number is no number", "[loss][degenerate]") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(HuberisedHinge{2}.value(none)));
  CHECK(std::isnan(Coherence::logit().value(none)));
}

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

TEST_CASE("coherence: log-odds that are too small for a double keep the class of the decision value",
          "[loss][degenerate]") {
  for (const double rho : {1e-4, 1e-3, 0.1, 1.0})
    for (const double f : {1e-300, 1e-17, 0.1, 0.5, 0.9}) {
      CAPTURE(rho, f);
      CHECK(coherent_log_odds(Coherence::v(rho, 1), f) > 0);
      CHECK(coherent_log_odds(Coherence::v(rho, 1), -f) < 0);
    }
  CHECK(coherent_log_odds(Coherence::v(1e-4, 1), 0) == 0);
}

namespace {

/// A function at a margin, its parameters at their defaults but for those told.
double value_at(const std::string& id, double z, const std::map<std::string, Value>& told = {}) {
  Parameters parameters;
  for (const auto& [key, value] : told) parameters.set(key, value);
  const LossFunction& row = loss_function(id);
  return row.build(with_defaults(parameters, row.entry.parameters))(z);
}

} // namespace

TEST_CASE("every named loss has a formula, a source and one id", "[loss][conformance]") {
  std::set<std::string> ids;
  for (const LossFunction& row : loss_functions()) {
    CAPTURE(row.entry.id);
    CHECK(ids.insert(row.entry.id).second);
    CHECK_FALSE(row.entry.meaning.empty());
    CHECK_FALSE(row.entry.source.empty());
    const auto function = row.build(with_defaults({}, row.entry.parameters));
    for (double z = -3; z < 3; z += 0.25) {
      CHECK(function(z) >= 0);
      CHECK(function(z + 0.25) <= function(z)); // all of them fall
    }
  }
  CHECK_THROWS_AS(loss_function("hinges"), std::logic_error);
}

TEST_CASE("the named losses have the values that their formulas give by hand", "[loss][manufactured]") {
  const double log2 = std::log(2.0);
  CHECK(value_at("coherence", 1, {{"rho", 0.1}}) == Approx(0.1 * log2));
  CHECK(value_at("coherence", 0, {{"rho", 1.0}, {"u", 0.0}}) == Approx(log2));
  CHECK(value_at("coherence", -1, {{"rho", 0.01}}) == Approx(2));        // the hinge loss, but for exp(-200)
  CHECK(value_at("c_loss", 0, {{"rho", 7.0}, {"u", 3.0}}) == Approx(3)); // the cost of a misclassification
  CHECK(value_at("c_loss", 1) == Approx(log2 / std::log(1 + std::exp(1.0))));
  CHECK(value_at("l_loss", 0, {{"rho", 0.3}, {"u", 5.0}}) == Approx(1));
  CHECK(value_at("l_loss", -std::log(3.0), {{"u", 0.0}}) == Approx(2)); // log2(1 + 3)
  CHECK(value_at("l_loss", 0.7) == Approx(value_at("c_loss", 0.7)));    // u = 1
  CHECK(value_at("hinge", -0.5) == 1.5);
  CHECK(value_at("hinge", -1, {{"corner", -0.5}}) == 0.5);
  CHECK(value_at("hinge", -0.5, {{"corner", -0.5}}) == 0);
  CHECK(value_at("squared_hinge", -1) == 4);
  CHECK(value_at("squared_hinge", 2) == 0);
  CHECK(value_at("huberised_hinge", 0) == 0.25);
  CHECK(value_at("psi", -5) == 2);
  CHECK(value_at("logistic", 0) == Approx(log2));
  CHECK(value_at("exponential", -2, {{"rate", 0.5}}) == Approx(std::exp(1.0)));
}

TEST_CASE("a truncated loss is the loss up to s and from there on K / (K - 1) times its value at 0",
          "[loss][manufactured]") {
  CHECK(least_truncation(3).hinge == -0.5);
  CHECK(least_truncation(3).exponential == Approx(-0.4054651081081644));
  CHECK(least_truncation(3).logistic == Approx(-0.6034561026)); // -log(2^1.5 - 1)
  for (const std::int64_t classes : {2, 3, 5, 9}) {
    const LeastTruncation s = least_truncation(static_cast<int>(classes));
    const double share = static_cast<double>(classes) / static_cast<double>(classes - 1);
    for (const auto& [id, cut] : {std::pair("hinge", s.hinge), std::pair("exponential", s.exponential),
                                  std::pair("logistic", s.logistic)}) {
      CAPTURE(id, classes);
      const auto truncated = [&](double z) {
        return value_at(std::string("truncated_") + id, z, {{"classes", classes}});
      };
      CHECK(value_at(id, cut) == Approx(share * value_at(id, 0)));
      CHECK(truncated(cut - 3) == Approx(share * value_at(id, 0)));
      CHECK(truncated(cut + 0.1) == value_at(id, cut + 0.1));
    }
  }
}

TEST_CASE("H_Ts is H_1 less H_s", "[loss][manufactured]") {
  for (double u = -3; u <= 3; u += 0.125)
    CHECK(value_at("truncated_hinge", u) ==
          Approx(value_at("hinge", u) - value_at("hinge", u, {{"corner", -0.5}})).margin(1e-15));
}

TEST_CASE("the C-loss lies between the losses it bridges, as Proposition 4 says of the figure",
          "[loss][manufactured]") {
  for (const double rho : {0.1, 1.0, 10.0, 100.0})
    for (double z = -5; z <= 5; z += 0.1) {
      const double c = value_at("c_loss", z, {{"rho", rho}});
      const auto [least, most] = std::minmax({value_at("l_loss", z, {{"rho", rho}, {"u", 0.0}}),
                                              value_at("hinge", z), value_at("squared_hinge", z)});
      CAPTURE(rho, z);
      CHECK((z < 0 ? c <= least + 1e-12 : c >= most - 1e-12));
    }
}

namespace {

/// Wang, Shen & Liu (2008), section 2.1, to the letter; sign(0) does not arise.
double printed(double z) {
  if (z < 0) return 1 + 1;
  if (z >= 1) return 1 - 1;
  return 2 * (1 - z);
}

double majorant(double z, Psi::Majorant which) {
  if (which == Psi::Majorant::falling) return 2 * std::max(0.0, 1 - z);
  return 2 + 2 * std::max(0.0, z - 1);
}

constexpr double piece_step = 1.0 / 64; // exact in binary, so that 0 and 1 are on the grid

} // namespace

TEST_CASE("psi: is the printed loss on both sides of its corners and on them", "[loss]") {
  for (int k = -192; k <= 192; ++k) CHECK(Psi::value(k * piece_step) == printed(k * piece_step));
  const Eigen::ArrayXd z = Eigen::ArrayXd::LinSpaced(385, -192, 192) * piece_step;
  const Eigen::ArrayXd together = Psi::values(z), apart = z.unaryExpr(&Psi::value);
  CHECK((together == apart).all());
  CHECK(Psi::value(-1e-300) == 2);
  CHECK(Psi::value(0) == 2);
  CHECK(Psi::value(1) == 0);
  CHECK(Psi::value(-1e300) == 2);
  CHECK(Psi::value(1e300) == 0);
}

TEST_CASE("psi: is twice the hinge less twice the negative part, a difference of convex functions",
          "[loss]") {
  for (int k = -192; k <= 192; ++k) {
    const double z = k * piece_step;
    CHECK(Psi::value(z) == 2 * core::Hinge::value(z) - 2 * std::max(0.0, -z));
  }
}

TEST_CASE("psi: is the smaller of its two majorants, falling from 0 on and flat up to 1", "[loss]") {
  for (int k = -192; k <= 192; ++k) {
    const double z = k * piece_step;
    const double falling = majorant(z, Psi::Majorant::falling), flat = majorant(z, Psi::Majorant::flat);
    CHECK(Psi::value(z) == std::min(falling, flat));
    CHECK((Psi::value(z) == falling) == (z >= 0));
    CHECK((Psi::value(z) == flat) == (z <= 0 || z == 0));
  }
}

TEST_CASE("psi: the support of each box and its constant is the weighted majorant, for both labels",
          "[loss]") {
  for (const double y : {-1.0, 1.0}) {
    for (const Psi::Majorant which : {Psi::Majorant::falling, Psi::Majorant::flat}) {
      for (const double weight : {0.0, 0.25, 1.5}) {
        const core::Box box = Psi::box(y, weight, which);
        CHECK(box.lower <= 0);
        CHECK(box.upper >= 0);
        CHECK(box.upper - box.lower == 2 * weight);
        for (int k = -192; k <= 192; ++k) {
          const double f = k * piece_step;
          CHECK(core::support(box, y - f) + Psi::constant(weight, which) == weight * majorant(y * f, which));
        }
      }
    }
  }
}

TEST_CASE("hinge: the support of its box at the residual is the weighted hinge of the margin", "[loss]") {
  for (const double y : {-1.0, 1.0})
    for (const double f : {-2.5, -1.0, 0.0, 0.3, 1.0, 7.0})
      CHECK(core::support(core::Hinge::box(y, 0.7), y - f) == Approx(0.7 * core::Hinge::value(y * f)));
}
