#pragma once
#include <cstdint>
#include <vector>

#include "core/random/stream.hpp"
#include "core/sample/observation_weights.hpp"

// The CORP reliability diagram (Dimitriadis, Gneiting & Jordan 2021): the isotonic regression of the labels
// on the probabilities, with consistency bands. It needs no bins.
namespace core {

/// A probability that was stated.
struct CorpPoint {
  double stated = 0;
  double recalibrated = 0;  ///< by the isotonic regression
  double low = 0, high = 1; ///< where that lies, with the chance `corp_level`, if what is stated is right
  double weight = 0;        ///< of the points of which it was stated
};

inline constexpr double corp_level = 0.9;

/// How many samples are drawn for m points: 1000, fewer where that were more than 2 * 10^7 labels, at least
/// 100.
std::int64_t corp_resamples(std::int64_t m);

/// The distinct values of probabilities q [m] in [0, 1] of labels [m], rising, m >= 1. Bands by resampling
/// under the hypothesis of calibration, as the authors' R package reliabilitydiag does it: m of the points
/// are drawn with replacement, each with a new label that is positive with the chance q, and their isotonic
/// regression is computed. The ends of a band are quantiles of its values (type 7 of Hyndman & Fan 1996).
/// Between values that were drawn it is linear. A sample whose draws all lie on one side of a value says
/// nothing there; the package has one exception, samples of one value. A weight is that of its one label.
/// Cost m log m, and m a sample.
std::vector<CorpPoint> corp_curve(const Vector& q, const WeightedLabels& labels, Stream stream,
                                  std::int64_t resamples);

/// The share of the points whose recalibrated value lies outside its band.
double share_outside(const std::vector<CorpPoint>& curve);

} // namespace core
