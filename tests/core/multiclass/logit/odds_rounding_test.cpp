#include <cmath>

#include "core/multiclass/logit/certify_odds.hpp"
#include "core/multiclass/logit/decrement_bound.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/many_digits.hpp"

using core::Certificate;
using core::ClassNumbers;
using core::Curvature;
using core::Matrix;
using core::Vector;
using Eigen::Index;
using tests::ManyDigits;

// The certificate of the cumulative logit model: of each of its terms a problem, made by hand, in which it decides.
namespace {

/// F of the model in a hundred digits.
ManyDigits odds_objective(const Matrix& x, const ClassNumbers& y, double lambda, const core::OddsAnswer& at) {
  const tests::Digits beta = tests::digits_of(at.beta), shift = tests::times(x, beta);
  ManyDigits sum = ManyDigits(lambda) * tests::dot(beta, beta);
  for (std::size_t i = 0; i < shift.size(); ++i) {
    const int k = y.of[i];
    const ManyDigits s = shift[i];
    if (k + 1 < y.classes) sum += tests::logistic_loss(at.thresholds(k) + s);
    if (k > 0) sum += tests::logistic_loss(-(at.thresholds(k - 1) + s));
    if (k > 0 && k + 1 < y.classes)
      sum -= log(1 - exp(-(ManyDigits(at.thresholds(k)) - ManyDigits(at.thresholds(k - 1)))));
  }
  return sum;
}

void check_objective_told(const Matrix& x, const ClassNumbers& y, double lambda, const core::OddsAnswer& at) {
  const Certificate said = core::certify_odds(x, y, lambda, at);
  const ManyDigits off = abs(odds_objective(x, y, lambda, at) - ManyDigits(said.primal));
  CAPTURE(said.primal, said.rounding, static_cast<double>(off));
  CHECK(off > 0);
  CHECK(off <= ManyDigits(said.rounding));
}

} // namespace

TEST_CASE("odds certificate: decision values whose parts cancel", "[multinomial][certificate][rounding]") {
  // theta + x'beta is 1 at both, as computed 0.
  const Matrix x = (Matrix(2, 2) << 0x1p53, 1, 0x1p53, 1).finished();
  const Vector theta = Vector::Constant(1, -0x1p53), beta = Vector::Ones(2);
  check_objective_told(x, {{0, 1}, 2}, 0x1p-10, {theta, beta});
}

TEST_CASE("odds certificate: the sum of many losses that lose a little each",
          "[multinomial][certificate][rounding]") {
  constexpr Index n = 600;
  const Matrix x = Matrix::Zero(n, 1);
  ClassNumbers y{std::vector<int>(n, 0), 2};
  for (std::size_t i = n / 2; i < n; ++i) y.of[i] = 1;
  const Vector theta = Vector::Constant(1, 30), beta = Vector::Zero(1);
  check_objective_told(x, y, 1, {theta, beta});
}

TEST_CASE("odds certificate: separable classes without a penalty have no minimum, and no bound above 0",
          "[multinomial][certificate][degenerate]") {
  const Matrix x = (Matrix(4, 1) << -2, -1, 1, 2).finished();
  const ClassNumbers y{{1, 1, 0, 0}, 2};
  for (const double steep : {1.0, 5.0, 20.0, 100.0}) {
    CAPTURE(steep);
    const Vector theta = Vector::Zero(1), beta = Vector::Constant(1, steep);
    const Certificate said = core::certify_odds(x, y, 0, {theta, beta});
    CHECK(said.primal > 0);
    CHECK(said.dual == 0);
  }
}

TEST_CASE("odds certificate: at a point that is not the minimum the bound is below the minimum",
          "[multinomial][certificate][oracle]") {
  const Matrix x = (Matrix(6, 1) << -2, -1, 0.5, 1, 2, 3).finished();
  const ClassNumbers y{{0, 1, 2, 0, 1, 2}, 3};
  constexpr double lambda = 0.3;
  const auto value = [&](double low, double high, double slope) {
    const Vector theta = (Vector(2) << low, high).finished(), beta = Vector::Constant(1, slope);
    return core::certify_odds(x, y, lambda, {theta, beta});
  };
  // Downhill in small steps of each coordinate.
  Vector at = (Vector(3) << -1, 1, 0).finished();
  double least = value(at(0), at(1), at(2)).primal;
  for (double step = 0.5; step > 1e-9; step /= 2)
    for (bool moved = true; moved;) {
      moved = false;
      for (Index j = 0; j < 3; ++j)
        for (const double by : {-step, step}) {
          Vector next = at;
          next(j) += by;
          if (!(next(0) < next(1))) continue;
          const double there = value(next(0), next(1), next(2)).primal;
          if (there < least) least = there, at = next, moved = true;
        }
    }
  CHECK(value(at(0), at(1), at(2)).relative_gap() < 1e-9);
  for (const double off : {1e-3, 1e-2, 0.05})
    for (Index j = 0; j < 3; ++j)
      for (const double by : {-off, off}) {
        Vector other = at;
        other(j) += by;
        const Certificate said = value(other(0), other(1), other(2));
        CAPTURE(off, j, by);
        CHECK(said.dual <= least + 1e-12);
        CHECK(said.dual > least - 0.1); // it proves something
      }
}

namespace {

/// One coordinate with curvature 1, which falls as exp(-R t).
Curvature one_coordinate(double slope, double reach) {
  Curvature out;
  out.hessian = Matrix::Ones(1, 1);
  out.gradient = Vector::Constant(1, slope);
  out.reach = reach;
  return out;
}

} // namespace

TEST_CASE("decrement: a curvature that falls as fast as it may has its infimum above the bound",
          "[multinomial][certificate][manufactured]") {
  // F(t) = -l t + (exp(-t) - 1 + t) is least at exp(-t) = 1 - l, l + (1 - l) log(1 - l) below F(0).
  for (const double l : {0.01, 0.1, 0.3, 0.49}) {
    CAPTURE(l);
    const double truth = l + (1 - l) * std::log1p(-l), said = core::above_infimum(one_coordinate(l, 1));
    CHECK(said >= truth);
    CHECK(said <= 1.3 * truth);
  }
}

TEST_CASE("decrement: far from the minimum, or where the curvature is not known, nothing is proved",
          "[multinomial][certificate][degenerate]") {
  CHECK(core::above_infimum(one_coordinate(0.51, 1)) == core::infinity);
  CHECK(core::above_infimum(one_coordinate(0.1, 6)) == core::infinity);
  Curvature unknown = one_coordinate(0.1, 1);
  unknown.hessian_error = 0.8;
  CHECK(core::above_infimum(unknown) == core::infinity);
  unknown.hessian_error = 0;
  unknown.decay = 2;
  CHECK(core::above_infimum(unknown) == core::infinity);
  Curvature flat = one_coordinate(0, 1);
  flat.hessian(0, 0) = 0;
  CHECK(core::above_infimum(flat) == core::infinity);
}

TEST_CASE("decrement: what the slope and the curvature may be off by counts as if they were",
          "[multinomial][certificate][manufactured]") {
  // Nearly a parabola: slope^2 / (2 curvature) below.
  Curvature at = one_coordinate(0, 1e-3);
  at.gradient_error = 0.1;
  CHECK(core::above_infimum(at) >= 0.1 * 0.1 / 2);
  at = one_coordinate(0.1, 1e-3);
  at.hessian_error = 0.5;
  CHECK(core::above_infimum(at) >= 0.1 * 0.1 / 2 / 0.5);
  at = one_coordinate(0.1, 1e-3);
  at.decay = 0.5;
  CHECK(core::above_infimum(at) >= 0.1 * 0.1 / 2 * std::exp(0.5));
}
