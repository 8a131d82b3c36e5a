#pragma once
#include <span>

#include "core/metric/metric_row.hpp"
#include "core/sample/observation_weights.hpp"

// What a logistic regression of the labels on the stated log-odds finds (Cox 1958), and a test of whether the
// probabilities are right throughout (Spiegelhalter 1986). All are of two classes. None orders methods by
// size: a slope is best at 1, the others at 0. Where points have weights, one of weight w counts as w points.
namespace core {

/// log(p / (1 - p)) = slope * stated log-odds + intercept.
struct LogisticRecalibration {
  double slope = 1;     ///< below 1 where what is stated is too near to 0 and 1
  double intercept = 0; ///< of the same fit
};

/// Problem: the slope and intercept of least mean cross entropy of labels y [m] against log-odds z [m].
/// Solution: Newton's method (core/probability/scaling/platt.hpp). Undefined, both NaN: where a z is
/// infinite, and where no z of one class lies strictly between two of the other, or so that the minimum is
/// not attained (Albert & Anderson 1984). One class alone, and one z throughout, are such cases. Cost m log m
/// and m an iteration.
LogisticRecalibration logistic_recalibration(const Vector& z, const WeightedLabels& labels);

/// Calibration in the large (Cox 1958; Steyerberg 2009, section 15.3): the intercept of least cross entropy
/// at slope 1. It is the shift of the log-odds after which the mean probability is the share of positives, by
/// bisection and Newton's method. Above 0 where too few positives are stated. NaN where a z is infinite, and
/// where a class is missing. Cost m an iteration.
double calibration_in_the_large(const Vector& z, const WeightedLabels& labels);

/// Spiegelhalter's z (Spiegelhalter 1986, section 4): with labels t in {0, 1}, the sum of (t - q)(1 - 2 q)
/// over the root of the sum of (1 - 2 q)^2 q (1 - q). Standard normal, in large samples, where labels are
/// drawn by q. Above 0 where the Brier score is worse than q says. NaN where every q is 0, 1/2 or 1. Cost m.
double spiegelhalter_z(const Vector& q, const WeightedLabels& labels);

/// The chance of a standard normal number that is at least as far from 0 as that z.
double spiegelhalter_p(const Vector& q, const WeightedLabels& labels);

/// The rows of these numbers. All throw UserError for more than two classes.
std::span<const MetricRow> recalibration_metrics();

} // namespace core
