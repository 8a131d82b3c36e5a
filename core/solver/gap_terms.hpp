#pragma once
#include "core/solver/dual_point.hpp"

namespace core {

/// The duality gap of a feasible point observation by observation (core/solver/certify.hpp), in the dual's
/// units:
///   term_i = max((upper_i - a_i)(nu - g_i), (a_i - lower_i)(g_i - nu)) >= 0,   g = Ka - lambda y,  nu =
///   -lambda beta_0,
/// so that sum term_i / lambda is the gap at the intercept -nu / lambda. A large term is an observation that
/// is worth moving; all terms zero is the optimum.
struct GapTerms {
  Vector terms;             ///< [n]
  Eigen::Index largest = 0; ///< where the largest term stands
  double gap = 0;           ///< sum term_i / lambda
  double primal = 0;        ///< dual value + gap

  bool within(double relative_gap) const { return gap <= relative_gap * std::max(1e-12, std::abs(primal)); }
};

/// Fills `terms` (its storage is reused). Cost n.
void measure_gap(const WeightedDual& problem, const DualPoint& point, double nu, GapTerms& terms);

/// The multiplier to measure at where no free variable names one: the middle of [max gradient of what can
/// fall, min gradient of what can rise], its finite end, or 0. `rise` and `fall` are those two observations,
/// -1 where none.
struct Extremes {
  Eigen::Index rise = -1; ///< smallest gradient among a_i < upper_i
  Eigen::Index fall = -1; ///< largest gradient among a_i > lower_i
  double nu = 0;
};

/// Cost n.
Extremes extremes(const WeightedDual& problem, const DualPoint& point);

} // namespace core
