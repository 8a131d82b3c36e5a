#pragma once
#include "core/solver/margin/weighted_dual.hpp"
#include "core/solver/path/active_set_path.hpp"

// What is known of a fit that is read off a path along lambda, without computing its decision values afresh.
namespace core {

/// A fit as it is read off a path.
struct PathNode {
  bool found = false; ///< false where the path has given up
  double lambda = 1;
  double b = 0; ///< the multiplier, lambda beta_0
  PathReading reading;
  double rounding = 0; ///< of the gap, where it depends on the point
};

/// How wrong a reading may be.
struct ReadingError {
  double drift = 0;    ///< of every residual, which the gap feels by the reading's sensitivity
  double rounding = 0; ///< of the gap, where it depends on the point of any point of the boxes
};

/// An upper bound of the gap over max(1e-12, |D + gap|).
double relative_gap_bound(const PathReading& reading, const ReadingError& error);

/// Whether a reading is an answer: its variables leave their boxes, and their sum zero, by rounding alone,
/// and the bound of its gap is at most a hundred times the rule's. A bound adds up the worst that rounding
/// can do to every residual, about a hundred times what it does. What is not a number is no answer.
bool is_answer(const PathReading& reading, double relative_gap, const StoppingRule& rule);

/// Moves b, and the decision values [n] with it, to the middle of the interval that the residuals allow,
/// where no variable of a [n] is strictly inside its box; where the interval has no two ends, b stays. Cost
/// n.
void settle_multiplier(const WeightedDual& boxes, const Vector& a, PathNode& node,
                       Eigen::Ref<Vector> decision);

} // namespace core
