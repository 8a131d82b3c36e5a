#include "core/probability/scaling/platt.hpp"

#include <cmath>
#include <utility>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/loss/logistic.hpp"
#include "core/loss/logistic_sums.hpp"

namespace core {
namespace {

constexpr int most_iterations = 100;
constexpr double small_gradient = 1e-10; // gradient of the mean cross entropy
constexpr double curvature_floor = 1e-12;
constexpr double shortest_step = 1e-10;
constexpr double rounding = 16 * unit_roundoff; // of a mean of cross entropies, times their sum
constexpr double one_value = 1e-9; // decision values closer than this, relative to their size, are one value

constexpr const char* clipped_slope =
    "The decision values run against the classes, so Platt's slope is set to 0. Every probability is then "
    "the "
    "share of positives. Try another --method, or ask whether these inputs tell the classes apart.";

double largest_slope(const LogisticSums& at) {
  return std::max(std::abs(at.slope), std::abs(at.offset));
}

/// The offset of a sigmoid that is the mean of the targets throughout.
double level_offset(const Vector& targets, const Vector& weights) {
  const double share = weighted_mean(targets, weights);
  return log((1 - share) / share);
}

/// What a sigmoid is fitted to.
class SigmoidData {
 public:
  SigmoidData(Vector decision, const Vector& targets, const Vector& weights)
      : f_(std::move(decision)), targets_(targets), weights_(weights) {}

  double size() const { return weight_of_all(weights_, f_.size()); }
  LogisticSums sums(double slope, double offset) const {
    return weights_.size() == 0 ? logistic_sums(f_, targets_, slope, offset) : weighted_sums(slope, offset);
  }

 private:
  LogisticSums weighted_sums(double slope, double offset) const {
    LogisticSums out;
    for (Eigen::Index i = 0; i < f_.size(); ++i) {
      const double z = slope * f_(i) + offset, w = weights_(i);
      const double residual = w * (sigmoid(z) - targets_(i)), curvature = w * Logistic::curvature(z);
      out.value += w * Logistic::cross_entropy(targets_(i), z);
      out.slope += residual * f_(i), out.offset += residual;
      out.slope_slope += curvature * f_(i) * f_(i);
      out.slope_offset += curvature * f_(i), out.offset_offset += curvature;
    }
    return out;
  }

  Vector f_;
  const Vector &targets_, &weights_;
};

/// One Newton step with backtracking; false when no step improves any more. Where the value would fall by
/// less than it is rounded by, a smaller gradient says that a step improves.
bool improve(const SigmoidData& data, LogisticSums& at, PlattSigmoid& fit) {
  const double n = data.size();
  const double haa = at.slope_slope / n + curvature_floor, hbb = at.offset_offset / n + curvature_floor;
  const double hab = at.slope_offset / n, ga = at.slope / n, gb = at.offset / n;
  const double determinant = haa * hbb - hab * hab;
  const double da = -(hbb * ga - hab * gb) / determinant;
  const double db = -(haa * gb - hab * ga) / determinant;
  const double descent = ga * da + gb * db;
  const bool is_flat = -descent <= rounding * at.value;
  for (double step = 1; step >= shortest_step; step /= 2) {
    // The sigmoid falls in its argument A f + B, the logistic function rises.
    const double a = fit.slope - step * da, b = fit.offset - step * db;
    const LogisticSums there = data.sums(-a, -b);
    if (there.value / n < at.value / n + 1e-4 * step * descent ||
        (is_flat && largest_slope(there) < largest_slope(at))) {
      fit.slope = a, fit.offset = b, at = there;
      return true;
    }
  }
  return false;
}

} // namespace

Vector smoothed_targets(const WeightedLabels& labels) {
  const Labels& y = labels.y;
  const double positive = weight_of_positives(y, labels.weights);
  const double negative = weight_of_all(labels.weights, y.size()) - positive;
  const double high = (positive + 1) / (positive + 2), low = 1 / (negative + 2);
  return (y.array() > 0).select(Vector::Constant(y.size(), high), Vector::Constant(y.size(), low));
}

Vector PlattSigmoid::probability(const Vector& decision) const {
  return sigmoids(log_odds(decision));
}

Vector PlattSigmoid::log_odds(const Vector& decision) const {
  return -(slope * decision.array() + offset);
}

PlattSigmoid fit_sigmoid(const Vector& decision, const Vector& targets, const Vector& weights) {
  expect(decision.size() == targets.size() && targets.size() > 0, "one decision value a target");
  // Centred and scaled decision values make the two parameters comparable: any scale of f then converges
  // alike.
  const double centre = weighted_mean(decision, weights);
  const double spread = (decision.array() - centre).abs().maxCoeff();
  PlattSigmoid fit;
  fit.offset = level_offset(targets, weights);
  if (spread <= one_value * std::max(1.0, std::abs(centre)))
    return fit; // exact: only the offset is determined
  const SigmoidData data((decision.array() - centre) / spread, targets, weights);
  fit.status = Status::not_converged;
  LogisticSums at = data.sums(-fit.slope, -fit.offset);
  for (; fit.iterations < most_iterations; ++fit.iterations) {
    fit.gradient = largest_slope(at) / data.size();
    if (fit.gradient <= small_gradient) {
      fit.status = Status::ok;
      break;
    }
    if (!improve(data, at, fit)) {
      fit.status =
          fit.gradient <= 1e-6 ? Status::ok : Status::not_converged; // the objective is flat to rounding
      break;
    }
  }
  fit.slope /= spread;
  fit.offset -= fit.slope * centre;
  return fit;
}

PlattSigmoid fit_platt(const Vector& decision, const WeightedLabels& labels) {
  const Vector targets = smoothed_targets(labels);
  PlattSigmoid fit = fit_sigmoid(decision, targets, labels.weights);
  if (fit.slope > 0) {
    fit.is_clipped = true;
    fit.slope = 0;
    fit.offset = level_offset(targets, labels.weights);
  }
  return fit;
}

Estimate PlattCalibration::probability(const Matrix& at_points, const Matrix& on_sample,
                                       const WeightedLabels& labels) const {
  const PlattSigmoid sigmoid = fit_platt(on_sample.col(0), labels);
  Estimate out;
  if (sigmoid.status != Status::ok) out.summary.status = sigmoid.status;
  Vector log_odds = sigmoid.log_odds(at_points.col(0));
  Vector probability = sigmoids(log_odds);
  out.probability = {std::move(probability), std::move(log_odds)};
  out.facts = {
      {"platt_slope", sigmoid.slope}, {"platt_offset", sigmoid.offset}, {"platt_gradient", sigmoid.gradient}};
  if (sigmoid.is_clipped) {
    out.facts["platt_clipped"] = 1;
    out.remarks.emplace_back(clipped_slope);
  }
  return out;
}

} // namespace core
