#include "core/probability/scaling/beta_law.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/elementary/functions.hpp"
#include "core/sample/types.hpp"

namespace core {
namespace {

constexpr double tiny = 1e-300;
constexpr double enough = 1e-15;
constexpr double log_half = -elementary::ln2_high;
constexpr int most_terms = 100'000, most_steps = 200;

/// alpha, beta and log B(alpha, beta).
struct BetaParameters {
  double a, b, log_beta;

  BetaParameters(double alpha, double beta)
      : a(alpha), b(beta), log_beta(log_gamma(alpha) + log_gamma(beta) - log_gamma(alpha + beta)) {}
  BetaParameters mirrored() const {
    BetaParameters out = *this;
    std::swap(out.a, out.b);
    return out;
  }
};

BetaParameters parameters_of(const BetaLaw& law) {
  return {law.mean * law.total, (1 - law.mean) * law.total};
}

double away_from_zero(double x) {
  return std::abs(x) < tiny ? tiny : x;
}

/// What x^a (1 - x)^b / (a B(a, b)) is to be multiplied by to give P(X <= x), for x below (a+1) / (a+b+2).
double continued_fraction(const BetaParameters& p, double x) {
  double c = 1, d = 1 / away_from_zero(1 - (p.a + p.b) * x / (p.a + 1)), value = d;
  for (int m = 1; m < most_terms; ++m) {
    const double even = m * (p.b - m) * x / ((p.a + 2 * m - 1) * (p.a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    value *= c * d;
    const double odd = -(p.a + m) * (p.a + p.b + m) * x / ((p.a + 2 * m) * (p.a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    value *= c * d;
    if (std::abs(c * d - 1) <= enough) break;
  }
  return value;
}

/// x^a (1 - x)^b / B(a, b), where x = exp(log_x).
double front(const BetaParameters& p, double log_x, double x) {
  return exp(p.a * log_x + p.b * log1p(-x) - p.log_beta);
}

/// P(X <= x) and what remains, where x = exp(log_x); each with its own digits where it is the smaller.
struct Masses {
  double lower, upper;
};
Masses masses(const BetaParameters& p, double log_x, double x) {
  if (x >= 1) return {1, 0};
  if (x < (p.a + 1) / (p.a + p.b + 2)) {
    const double lower = front(p, log_x, x) * continued_fraction(p, x) / p.a;
    return {lower, 1 - lower};
  }
  const double upper = front(p, log_x, x) * continued_fraction(p.mirrored(), 1 - x) / p.b;
  return {1 - upper, upper};
}

/// The point x <= 1/2 with this tail.
double point_below_half(const BetaParameters& p, const Tail& tail) {
  if (tail.mass <= 0) return 0;
  const bool lower = tail.side == Tail::Side::lower;
  const double wanted = log(tail.mass);
  double low = -infinity, high = log_half, u = high;
  // Near 0 the mass is x^a / (a B): where that is most of it the answer is near.
  if (lower) u = std::min((wanted + log(p.a) + p.log_beta) / p.a, u);
  for (int step = 0; step < most_steps; ++step) {
    const double x = exp(u);
    const Masses at = masses(p, u, x);
    const double mass = lower ? at.lower : at.upper;
    ((mass < tail.mass) == lower ? low : high) = u;
    const double rate = front(p, u, x) / ((1 - x) * (lower ? mass : -mass));
    double next = u - (log(mass) - wanted) / rate;
    if (!(next > low && next < high)) next = low > -infinity ? (low + high) / 2 : 2 * u;
    if (std::abs(next - u) <= enough * (1 + std::abs(u))) return exp(next);
    u = next;
  }
  return exp(u);
}

} // namespace

Tail BetaLaw::tail(double z) const {
  const Masses at = masses(parameters_of(*this), log(z), z);
  if (at.lower <= 0.5) return {at.lower, Tail::Side::lower};
  return {at.upper, Tail::Side::upper};
}

double BetaLaw::quantile(const Tail& tail) const {
  const BetaParameters p = parameters_of(*this);
  const Masses middle = masses(p, log_half, 0.5);
  const bool lower = tail.side == Tail::Side::lower;
  if (lower ? tail.mass <= middle.lower : tail.mass >= middle.upper) return point_below_half(p, tail);
  return 1 - point_below_half(p.mirrored(), {tail.mass, lower ? Tail::Side::upper : Tail::Side::lower});
}

} // namespace core
