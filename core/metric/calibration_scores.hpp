#pragma once
#include <span>

#include "core/metric/metric_row.hpp"
#include "core/sample/observation_weights.hpp"

// How well probabilities of two classes order the points, and how far they are from being calibrated: of the
// points given q, a share q should be positive. All are of P(Y = +1), of whatever class is called +1. Where
// points have weights, one of weight w counts as w points.
namespace core {

/// Area under the ROC curve: the share of pairs of a positive and a negative in which the positive has the
/// larger score, ties one half (Hanley & McNeil 1982). Whole weights are counted without rounding. NaN where
/// a class is missing. By the score of a method that only decides. Cost m log m.
double auc(const Vector& score, const WeightedLabels& labels);

// Expected calibration error (Naeini, Cooper & Hauskrecht 2015) in ten bins: the mean over the points of the
// difference, in the bin, of mean probability and share of positives. It depends on the bins, and even of
// calibrated probabilities it is above 0 on a sample.

/// Bins of equal width. One on an edge belongs to the bin above it. Cost m.
double ece_equal_width(const Vector& q, const WeightedLabels& labels);

/// Bins of equal numbers of points, up to one. Tied points share their mean label, so that it does not matter
/// which of them an edge parts. Where a weight is not whole, bins have equal weights. Cost m log m.
double ece_equal_mass(const Vector& q, const WeightedLabels& labels);

/// The squared error instead, less what chance adds to it (Kumar, Liang & Ma 2019, section 4). For a bin it
/// is the mean of e_i e_j over its pairs of different points, e = label - q, and the mean over the points is
/// taken. Where a bin has one q this is their estimate, (q - s)^2 - s (1 - s) / (n - 1) for the share s of
/// its n points. Where labels are drawn by q its expectation is 0, so a sample may have less. Bins of about
/// equal numbers of points: ten, or half as many as there are points where those are fewer. Tied points share
/// a bin. NaN of one point, and where a weight is not whole: then pairs cannot be counted. Cost m log m.
double squared_ece_debiased(const Vector& q, const WeightedLabels& labels);

/// The CORP decomposition (Dimitriadis, Gneiting & Jordan 2021) of the Brier score B of q. With B_r that of
/// the isotonic regression of the labels on q, and B_0 that of the share of positives throughout:
/// B = miscalibration - discrimination + uncertainty. All three are at least 0, and there is nothing to
/// choose.
struct BrierParts {
  double miscalibration = 0; ///< B - B_r: 0 where q is its own isotonic regression
  double discrimination = 0; ///< B_0 - B_r: 0 where q orders nothing
  double uncertainty = 0;    ///< B_0 = s (1 - s) for the share s of positives
};

/// Cost m log m.
BrierParts brier_parts(const Vector& q, const WeightedLabels& labels);

/// The rows of these numbers. All throw UserError for more than two classes.
std::span<const MetricRow> calibration_metrics();

} // namespace core
