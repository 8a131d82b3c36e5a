#pragma once
#include "core/probability/calibration.hpp"

// The "simple estimation method" of Rueping (2004), section 3.2: between the margins, where |f| <= 1, the
// decision value orders the points and P(Y = +1) = (1 + f) / 2; beyond them it says no more than its side,
// and the side's share of positives takes its place. The shares are counted over the calibration points with
// f > 1 (p+) and f < -1 (p-), by the rule of CountedShare; the paper's are the raw fractions, which are 0 or
// 1 on many a sample, and then the cross entropy is infinite.
namespace core {

/// sigma_01. Facts: share_above, share_below (p+ and p-) of the displayed reading.
struct ZeroOneScaling final : Scaling {
  /// displayed: the formula, p+ for f > 1, p- for f < -1, (1 + f) / 2 between; it jumps at -1 and 1.
  /// clipped: what section 4 says in words, (1 + f) / 2 clipped, here to [epsilon, 1 - epsilon].
  enum class Reading { displayed, clipped };
  Reading reading = Reading::displayed;
  double epsilon = 0.05;
  Reads reads(Eigen::Index n) const override;
  Estimate probability(const Matrix& at_points, const Matrix& on_sample, const Labels& y) const override;
};

/// sigma_PP: (1 + f) / 2 clipped to [p-, max(p-, p+)]. Facts: share_above, share_below (p+ and p-).
struct ClippedScaling final : Scaling {
  Estimate probability(const Matrix& at_points, const Matrix& on_sample, const Labels& y) const override;
};

} // namespace core
