#include "core/metric/recalibration.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/elementary/normal_tail.hpp"
#include "core/loss/logistic.hpp"
#include "core/probability/scaling/platt.hpp"

namespace core {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// The least and the largest log-odds of a class.
struct Reach {
  double least = std::numeric_limits<double>::infinity(), most = -least;

  void see(double z) { least = std::min(least, z), most = std::max(most, z); }
  bool is_below(const Reach& other) const { return most <= other.least; }
};

/// Whether a line of finite slope has the least cross entropy: the classes overlap.
bool classes_overlap(const Vector& z, const Labels& y) {
  Reach positive, negative;
  for (Eigen::Index i = 0; i < z.size(); ++i) (y(i) > 0 ? positive : negative).see(z(i));
  return !positive.is_below(negative) && !negative.is_below(positive);
}

Vector stated_log_odds(const Estimate& estimate, const Draw& draw) {
  require(draw.test.classes == 2,
          "The slope and intercept of log-odds and Spiegelhalter's test are of two classes, and there are "
          "more. Leave these metrics out.");
  Vector z(estimate.probability.size());
  for (Eigen::Index i = 0; i < z.size(); ++i) z(i) = estimate.probability.logit(i);
  return z;
}

template <double LogisticRecalibration::* part>
double recalibrated(const Estimate& estimate, const Draw& draw) {
  return logistic_recalibration(stated_log_odds(estimate, draw), {draw.test.y, draw.test.weights}).*part;
}

double in_the_large(const Estimate& estimate, const Draw& draw) {
  return calibration_in_the_large(stated_log_odds(estimate, draw), {draw.test.y, draw.test.weights});
}

template <double (*test)(const Vector&, const WeightedLabels&)>
double tested(const Estimate& estimate, const Draw& draw) {
  stated_log_odds(estimate, draw);
  return test(estimate.probability.positive(), {draw.test.y, draw.test.weights});
}

} // namespace

LogisticRecalibration logistic_recalibration(const Vector& z, const WeightedLabels& labels) {
  const Labels& y = labels.y;
  expect(z.size() == y.size() && z.size() > 0, "one label a point");
  const LogisticRecalibration none{undefined, undefined};
  if (!z.allFinite() || !classes_overlap(z, y)) return none;
  const PlattSigmoid fit = fit_sigmoid(z, (y.array() > 0).cast<double>(), labels.weights);
  if (fit.status != Status::ok) return none;
  return {-fit.slope, -fit.offset};
}

double calibration_in_the_large(const Vector& z, const WeightedLabels& labels) {
  expect(z.size() == labels.y.size() && z.size() > 0, "one label a point");
  const double m = weight_of_all(labels.weights, z.size());
  const double share = weight_of_positives(labels.y, labels.weights) / m;
  if (!z.allFinite() || share == 0 || share == 1) return undefined;
  const double level = log(share) - log(1 - share);
  double low = level - z.maxCoeff(), high = level - z.minCoeff(),
         shift = level - weighted_mean(z, labels.weights);
  for (int step = 0; step < 200 && low < high; ++step) {
    double excess = 0, slope = 0;
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      const double p = sigmoid(z(i) + shift), w = weight_at(labels.weights, i);
      excess += w * p, slope += w * (p * (1 - p));
    }
    excess = excess / m - share;
    if (excess == 0) break;
    (excess > 0 ? high : low) = shift;
    const double newton = shift - excess * m / slope;
    const double next = newton > low && newton < high ? newton : low + (high - low) / 2;
    if (next == shift || next == low || next == high) break;
    shift = next;
  }
  return shift;
}

double spiegelhalter_z(const Vector& q, const WeightedLabels& labels) {
  expect(q.size() == labels.y.size(), "one label a point");
  double off = 0, variance = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const double lean = 1 - 2 * q(i), w = weight_at(labels.weights, i);
    off += w * (((labels.y(i) > 0 ? 1 : 0) - q(i)) * lean);
    variance += w * (lean * lean * q(i) * (1 - q(i)));
  }
  return variance > 0 ? off / std::sqrt(variance) : undefined;
}

double spiegelhalter_p(const Vector& q, const WeightedLabels& labels) {
  return erfc(std::abs(spiegelhalter_z(q, labels)) / std::numbers::sqrt2);
}

std::span<const MetricRow> recalibration_metrics() {
  constexpr bool by_labels = false, of_probabilities = true, smaller = true, larger = false, no_order = false;
  static constexpr std::array rows{
      MetricRow{"calibration_slope", "Cal. slope",
                "slope of a logistic regression of the test labels on the log-odds: 1 is right, below 1 too "
                "extreme; no measure of a method",
                by_labels, of_probabilities, larger, recalibrated<&LogisticRecalibration::slope>, no_order},
      MetricRow{"calibration_intercept", "Cal. intercept",
                "intercept of the same regression: 0 is right; no measure of a method", by_labels,
                of_probabilities, smaller, recalibrated<&LogisticRecalibration::intercept>, no_order},
      MetricRow{"calibration_in_the_large", "CITL",
                "shift of the log-odds after which the mean probability is the share of positives: 0 is "
                "right; no measure of a method",
                by_labels, of_probabilities, smaller, in_the_large, no_order},
      MetricRow{"spiegelhalter_z", "Spiegelhalter z",
                "Spiegelhalter's z on the test sample: standard normal where the probabilities are right, "
                "above 0 where they are too sharp; no measure of a method",
                by_labels, of_probabilities, smaller, tested<spiegelhalter_z>, no_order},
      MetricRow{"spiegelhalter_p", "Spiegelhalter p",
                "two-sided p of that z: small where the probabilities are not right; no measure of a method",
                by_labels, of_probabilities, larger, tested<spiegelhalter_p>, no_order},
  };
  return rows;
}

} // namespace core
