#pragma once
#include "core/elementary/functions.hpp"
#include "core/loss/logistic.hpp"
#include "core/sample/observation_weights.hpp"
#include "core/solver/interior/design.hpp"

// Convex losses of n observations with one corner each, as functions of the residual t - f between a target
// t, where the corner is, and the decision value f. At the corner the slope jumps from lower_i to upper_i;
// right of it the slope may go on rising to upper_i(s), s the residual, left of it falling. The dual variable
// a_i is the slope: lower_i(t) <= a_i <= upper_i(s) where the residual is s - t, s, t >= 0, s t = 0. That is
// all the interior point method asks: core/solver/interior/interior_point.hpp.
namespace core {

/// Two lines: the support of the box [lower_i, upper_i], S_i (1 - y_i f)_+ for the boxes of the support
/// vector machine and targets y.
struct TwoLines {
  static constexpr bool bent = false;
  const Vector &lower, &upper; ///< [n], lower_i < upper_i, and sum lower < 0 < sum upper
};

/// The truncated logistic loss (core/loss/truncated_logistic.hpp): flat on one side of its corner,
/// logarithmic on the other. Targets -y_i F_i. Observation weights v_i multiply loss and slopes.
struct TruncatedLogarithms {
  static constexpr bool bent = true;
  const Labels& y;       ///< [n]
  const Vector& corners; ///< F [n], finite
  const Vector& weights; ///< v [n], or empty

  /// The slope on the logarithmic side at a distance from the corner, v sigmoid(F + distance).
  Design::Part slope(const Design::Part& distance, Eigen::Index i) const {
    Design::Part out = (corners.segment(i, distance.size()).array() + distance).unaryExpr([](double z) {
      return sigmoid(z);
    });
    if (weights.size() > 0) out *= weights.array().segment(i, out.size());
    return out;
  }

  /// How the slope rises there, by its value.
  Design::Part curvature(const Design::Part& slope, Eigen::Index i) const {
    if (weights.size() == 0) return slope * (1 - slope);
    return slope * (1 - slope / weights.array().segment(i, slope.size()));
  }

  /// The sum of the losses at these residuals.
  double loss(const Design::Part& residual, Eigen::Index i) const {
    double sum = 0;
    for (Eigen::Index j = 0; j < residual.size(); ++j)
      sum += weight_at(weights, i + j) *
             Logistic::value(-corners(i + j) - std::max(0.0, y(i + j) * residual(j)));
    return sum;
  }
};

} // namespace core
