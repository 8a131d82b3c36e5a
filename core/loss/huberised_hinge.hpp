#pragma once

#include "core/loss/slopes.hpp"
#include "core/types.hpp"

namespace core {

/// The huberised hinge (Wang, Zhu & Zou 2008), the hinge with its corner rounded over a width delta > 0:
///
///   L(z) = 0  for z > 1,   (1 - z)^2 / (2 delta)  for 1 - delta < z <= 1,   1 - z - delta / 2  below.
///
/// A value of this type is one such loss. Its second derivative jumps: it is what Newton's method for
/// piecewise quadratic functions asks for.
struct HuberisedHinge {
  double delta = 2;

  double value(double z) const {
    const double miss = 1 - z;
    if (miss <= 0) return 0;
    return miss < delta ? miss * miss / (2 * delta) : miss - delta / 2;
  }
  double slope(double z) const {
    const double miss = 1 - z;
    if (miss <= 0) return 0;
    return miss < delta ? -miss / delta : -1;
  }
  double curvature(double z) const { return 1 - delta < z && z < 1 ? 1 / delta : 0; }
  double most_curvature() const { return 1 / delta; }
  Slopes slopes(double z) const { return {slope(z), curvature(z)}; }

  double conjugate(double s) const { return -1 <= s && s <= 0 ? s + delta * s * s / 2 : infinity; }
};

} // namespace core
