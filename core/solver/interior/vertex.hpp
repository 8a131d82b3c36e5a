#pragma once
#include "core/solver/margin/weighted_dual.hpp"

namespace core {

/// An optimal point of a weighted margin problem in few columns, and what decides its solution set: w and b
/// say of each observation off its corner, y f(x) != 1, at which end of its box a is; those at the corner, of
/// which there can be thousands, need only have the sums that x'a = lambda w and sum a = 0 leave them. An
/// interior point spreads these sums over all of them. At a vertex of the set no more than r + 1 are strictly
/// inside their boxes, as where an active set method ends: there support vectors are counted.
struct AtCorner {
  const Matrix& x;             ///< [n x r]
  const WeightedDual& problem; ///< K = x x'
  const Vector& decision;      ///< f [n] at the observations
  double slack = 1e-6;         ///< |y f - 1| up to which an observation is surely at its corner
};

/// From optimal `a` [n] to a vertex: those strictly inside their boxes are taken one by one, in their order;
/// one whose column depends on those already kept inside is moved towards zero until it or one of them meets
/// a bound (the push of a crossover, Megiddo 1991). x'a and sum a change by rounding only. Cost r^2 for each,
/// and r^3 for each that is kept.
Vector at_vertex(const AtCorner& corner, Vector a);

/// Those with a != 0.
Eigen::Index support_vectors(const Vector& a);

} // namespace core
