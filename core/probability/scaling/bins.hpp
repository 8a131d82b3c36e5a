#pragma once
#include "core/probability/calibration.hpp"

namespace core {

/// Binning (Drish 2001, as compared by Rueping 2004): the range of the calibration decision values cut into
/// equal widths, each bin open to the right but the last; values outside go to the bin at that end.
/// P(Y = +1) is the share of positives in the bin, by the rule of CountedShare, so an empty bin says 1/2.
/// Where all calibration values are equal there is one bin. Facts: empty_bins.
struct BinnedScaling final : Scaling {
  std::int64_t bins = 10;
  Estimate probability(const Matrix& at_points, const Matrix& on_sample, const Labels& y) const override;
};

} // namespace core
