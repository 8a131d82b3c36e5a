#pragma once
#include "core/elementary/pack.hpp"
#include "core/loss/slopes.hpp"
#include "core/sample/types.hpp"

namespace core {

/// The huberised hinge (Wang, Zhu & Zou 2008), the hinge with its corner rounded over a width delta > 0:
///
///   L(z) = 0  for z > 1,   (1 - z)^2 / (2 delta)  for 1 - delta < z <= 1,   1 - z - delta / 2  below.
///
/// A value of this type is one such loss. Its second derivative jumps: it is what Newton's method for
/// piecewise quadratic functions asks for.
struct HuberisedHinge {
  double delta = 2;

  double value(double z) const { return value_at(z); }
  double slope(double z) const { return slopes(z).slope; }
  double curvature(double z) const { return slopes(z).curvature; }
  double most_curvature() const { return 1 / delta; }
  Slopes slopes(double z) const { return slopes_at(z); }

  /// Both of a double, or of a pack of doubles: each lane has the bits of the double alone.
  template <class Real>
  [[gnu::always_inline]] Real value_at(const Real& z) const {
    const Real zero{}, miss = 1.0 - z;
    const Real near = miss * miss / (2 * delta), far = miss - delta / 2;
    return miss <= zero ? zero : (miss < zero + delta ? near : far);
  }
  template <class Real>
  [[gnu::always_inline]] SlopesAt<Real> slopes_at(const Real& z) const {
    const Real zero{}, miss = 1.0 - z, near = -miss / delta;
    const Real bend = z < zero + 1.0 ? zero + 1 / delta : zero;
    return {miss <= zero ? zero : (miss < zero + delta ? near : zero - 1.0),
            z > zero + (1 - delta) ? bend : zero};
  }

  double conjugate(double s) const { return -1 <= s && s <= 0 ? s + delta * s * s / 2 : infinity; }
};

} // namespace core
