#pragma once
#include "core/solver/margin/weighted_dual.hpp"

namespace core {

/// The duality gap of a feasible point observation by observation (core/solver/margin/certify.hpp), in the
/// dual's units:
///
///   term_i = max((upper_i - a_i)(nu - g_i), (a_i - lower_i)(g_i - nu)) >= 0
///
/// with g = Ka - lambda y and nu = -lambda beta_0, so that sum term_i / lambda is the gap at the intercept
/// beta_0. A large term is an observation that is worth moving; all terms zero is the optimum.
class GapTerms {
 public:
  explicit GapTerms(const WeightedDual& problem) : problem_(problem), terms_(problem.size()) {}

  /// Replaces what was measured before. Cost n.
  void measure(const DualPoint& point, double nu);

  Eigen::Index largest() const { return largest_; } ///< where the largest term stands
  double gap() const { return gap_; }               ///< sum term_i / lambda
  double primal() const { return primal_; }         ///< the dual value and the gap

  /// Whether the gap is at most this fraction of the primal value, as Certificate::relative_gap counts.
  bool within(double relative_gap) const { return gap_ <= relative_gap * std::max(1e-12, std::abs(primal_)); }

  /// That, or the rule's absolute gap.
  bool within(const StoppingRule& rule) const {
    return gap_ <= rule.absolute_gap || within(rule.relative_gap);
  }

 private:
  const WeightedDual& problem_;
  Vector terms_;
  Eigen::Index largest_ = 0;
  double gap_ = 0, primal_ = 0;
};

/// The two observations that say whether a point is optimal, and a multiplier where no free variable names
/// one.
struct Extremes {
  Eigen::Index rise = -1; ///< smallest gradient among a_i < upper_i; -1 where none
  Eigen::Index fall = -1; ///< largest gradient among a_i > lower_i; -1 where none
  double nu = 0;          ///< the middle of their gradients, the only one, or 0
};

/// Cost n.
Extremes extremes(const WeightedDual& problem, const DualPoint& point);

} // namespace core
