#include "core/probability/scaling/platt.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
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
double level_offset(const Vector& targets) {
  const double share = targets.mean();
  return log((1 - share) / share);
}

/// One Newton step with backtracking; false when no step improves any more. Where the value would fall by
/// less than it is rounded by, a smaller gradient says that a step improves.
bool improve(const Vector& f, const Vector& t, LogisticSums& at, PlattSigmoid& fit) {
  const auto n = static_cast<double>(f.size());
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
    const LogisticSums there = logistic_sums(f, t, -a, -b);
    if (there.value / n < at.value / n + 1e-4 * step * descent ||
        (is_flat && largest_slope(there) < largest_slope(at))) {
      fit.slope = a, fit.offset = b, at = there;
      return true;
    }
  }
  return false;
}

} // namespace

Vector smoothed_targets(const Labels& y) {
  const double positive = static_cast<double>((y.array() > 0).count());
  const double negative = static_cast<double>(y.size()) - positive;
  const double high = (positive + 1) / (positive + 2), low = 1 / (negative + 2);
  return (y.array() > 0).select(Vector::Constant(y.size(), high), Vector::Constant(y.size(), low));
}

Vector PlattSigmoid::probability(const Vector& decision) const {
  return sigmoids(log_odds(decision));
}

Vector PlattSigmoid::log_odds(const Vector& decision) const {
  return -(slope * decision.array() + offset);
}

PlattSigmoid fit_sigmoid(const Vector& decision, const Vector& targets) {
  expect(decision.size() == targets.size() && targets.size() > 0, "one decision value a target");
  // Centred and scaled decision values make the two parameters comparable: any scale of f then converges
  // alike.
  const double centre = decision.mean();
  const double spread = (decision.array() - centre).abs().maxCoeff();
  PlattSigmoid fit;
  fit.offset = level_offset(targets);
  if (spread <= one_value * std::max(1.0, std::abs(centre)))
    return fit; // exact: only the offset is determined
  const Vector f = (decision.array() - centre) / spread;
  fit.status = Status::not_converged;
  LogisticSums at = logistic_sums(f, targets, -fit.slope, -fit.offset);
  for (; fit.iterations < most_iterations; ++fit.iterations) {
    fit.gradient = largest_slope(at) / static_cast<double>(f.size());
    if (fit.gradient <= small_gradient) {
      fit.status = Status::ok;
      break;
    }
    if (!improve(f, targets, at, fit)) {
      fit.status =
          fit.gradient <= 1e-6 ? Status::ok : Status::not_converged; // the objective is flat to rounding
      break;
    }
  }
  fit.slope /= spread;
  fit.offset -= fit.slope * centre;
  return fit;
}

PlattSigmoid fit_platt(const Vector& decision, const Labels& y) {
  const Vector targets = smoothed_targets(y);
  PlattSigmoid fit = fit_sigmoid(decision, targets);
  if (fit.slope > 0) {
    fit.is_clipped = true;
    fit.slope = 0;
    fit.offset = level_offset(targets);
  }
  return fit;
}

Estimate PlattCalibration::probability(const Matrix& at_points, const Matrix& on_sample,
                                       const Labels& y) const {
  const PlattSigmoid sigmoid = fit_platt(on_sample.col(0), y);
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
