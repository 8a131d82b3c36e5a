#pragma once
#include <cstdint>
#include <vector>

#include "core/estimate/calibration.hpp"

// Isotonic regression of labels on scores (Ayer et al. 1955; as a calibrator Zadrozny & Elkan 2002).
//
// Problem: values g_1 <= ... <= g_k of least sum n_j (g_j - s_j / n_j)^2 over the distinct scores z_1 < ... <
// z_k, s_j positives among the n_j points of score z_j. Tied points are pooled first, so that they share a
// value.
//
// Solution: pool adjacent violators. Neighbouring blocks are merged while the left one has no smaller share
// than the right one; the value of a block is its share of positives. Shares are compared by the products of
// their counts. Where weights are whole, or there are none, counts are whole numbers, no comparison of up to
// 2^26 points is rounded, and each value is one division.
//
// Exactness: the blocks are the minimum if their shares rise strictly and if within a block no first part has
// a smaller share than the whole. These are the Karush-Kuhn-Tucker conditions of a strictly convex problem
// (Barlow et al. 1972, theorem 1.1). is_isotonic_minimum checks them, of whole counts without rounding.
namespace core {

/// The points of one score, or of scores from `from` to `to` that are taken for one.
struct ScoreLevel {
  double from = 0, to = 0;
  double points = 0, positives = 0; ///< counted by their weights
};

/// The levels of scores [n] with labels [n], n >= 1, rising. A score no farther than `within` from the next
/// lower one is level with it. Scores may be infinite. Cost n log n.
std::vector<ScoreLevel> score_levels(const Vector& score, const WeightedLabels& labels, double within = 0);

class IsotonicFit {
 public:
  /// Cost k, for k levels.
  explicit IsotonicFit(std::vector<ScoreLevel> levels);

  /// The value of a level, linear between two neighbouring levels, and that of the last one beyond either
  /// end.
  double operator()(double score) const;

  /// Those of scores [m] that rise, each in its place. Cost k + m.
  std::vector<double> at_rising(const std::vector<double>& scores) const;

  const std::vector<ScoreLevel>& levels() const { return levels_; }
  const std::vector<double>& values() const { return values_; } ///< [k], that of each level
  std::int64_t blocks() const { return blocks_; }

 private:
  /// Of a score that no level before this one reaches.
  double value_at(std::size_t level, double score) const;

  std::vector<ScoreLevel> levels_;
  std::vector<double> values_;
  std::int64_t blocks_ = 0;
};

/// Centred isotonic regression (Oron & Flournoy 2017, section 2.2): every block of one value is drawn
/// together to the mean score of its points, so that the function rises strictly between the first and the
/// last block. Linear between these places, and constant beyond them. Cost k; log k a score.
class CentredIsotonicFit {
 public:
  explicit CentredIsotonicFit(const IsotonicFit& fit);
  double operator()(double score) const;

 private:
  std::vector<double> places_, values_; ///< [blocks], rising
};

/// Whether these values [k] of the levels are the minimum, up to the rounding of one division each.
bool is_isotonic_minimum(const std::vector<ScoreLevel>& levels, const std::vector<double>& values);

/// The isotonic regression of the labels on the decision values. Values within `level_within` of each other
/// are tied. Facts: isotonic_blocks.
struct IsotonicScaling final : Scaling {
  /// exact: the regression itself. It says 0 and 1 beyond the outermost errors, so its cross entropy may be
  /// infinite, and no criterion can choose by it. succession: clipped to [1 / (n + 2), (n + 1) / (n + 2)],
  /// what the rule of CountedShare says of none and of all among n calibration points.
  enum class Ends { succession, exact };
  Ends ends = Ends::succession;
  /// pooled: IsotonicFit. centred: CentredIsotonicFit.
  enum class Variant { pooled, centred };
  Variant variant = Variant::pooled;
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

} // namespace core
