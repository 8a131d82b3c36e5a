#pragma once
#include "core/sample/observation_weights.hpp"

// Two classes whose errors cost differently. A row is taken for positive where its score is above a
// threshold; a positive that is not costs C+, a negative that is C-. With C- the share of positives and C+
// that of negatives (Herault & Grandvalet 2007, section 5) the costs of n rows are whole multiples of 1/n:
//
//   n times the loss  =  n- (positives taken for negative)  +  n+ (negatives taken for positive),
//
// n+ and n- the counts of the sample that sets the costs, so that equal losses are equal numbers. Rows with
// observation weights count by them; equal losses are then equal up to rounding.
namespace core {

/// C- = n+ / n for a negative taken for positive, C+ = n- / n for a positive taken for negative.
struct ErrorCosts {
  double positives, negatives; ///< of the sample that sets them, by weight; whole without weights

  explicit ErrorCosts(const WeightedLabels& labels);
  double all() const { return positives + negatives; }
  double share() const { return positives / all(); }

  /// Where a probability that is right is taken for positive: logit of the share.
  double log_odds() const;

  /// n times what these errors cost.
  double of(double missed, double raised) const { return negatives * missed + positives * raised; }
};

/// n times the summed cost of deciding by score > threshold; a row at the threshold costs half, so the value
/// is doubled to stay whole.
double doubled_cost(const Vector& score, const WeightedLabels& labels, double threshold,
                    const ErrorCosts& costs);

} // namespace core
