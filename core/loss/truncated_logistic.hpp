#pragma once
#include <algorithm>

#include "core/loss/logistic.hpp"

namespace core {

/// The loss of lazy maximum likelihood (Herault & Grandvalet 2007, eqs 3 and 8): that of logistic regression,
/// held constant where the probability of the label is above what one cares to know,
///
///   L(z) = log(1 + exp(max(-z, F))),   z = y f(x),
///
/// with F = -logit(p_max) for y = +1 and F = logit(p_min) for y = -1: at y f = -F the probability of the
/// label is p_max or 1 - p_min. Its slope jumps there from -sigmoid(F) to 0; sigmoid(F) is 1 - p_max or
/// p_min. F = -infinity is the logistic loss itself. Convex; what core/loss/loss.hpp asks of a loss, at each
/// corner.
struct TruncatedLogistic {
  double corner; ///< F, finite or -infinity

  double value(double z) const { return Logistic::value(std::min(z, -corner)); }
  double slope(double z) const { return z < -corner ? Logistic::slope(z) : 0; }

  /// The slope on the logarithmic side of the corner, without its sign: sigmoid(F).
  double jump() const { return sigmoid(corner); }

  /// sup of u z - L(z), infinite where -u is outside [0, 1]: the tangent from the corner up to its slope, the
  /// conjugate of the logistic loss beyond. -L*(-alpha) is what alpha, with the best beta, adds to the dual
  /// (eq. 11).
  double conjugate(double u) const {
    return 0 <= -u && -u < jump() ? -u * corner - Logistic::value(-corner) : Logistic::conjugate(u);
  }
};

/// The two corners of an interval of probabilities that are to be faithful.
struct FaithfulInterval {
  double p_min = 0, p_max = 1; ///< 0 <= p_min <= p_max <= 1

  /// The loss of an observation with label y.
  TruncatedLogistic loss(double y) const { return {y > 0 ? -logit(p_max) : logit(p_min)}; }

  bool holds(double p) const { return p_min <= p && p <= p_max; }

  static double logit(double p) { return log(p) - log1p(-p); }
};

} // namespace core
