#pragma once
#include "core/estimate/calibration.hpp"

// Scalings that count the positives among calibration points: of a bin, or of a side of the margins.
namespace core {

/// Positives among some points by Laplace's rule of succession, (s + 1) / (n + 2) for s positives of n: never
/// 0 or 1, and 1/2 for no points at all.
struct CountedShare {
  double positives = 0, points = 0;

  void see(double label, double weight = 1) {
    positives += label > 0 ? weight : 0;
    points += weight;
  }
  double value() const { return (positives + 1) / (points + 2); }
};

/// Binning (Drish 2001; Zadrozny & Elkan 2001; as compared by Rueping 2004) between edges of the calibration
/// decision values. A bin has its lower edge and not its upper one, except the last, which has both; values
/// outside go to the bin at that end. P(Y = +1) is the share of positives in the bin, by the rule of
/// CountedShare, so an empty bin says 1/2. Where all calibration values are equal there is one bin. Counted,
/// so there is nothing to certify. Facts: empty_bins.
struct BinnedScaling final : Scaling {
  /// equal_width: the range cut into equal widths. Cost n.
  /// equal_mass: cut at the quantiles b / bins, linear between order statistics (type 7 of Hyndman & Fan
  /// 1996). Tied values share a bin. Equal edges are one edge, so there may be fewer bins. Cost n log n.
  /// A bin's share counts weights.
  enum class Edges { equal_width, equal_mass };
  std::int64_t bins = 10;
  Edges edges = Edges::equal_width;
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

// The "simple estimation method" of Rueping (2004), section 3.2: between the margins, where |f| <= 1, the
// decision value orders the points and P(Y = +1) = (1 + f) / 2; beyond them it says no more than its side,
// and the side's share of positives takes its place. The shares are counted over the calibration points with
// f > 1 (p+) and f < -1 (p-), those level with a margin left aside, by the rule of CountedShare; the paper's
// are the raw fractions, which are 0 or 1 on many a sample, and then the cross entropy is infinite.

/// sigma_01. Facts: share_above, share_below (p+ and p-) of the displayed reading.
struct ZeroOneScaling final : Scaling {
  /// displayed: the formula, p+ for f > 1, p- for f < -1, (1 + f) / 2 between; it jumps at -1 and 1.
  /// clipped: what section 4 says in words, (1 + f) / 2 clipped, here to [epsilon, 1 - epsilon].
  enum class Reading { displayed, clipped };
  Reading reading = Reading::displayed;
  double epsilon = 0.05;
  Reads reads(Eigen::Index n) const override;
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

/// sigma_PP: (1 + f) / 2 clipped to [p-, max(p-, p+)]. Facts: share_above, share_below (p+ and p-).
struct ClippedScaling final : Scaling {
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

} // namespace core
