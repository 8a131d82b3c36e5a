#pragma once
#include "core/sample/types.hpp"

namespace core {

/// A weighted dual whose linear term and boxes move linearly with one parameter T:
///
///   min over a [n] of   1/2 a'Ka - target(T)'a   subject to   sum_i a_i = 0,  lower(T) <= a <= upper(T)
///
/// target(T) = target + T target_rate, and so on. In the scaling of core/solver/margin/weighted_dual.hpp the
/// lambda-path has T = lambda and target(T) = lambda y; the pi-path (Wang, Shen & Liu 2008, section 4) has T
/// = pi and moving boxes; a step of psi-learning moves the boxes of the points with y f < 0.
struct MovingProblem {
  Vector target, target_rate; ///< [n]
  Vector lower, lower_rate;   ///< [n]
  Vector upper, upper_rate;   ///< [n], lower(T) <= upper(T) wherever the path goes

  Eigen::Index size() const { return target.size(); }
  double lower_at(Eigen::Index i, double T) const { return lower[i] + T * lower_rate[i]; }
  double upper_at(Eigen::Index i, double T) const { return upper[i] + T * upper_rate[i]; }
};

/// Where a point stands: at a bound of its box (at the lower one its residual is >= 0, at the upper one <=
/// 0), on the elbow (residual 0, anywhere in the box), or pinned by a box of no width (any residual).
enum class Stand : signed char { upper = -1, pinned = 0, lower = 1, elbow = 2 };

} // namespace core
