#pragma once
#include <span>

#include "core/metric/metric_row.hpp"
#include "core/sample/observation_weights.hpp"

// How far probabilities of K classes are from being calibrated, by two ways to make numbers of two classes of
// them. Both are in ten bins, of equal width or of equal numbers of points
// (core/metric/calibration_scores.hpp), and both are above 0 by chance alone. The Brier score and the log
// score of K classes are mse and cre (core/metric/metric.hpp).
namespace core {

/// An expected calibration error of probabilities q [m] of what is +1.
using CalibrationError = double (*)(const Vector& q, const WeightedLabels& labels);

/// The mean over the classes of the error of P(Y = k) (Kull et al. 2019, section 2). Of two classes it is
/// that of P(Y = +1), but for points on an edge of a bin.
double classwise_error(const Probabilities& q, const Sample& test, CalibrationError error);

/// The error of the largest probability as the chance that its class is right (Guo et al. 2017, section 2);
/// of level classes the first counts. It says nothing of the other classes.
double confidence_error(const Probabilities& q, const Sample& test, CalibrationError error);

/// The rows of these numbers, for any number of classes.
std::span<const MetricRow> class_calibration_metrics();

} // namespace core
