#pragma once
#include "core/types.hpp"

namespace core {

/// The dual of a weighted margin problem whose linear term and boxes move linearly with one parameter T:
///
///   min over a [n] of   1/2 a'Ka - target(T)'a   subject to   sum_i a_i = 0,  lower(T) <= a <= upper(T)
///
/// target(T) = target + T target_rate, and so on. With the scaling of core/solver/weighted_dual.hpp the lambda-path
/// has T = lambda and target = lambda y; the pi-path (Wang, Shen & Liu 2008, section 4) has T = pi and moving boxes;
/// a step of psi-learning moves the boxes of the points with y f < 0.
struct MovingProblem {
  Vector target, target_rate;  ///< [n]
  Vector lower, lower_rate;    ///< [n]
  Vector upper, upper_rate;    ///< [n]

  Eigen::Index size() const { return target.size(); }
};

/// Where a point stands: at a bound of its box (lower: residual >= 0, upper: residual <= 0), on the elbow (residual 0,
/// anywhere in the box), or pinned in a box of width zero (any residual).
enum class Stand : signed char { upper = -1, pinned = 0, lower = 1, elbow = 2 };

}  // namespace core
