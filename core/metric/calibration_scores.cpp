#include "core/metric/calibration_scores.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/contract.hpp"
#include "core/metric/reliability.hpp"
#include "core/probability/scaling/isotonic.hpp"

namespace core {
namespace {

constexpr std::int64_t ece_bins = 10;

const Vector& positive_of(const Estimate& estimate, const Draw& draw) {
  require(draw.test.classes == 2,
          "AUC, ECE and the parts of the Brier score are of two classes, and there are more. Leave these "
          "metrics out.");
  return estimate.probability.positive();
}

WeightedLabels weighted_labels(const Draw& draw) {
  return {draw.test.y, draw.test.weights};
}

double auc_of(const Estimate& estimate, const Draw& draw) {
  if (estimate.score.size() == 0) positive_of(estimate, draw);
  return auc(decision_scores(estimate), weighted_labels(draw));
}

template <double (*metric)(const Vector&, const WeightedLabels&)>
double of_positive(const Estimate& estimate, const Draw& draw) {
  return metric(positive_of(estimate, draw), weighted_labels(draw));
}

template <double BrierParts::* part>
double brier_part(const Estimate& estimate, const Draw& draw) {
  return brier_parts(positive_of(estimate, draw), weighted_labels(draw)).*part;
}

bool are_whole(const Vector& weights) {
  return std::all_of(weights.begin(), weights.end(), [](double w) { return w == std::floor(w); });
}

/// Points that are dealt out to bins in turn.
class EqualBins {
 public:
  EqualBins(double points, bool whole) : points_(points), whole_(whole) {}

  /// So many points, whose probabilities exceed their labels by this in the mean.
  void add(double count, double excess) {
    while (count > 0) {
      const double end = bin_end(), inside = bin_ < ece_bins - 1 ? std::min(count, end - dealt_) : count;
      excess_ += inside * excess;
      count -= inside;
      dealt_ = inside == end - dealt_ ? end : dealt_ + inside;
      if (dealt_ < end) continue;
      sum_ += std::abs(excess_);
      excess_ = 0;
    }
  }

  double mean() const { return (sum_ + std::abs(excess_)) / points_; }

 private:
  /// Where the bin of the next point ends. Where there are fewer points than bins, some are empty.
  double bin_end() {
    while (bin_ < ece_bins - 1 && end_of(bin_) <= dealt_) ++bin_;
    return end_of(bin_);
  }
  double end_of(std::int64_t bin) const {
    const double end = points_ * static_cast<double>(bin + 1) / static_cast<double>(ece_bins);
    return whole_ ? std::floor(end) : end;
  }

  double points_;
  bool whole_;
  double dealt_ = 0;
  std::int64_t bin_ = 0;
  double excess_ = 0, sum_ = 0;
};

/// Points of one bin: how far their labels are from their probabilities.
struct PairedErrors {
  double points = 0, sum = 0, squares = 0;

  void add(const ScoreLevel& level) {
    const double q = level.from, positives = level.positives, negatives = level.points - positives;
    points += level.points;
    sum += positives * (1 - q) - negatives * q;
    squares += positives * (1 - q) * (1 - q) + negatives * q * q;
  }

  /// The mean product over its pairs, times its points.
  double weighted_mean() const { return (sum * sum - squares) / (points - 1); }
};

} // namespace

double auc(const Vector& score, const WeightedLabels& labels) {
  double positives = 0, negatives = 0, halves = 0;
  for (const ScoreLevel& level : score_levels(score, labels)) {
    const double below = level.points - level.positives;
    halves += level.positives * (2 * negatives + below);
    positives += level.positives, negatives += below;
  }
  if (positives == 0 || negatives == 0) return std::numeric_limits<double>::quiet_NaN();
  return halves / (2 * positives * negatives);
}

double ece_equal_width(const Vector& q, const WeightedLabels& labels) {
  double sum = 0;
  for (const ReliabilityBin& bin : reliability(q, labels, ece_bins))
    if (bin.count > 0) sum += bin.weight * std::abs(bin.mean_predicted - bin.share_of_positives);
  return sum / weight_of_all(labels.weights, q.size());
}

double ece_equal_mass(const Vector& q, const WeightedLabels& labels) {
  EqualBins bins(weight_of_all(labels.weights, q.size()), are_whole(labels.weights));
  for (const ScoreLevel& level : score_levels(q, labels))
    bins.add(level.points, level.from - level.positives / level.points);
  return bins.mean();
}

double squared_ece_debiased(const Vector& q, const WeightedLabels& labels) {
  const double m = weight_of_all(labels.weights, q.size());
  const double bins = std::min(static_cast<double>(ece_bins), std::floor(m / 2));
  if (bins < 1 || !are_whole(labels.weights)) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  double dealt = 0, bin = 1;
  PairedErrors open;
  for (const ScoreLevel& level : score_levels(q, labels)) {
    open.add(level);
    dealt += level.points;
    const bool has_pair = open.points >= 2, leaves_one = dealt == m - 1;
    if (dealt < m && (dealt * bins < m * bin || !has_pair || leaves_one)) continue;
    sum += open.weighted_mean();
    open = {};
    while (dealt * bins >= m * bin) ++bin;
  }
  return sum / m;
}

BrierParts brier_parts(const Vector& q, const WeightedLabels& labels) {
  const IsotonicFit recalibrated(score_levels(q, labels));
  double stated = 0, fitted = 0, positives = 0;
  for (std::size_t j = 0; j < recalibrated.levels().size(); ++j) {
    const ScoreLevel& level = recalibrated.levels()[j];
    const double of_class = level.positives, other = level.points - of_class;
    const auto brier = [&](double p) { return of_class * (1 - p) * (1 - p) + other * p * p; };
    stated += brier(level.from);
    fitted += brier(recalibrated.values()[j]);
    positives += of_class;
  }
  const double m = weight_of_all(labels.weights, q.size());
  const double uncertainty = positives / m * (1 - positives / m);
  return {std::max(0.0, (stated - fitted) / m), std::max(0.0, uncertainty - fitted / m), uncertainty};
}

std::span<const MetricRow> calibration_metrics() {
  constexpr bool by_labels = false, of_probabilities = true, of_decisions = false;
  constexpr bool smaller = true, larger = false, no_order = false;
  static constexpr std::array rows{
      MetricRow{"auc", "AUC", "area under the ROC curve on the test sample, ties one half", by_labels,
                of_decisions, larger, auc_of},
      MetricRow{"ece_equal_width", "ECE width",
                "expected calibration error of P(Y = +1) on the test sample, ten bins of equal width",
                by_labels, of_probabilities, smaller, of_positive<ece_equal_width>},
      MetricRow{
          "ece_equal_mass", "ECE mass",
          "expected calibration error of P(Y = +1) on the test sample, ten bins of equal numbers of points",
          by_labels, of_probabilities, smaller, of_positive<ece_equal_mass>},
      MetricRow{"squared_ece_debiased", "ECE^2 debiased",
                "squared calibration error of P(Y = +1) on the test sample, ten bins of equal numbers of "
                "points, less what chance adds",
                by_labels, of_probabilities, smaller, of_positive<squared_ece_debiased>},
      MetricRow{
          "miscalibration", "MCB",
          "part of the Brier score (CORP): what isotonic regression on the test sample would take off it",
          by_labels, of_probabilities, smaller, brier_part<&BrierParts::miscalibration>},
      MetricRow{"discrimination", "DSC",
                "part of the Brier score (CORP): how much better than the share of positives it is once "
                "recalibrated",
                by_labels, of_probabilities, larger, brier_part<&BrierParts::discrimination>},
      MetricRow{"uncertainty", "UNC",
                "part of the Brier score (CORP): that of the share of positives, no measure of a method",
                by_labels, of_probabilities, smaller, brier_part<&BrierParts::uncertainty>, no_order},
  };
  return rows;
}

} // namespace core
