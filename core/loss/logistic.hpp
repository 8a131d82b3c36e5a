#pragma once
#include <algorithm>
#include <cmath>

#include "core/elementary/functions.hpp"
#include "core/elementary/sigmoid.hpp"
#include "core/loss/loss.hpp"

// The loss that the logistic function belongs to.
namespace core {

/// The loss of logistic regression, L(z) = log(1 + exp(-z)) = -log P(Y = y) for P(Y = +1) = sigmoid(f). All
/// of it is without overflow.
struct Logistic {
  static double value(double z) { return -log_sigmoid(z); }
  static double slope(double z) { return -sigmoid(-z); }

  /// sigmoid(z) sigmoid(-z), with all its digits however far out z is.
  static double curvature(double z) { return sigmoid(z) * sigmoid(-z); }

  /// The curvature where the slope is -share, or share - 1. One exponential less for a caller who has the
  /// slope; where share is near 1 it has only the digits of 1 - share, enough for a sum of curvatures and not
  /// for its root.
  static double curvature_of(double share) { return share * (1 - share); }

  /// t log t + (1 - t) log(1 - t) with t = -u in [0, 1]: minus the entropy of a label that is +1 with
  /// probability t.
  static double conjugate(double u) {
    const double t = -u;
    if (!(0 <= t && t <= 1)) return infinity;
    return (t > 0 ? t * log(t) : 0) + (t < 1 ? (1 - t) * log1p(-t) : 0);
  }

  /// The loss of f at a label that is +1 with probability t, t L(f) + (1 - t) L(-f), in the form that adds no
  /// two large numbers: the cross entropy of t against sigmoid(f). L is that of t = 1.
  static double cross_entropy(double t, double f) { return (f > 0 ? (1 - t) * f : -t * f) + rest(f); }

 private:
  /// What the loss has above the two lines it lies between, 0 and -z.
  static double rest(double z) { return elementary::log1p_of_share(exp(-std::abs(z))); }
};
static_assert(SmoothLoss<Logistic> && ConvexLoss<Logistic>);

} // namespace core
