#pragma once
#include "core/probability/calibration.hpp"
#include "core/solver/certificate.hpp"
#include "core/types.hpp"

// Platt's scaling (Platt 1999; eq. 1 of Wang, Shen & Liu 2008): p(x) = 1 / (1 + exp(A f(x) + B)).
//
// Minimised over (A, B): the cross entropy of the smoothed targets t_i = (n+ + 1)/(n+ + 2) for y_i = +1 and
// 1/(n- + 2) for y_i = -1, by Newton's method with backtracking in the overflow-safe form of Lin, Lin & Weng
// (2007). The problem is convex with targets strictly inside (0, 1), so a stationary point is the minimum;
// the certificate is the norm of the gradient over n, stored with the fit.
namespace core {

struct PlattSigmoid {
  double slope = 0;  ///< A; negative where larger f means larger p
  double offset = 0; ///< B
  Status status = Status::ok;
  double gradient = 0; ///< max-norm of the gradient of the mean cross entropy
  std::int64_t iterations = 0;

  /// P(Y = +1) [m] at decision values [m], and its log-odds.
  Vector probability(const Vector& decision) const;
  Vector log_odds(const Vector& decision) const;
};

/// Fits A and B to decision values [n] and labels [n]. Where every decision value is the same only B is
/// determined; A is then 0. Cost n per iteration, about ten iterations.
PlattSigmoid fit_platt(const Vector& decision, const Labels& y);

/// Platt's sigmoid of the decision values (core/probability/scaling/platt.hpp).
/// Facts: platt_slope, platt_offset, platt_gradient.
struct PlattCalibration final : Scaling {
  PlattCalibration() { folds = 0; }
  Estimate probability(const Matrix& at_points, const Matrix& on_sample, const Labels& y) const override;
};

} // namespace core
