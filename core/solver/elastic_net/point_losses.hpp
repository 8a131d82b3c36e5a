#pragma once
#include <algorithm>
#include <cmath>

#include "core/loss/margin_losses.hpp"
#include "core/sample/observation_weights.hpp"

namespace core {

/// Minus the slope in f and the curvature of each loss of n points at decision values f [n]; the losses are
/// multiplied by their weights and divided by the sum of these, n without weights.
struct PointLosses {
  Vector pull;      ///< r [n], r_i = -y_i L'(y_i f_i) / n
  Vector curvature; ///< w [n], L''(y_i f_i) / n
};

template <class Loss>
double mean_loss(const Loss& loss, const WeightedLabels& labels, const Vector& f) {
  const auto& [y, weights] = labels;
  Vector value;
  loss_values(loss, {y, f}, value);
  if (weights.size() > 0) value.array() *= weights.array();
  double sum = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) sum += value(i);
  return sum / weight_of_all(weights, y.size());
}

/// What loss_slopes says, times the weights.
template <class Loss>
void weighted_slopes(const Loss& loss, const Margins& at, const Vector& weights, SlopesAt<Vector>& out) {
  loss_slopes(loss, at, out);
  if (weights.size() == 0) return;
  out.slope.array() *= weights.array();
  out.curvature.array() *= weights.array();
}

/// No curvature may be below this share of the largest a loss has, as it enters the mean: [n].
template <class Loss>
Vector floored(const Loss& loss, const WeightedLabels& labels, const Vector& curvature, double share) {
  const double least = share * loss.most_curvature() / weight_of_all(labels.weights, labels.y.size());
  if (labels.weights.size() == 0) return curvature.cwiseMax(least);
  return curvature.cwiseMax(least * labels.weights);
}

template <class Loss>
PointLosses point_losses(const Loss& loss, const WeightedLabels& labels, const Vector& f) {
  const auto& [y, weights] = labels;
  const double n = weight_of_all(weights, y.size());
  SlopesAt<Vector> at;
  weighted_slopes(loss, {y, f}, weights, at);
  return {-y.array() * at.slope.array() / n, at.curvature / n};
}

/// The losses at f = h + a with the intercept a that is best for h: sum_i r_i = 0 but for the last bits of f.
struct ProfiledLosses {
  double intercept = 0, mean = 0;
  Vector pull, curvature; ///< r, w [n] as above

  double pull_sum = 0; ///< what is left of sum_i r_i
};

/// Those for h [n]; where the loss is flat, with one of the best intercepts. Newton's method in a bracket,
/// from a guess. Both classes must be there. Cost about 3 n slopes from a close guess.
template <class Loss>
ProfiledLosses profiled_losses(const Loss& loss, const WeightedLabels& labels, const Vector& h,
                               double guess) {
  const Labels& y = labels.y;
  const double n = weight_of_all(labels.weights, y.size());
  ProfiledLosses out;
  SlopesAt<Vector> slopes;
  const auto turn_to = [&](double a) {
    weighted_slopes(loss, {y, h, a}, labels.weights, slopes);
    out.intercept = a;
    out.pull = -y.array() * slopes.slope.array() / n;
    out.pull_sum = out.pull.sum();
  };
  constexpr int most_steps = 200;
  const double widest = h.template lpNorm<Eigen::Infinity>();
  // Widened until one class outweighs the other on either side.
  double low = guess - 1, high = guess + 1;
  bool low_known = false, high_known = false;
  turn_to(guess);
  for (int k = 0; k < most_steps && out.pull_sum != 0; ++k) {
    const double a = out.intercept, reach = 2 * (1 + std::abs(a - guess));
    (out.pull_sum > 0 ? low : high) = a;
    (out.pull_sum > 0 ? low_known : high_known) = true;
    if (!low_known) low = a - reach;
    if (!high_known) high = a + reach;
    double next = a + out.pull_sum * n / slopes.curvature.sum();
    if (std::abs(next - a) <= 2 * unit_roundoff * (std::abs(a) + widest)) break;
    if (!(next > low && next < high))
      next = low_known && high_known ? low + (high - low) / 2 : (out.pull_sum > 0 ? high : low);
    if (next == a || (low_known && next == low) || (high_known && next == high)) break;
    turn_to(next);
  }
  out.curvature = slopes.curvature / n;
  out.mean = mean_loss(loss, labels, h.array() + out.intercept);
  return out;
}

/// How far an entry of M'r is at most from what it would be in real arithmetic, in units of the largest
/// |M_ij|: n additions of numbers that are themselves as wrong as f = h + a is, times the curvature; and
/// what the intercept lacks to its best moves them by what is left of their sum. h [n] is right to its last
/// bit.
inline double rounding_of_pull(const ProfiledLosses& losses, const Vector& h) {
  const Vector& w = losses.curvature;
  const double of_f = 2 * unit_roundoff * (h.cwiseAbs().dot(w) + 2 * std::abs(losses.intercept) * w.sum());
  const double of_sums = static_cast<double>(4 * h.size() + 16) * unit_roundoff * losses.pull.lpNorm<1>();
  return of_sums + of_f + std::abs(losses.pull_sum);
}

} // namespace core
