#include "core/multiclass/scaling/temperature.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/sample/observation_weights.hpp"

namespace core {
namespace {

using Eigen::Index;

/// L with two derivatives.
struct LossAt {
  double b, value, slope, curvature;
};

class TemperatureLoss {
 public:
  /// Scores less those of the targets, so that the slope is a mean of p: what all rows share cancels first.
  TemperatureLoss(const Matrix& scores, const Matrix& targets, const Vector& weights)
      : apart_(scores.colwise() - scores.cwiseProduct(targets).rowwise().sum()),
        weights_(weights),
        spread_((scores.rowwise().maxCoeff() - scores.rowwise().minCoeff()).maxCoeff()) {}

  double spread() const { return spread_; }

  /// What a slope may be off by: z is, by its size, and so are the products.
  double rounding(const Matrix& scores) const {
    const double size = weights_.size() == 0
                            ? scores.cwiseAbs().rowwise().maxCoeff().mean()
                            : weighted_mean(scores.cwiseAbs().rowwise().maxCoeff(), weights_);
    return 8 * unit_roundoff * static_cast<double>(scores.cols() + 4) * (size + spread_);
  }

  LossAt operator()(double b) const {
    LossAt out{b, 0, 0, 0};
    for (Index i = 0; i < apart_.rows(); ++i) {
      const double most = apart_.row(i).maxCoeff();
      double total = 0, first = 0, second = 0;
      for (Index k = 0; k < apart_.cols(); ++k) {
        const double z = apart_(i, k), weight = exp(b * (z - most));
        total += weight, first += weight * z, second += weight * z * z;
      }
      const double mean = first / total;
      const double w = weight_at(weights_, i);
      out.value += w * (b * most + log(total));
      out.slope += w * mean;
      out.curvature += w * (second / total - mean * mean);
    }
    const double n = weight_of_all(weights_, apart_.rows());
    out.value /= n, out.slope /= n, out.curvature /= n;
    return out;
  }

 private:
  Matrix apart_; // [n x K]
  Vector weights_;
  double spread_;
};

/// Newton's method between b's of either sign of the slope; bisection where it would leave them.
LossAt root_between(const TemperatureLoss& loss, double lower, double upper) {
  LossAt at = loss((lower + upper) / 2);
  for (int i = 0; i < 200 && at.slope != 0; ++i) {
    (at.slope < 0 ? lower : upper) = at.b;
    const double newton = at.b - at.slope / at.curvature;
    const double next = newton > lower && newton < upper ? newton : lower + (upper - lower) / 2;
    if (next == at.b || next <= lower || next >= upper) break;
    const LossAt there = loss(next);
    const bool is_done = std::abs(next - at.b) <= 4 * unit_roundoff * at.b;
    if (std::abs(there.slope) < std::abs(at.slope) || !is_done) at = there;
    if (is_done) break;
  }
  return at;
}

/// A b on one side, as near as can be, whose slope has its sign beyond rounding. Where scores hardly tell the
/// classes apart b is small, and such a slope far above it.
double end_of_bracket(const TemperatureLoss& loss, double b, double direction, double rounding) {
  const double furthest = direction > 0 ? std::max(b, 1e6 / loss.spread()) : b;
  for (double step = 4 * unit_roundoff * b; step < furthest; step *= 2)
    if (direction * loss(b + direction * step).slope > rounding) return b + direction * step;
  return direction > 0 ? infinity : 0;
}

} // namespace

TemperatureFit fit_temperature(const Matrix& scores, const Matrix& targets, const Vector& weights) {
  expect(scores.rows() == targets.rows() && scores.rows() > 0, "a row of targets for each row of scores");
  const TemperatureLoss loss(scores, targets, weights);
  TemperatureFit out;
  if (loss.spread() == 0) {
    out.loss = loss(1).value;
    return out;
  }
  if (const LossAt none = loss(0); none.slope >= 0) {
    out.inverse = out.upper = 0;
    out.loss = none.value;
    return out;
  }
  double upper = 1 / loss.spread();
  for (int i = 0; i < 60 && loss(upper).slope <= 0; ++i) upper *= 2;
  const LossAt at = root_between(loss, 0, upper);
  out.inverse = at.b;
  out.loss = at.value;
  const double rounding = loss.rounding(scores);
  out.lower = end_of_bracket(loss, at.b, -1, rounding), out.upper = end_of_bracket(loss, at.b, 1, rounding);
  out.gap = (std::abs(at.slope) + rounding) * (out.upper - out.lower);
  if (!(out.gap <= certified_gap * std::max(out.loss, 1e-12))) out.status = Status::not_converged;
  return out;
}

} // namespace core
