#pragma once
#include <cstdint>
#include <vector>

#include "core/sample/observation_weights.hpp"

// Whether estimated probabilities mean what they say: of the points given 0.7, about 0.7 should be positive.
namespace core {

/// The test points whose probability lies in [from, to); in the last bin also those at 1.
struct ReliabilityBin {
  double from = 0, to = 1;
  std::int64_t count = 0;
  double weight = 0;             ///< of all of them; the count where points have no weights
  double mean_predicted = 0;     ///< mean estimated probability; NaN in an empty bin
  double share_of_positives = 0; ///< NaN in an empty bin
  double standard_error = 0;     ///< binomial, sqrt(s (1 - s) / count) at the share s; NaN in an empty bin
  double low = 0, high = 1;      ///< 95 % interval of the share (wilson_interval); 0 to 1 in an empty bin
};

struct ShareInterval {
  double low = 0, high = 1;
};

/// The 95 % interval of a share by Wilson's score (Wilson 1927), of `positives` among `count` points. It has
/// a width where all points agree: 8 of 8 is .68 to 1. 0 <= positives <= count; 0 to 1 where count is 0.
ShareInterval wilson_interval(double positives, double count);

/// The reliability diagram (Murphy & Winkler 1977; DeGroot & Fienberg 1983) of estimated probabilities q [m]
/// within [0, 1] of labels [m], over bins of equal width, each of them listed. Where all labels of a bin
/// agree, its standard error is 0 whatever its count: read its interval. Means, shares and intervals are by
/// weight where points have weights. m >= 0, bins >= 1. Cost m.
std::vector<ReliabilityBin> reliability(const Vector& q, const WeightedLabels& labels,
                                        std::int64_t bins = 10);

/// The same over any bins, edges [k + 1] from 0 to 1, none below the one before it, k >= 1.
std::vector<ReliabilityBin> reliability(const Vector& q, const WeightedLabels& labels,
                                        const std::vector<double>& edges);

} // namespace core
