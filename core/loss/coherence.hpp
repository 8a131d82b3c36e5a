#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/elementary/pack.hpp"
#include "core/loss/logistic.hpp"
#include "core/loss/slopes.hpp"
#include "core/sample/types.hpp"

namespace core {

/// The coherence function of Zhang, Dai & Jordan (2013, eq. 7) and the C-loss (eq. 8), smooth losses between
/// the hinge (rho to 0) and the logit loss (rho = 1, u = 0):
///
///   V(z) = rho log(1 + exp((u - z) / rho)),     C(z) = kappa V(z),  kappa = u / V(0), so that C(0) = u.
///
/// A value of this type is one such loss; it meets what the concepts of core/loss/loss.hpp ask, as a value.
struct Coherence {
  double rho = 1, u = 1;
  double kappa = 1; ///< what V is multiplied by

  static Coherence v(double rho, double u) { return {rho, u, 1}; }
  /// u > 0.
  static Coherence c(double rho, double u) { return {rho, u, u / v(rho, u).value(0)}; }
  static Coherence logit() { return v(1, 0); }

  double value(double z) const { return value_at(z); }
  double slope(double z) const { return -kappa * sigmoid((u - z) / rho); }
  double curvature(double z) const { return kappa / rho * Logistic::curvature((u - z) / rho); }
  double most_curvature() const { return kappa / (4 * rho); }

  /// Slope and curvature by one exponential; the curvature has the digits of 1 - q, enough for a sum of such.
  Slopes slopes(double z) const { return slopes_at(z); }

  /// Both of a double, or of a pack of doubles: each lane has the bits of the double alone.
  template <class Real>
  [[gnu::always_inline]] Real value_at(const Real& z) const {
    const Real t = (u - z) / rho, zero{};
    const Real e = elementary::exp(t < zero ? t : -t);
    return kappa * rho * ((t > zero ? t : zero) + elementary::log1p_of_share(e));
  }
  template <class Real>
  [[gnu::always_inline]] SlopesAt<Real> slopes_at(const Real& z) const {
    const Real t = (u - z) / rho, zero{};
    const Real e = elementary::exp(t < zero ? t : -t);
    const Real q = (t < zero ? e : zero + 1.0) / (1.0 + e); // sigmoid(t)
    return {-kappa * q, kappa / rho * (q * (1.0 - q))};
  }

  /// With q = -s / kappa in [0, 1]:  s u + kappa rho (q log q + (1 - q) log(1 - q)).
  double conjugate(double s) const { return s * u + kappa * rho * Logistic::conjugate(s / kappa); }
};

/// The minimiser over f of P V(f) + (1 - P) V(-f) (Theorem 6, eq. 9): the decision value that stands for the
/// probability P, given as log(P / (1 - P)). Odd in it.
inline double coherent_decision(const Coherence& loss, double log_odds) {
  const double a = std::abs(log_odds);
  // With the odds o: exp((f - u) / rho) = (o - 1) / 2 + sqrt((o - 1)^2 / 4 + o exp(-2 u / rho)).
  constexpr double far = 600;
  double f = loss.u + loss.rho * a;
  if (a < far) {
    const double odds = exp(a), half = (odds - 1) / 2;
    // Not below 0, where the logarithm would go as exp(-2 u / rho) underflows.
    f = std::max(0.0,
                 loss.u + loss.rho * log(half + std::sqrt(half * half + odds * exp(-2 * loss.u / loss.rho))));
  }
  return log_odds < 0 ? -f : f;
}

/// The logarithm of P / (1 - P) at a decision value f (eq. 10), the inverse of coherent_decision:
/// log((1 + exp((f - u) / rho)) / (1 + exp(-(f + u) / rho))), odd in f. Where that is too small for a double,
/// as it is between the margins when rho is small, the least one there is: the class is still that of f.
inline double coherent_log_odds(const Coherence& loss, double f) {
  if (f == 0) return 0;
  const double a = std::abs(f);
  const double rising = Coherence::v(loss.rho, 0).value(loss.u - a),
               falling = Coherence::v(loss.rho, 0).value(a + loss.u);
  const double odds = std::max((rising - falling) / loss.rho, std::numeric_limits<double>::denorm_min());
  return f < 0 ? -odds : odds;
}

} // namespace core
