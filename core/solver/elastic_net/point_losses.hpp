#pragma once
#include <algorithm>
#include <cmath>

#include "core/loss/margin_losses.hpp"
#include "core/types.hpp"

namespace core {

/// Of the losses of n points at decision values f [n], divided by n: minus the slope in f and the curvature
/// of each.
struct PointLosses {
  Vector pull;      ///< r [n], r_i = -y_i L'(y_i f_i) / n
  Vector curvature; ///< w [n], L''(y_i f_i) / n
};

template <class Loss>
double mean_loss(const Loss& loss, const Labels& y, const Vector& f) {
  Vector value;
  loss_values(loss, {y, f}, value);
  double sum = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) sum += value(i);
  return sum / static_cast<double>(y.size());
}

template <class Loss>
PointLosses point_losses(const Loss& loss, const Labels& y, const Vector& f) {
  const auto n = static_cast<double>(y.size());
  SlopesAt<Vector> at;
  loss_slopes(loss, {y, f}, at);
  return {-y.array() * at.slope.array() / n, at.curvature / n};
}

/// The intercept that is best for h [n]: sum_i r_i = 0 at h + a, to the last bits; where the loss is flat,
/// one of them. Newton's method in a bracket. Both classes must be there. Cost about 5 n slopes.
template <class Loss>
double best_intercept(const Loss& loss, const Labels& y, const Vector& h, double guess) {
  SlopesAt<Vector> slopes;
  const auto sum_at = [&](double a) {
    struct {
      double pull = 0, curvature = 0;
    } at;
    loss_slopes(loss, {y, h, a}, slopes);
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      at.pull -= y(i) * slopes.slope(i);
      at.curvature += slopes.curvature(i);
    }
    return at;
  };
  constexpr int most_steps = 200;
  // Widened until one class outweighs the other on either side.
  double low = guess - 1, high = guess + 1;
  double a = guess;
  bool low_known = false, high_known = false;
  for (int k = 0; k < most_steps; ++k) {
    const auto at = sum_at(a);
    if (at.pull == 0) break;
    (at.pull > 0 ? low : high) = a;
    (at.pull > 0 ? low_known : high_known) = true;
    double next = a + at.pull / at.curvature;
    const double reach = 2 * (1 + std::abs(a - guess));
    if (!low_known) low = a - reach;
    if (!high_known) high = a + reach;
    if (!(next > low && next < high))
      next = low_known && high_known ? low + (high - low) / 2 : (at.pull > 0 ? high : low);
    if (next == a || (low_known && next == low) || (high_known && next == high)) break;
    if (std::abs(next - a) <= 1e-15 * std::abs(a)) return next;
    a = next;
  }
  return a;
}

} // namespace core
