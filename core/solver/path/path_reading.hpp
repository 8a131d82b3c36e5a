#pragma once
#include "core/solver/path/path_state.hpp"

namespace core {

/// What the dual of a lambda-path (T = lambda, target = T y, boxes at rest) says of decision values.
struct PathReading {
  double dual = 0;          ///< y'a - a'Ka / (2 lambda)
  double gap = 0;           ///< upper bound of the duality gap at the multiplier b
  double sensitivity = 0;   ///< d gap per unit of error in every residual
  double infeasibility = 0; ///< largest excess over a box and |sum a|, relative to the widths of the boxes
};

/// Lambda where no set changes: r(lambda) = r + lambda slope, and a is that of the segment's begin. What the
/// readings there have in common.
struct PathAtRest {
  Vector r, slope;             ///< [n rounded up to eight], zero beyond n
  double a_r = 0, a_slope = 0; ///< a'r and a'slope over the bound points
  double y_a = 0, width = 0;   ///< y'a over all points, the sum of the boxes' widths
  double infeasibility = 0;    ///< as of every reading

  /// Cost n.
  static PathAtRest of(const PathState& state, Vector r, Vector slope);

  /// f [n] and what is said of them. Cost n.
  PathReading read(const PathState& state, double lambda, double* f) const;
};

/// f [n] at lambda inside the segment along which residuals change by these slopes [padded], and what is said
/// of them. Cost n.
PathReading read(const PathState& state, const Vector& r_slope, double lambda, double* f);

} // namespace core
