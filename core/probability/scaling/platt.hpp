#pragma once
#include "core/estimate/calibration.hpp"
#include "core/sample/types.hpp"
#include "core/solver/certificate.hpp"

// Platt's scaling (Platt 1999; eq. 1 of Wang, Shen & Liu 2008): p(x) = 1 / (1 + exp(A f(x) + B)).
//
// Minimised over (A, B): the cross entropy of the smoothed targets t_i = (n+ + 1)/(n+ + 2) for y_i = +1 and
// 1/(n- + 2) for y_i = -1, by Newton's method with backtracking in the overflow-safe form of Lin, Lin & Weng
// (2007). The problem is convex with targets strictly inside (0, 1), so a stationary point is the minimum;
// the certificate is the norm of the gradient over n, stored with the fit.
//
// A is at most 0: a larger decision value never makes +1 less probable. Where the free minimum has A > 0 the
// least cross entropy under this bound is at A = 0, and p is the mean of the targets throughout. Platt states
// no bound. Without it noise gives probabilities that contradict the very classifier they are made from.
namespace core {

struct PlattSigmoid {
  double slope = 0;        ///< A, at most 0; negative where larger f means larger p
  double offset = 0;       ///< B
  bool is_clipped = false; ///< the free minimum has A > 0
  Status status = Status::ok;
  double gradient = 0; ///< max-norm of the gradient of the mean cross entropy, where A is free
  std::int64_t iterations = 0;

  /// P(Y = +1) [m] at decision values [m], and its log-odds.
  Vector probability(const Vector& decision) const;
  Vector log_odds(const Vector& decision) const;
};

/// The A, of either sign, and B of least mean cross entropy of targets [n] in [0, 1] at decision values [n].
/// Both kinds of target lie on either side of some value, or are inside (0, 1): else there is no minimum.
/// Where every decision value is the same only B is determined; A is then 0. The mean is weighted where there
/// are weights [n]. Cost n per iteration.
PlattSigmoid fit_sigmoid(const Vector& decision, const Vector& targets, const Vector& weights = {});

/// The targets t [n] of labels [n]; n+ and n- count weights.
Vector smoothed_targets(const WeightedLabels& labels);

/// Fits A <= 0 and B to decision values [n] and labels [n]. Where every decision value is the same only B is
/// determined; A is then 0. Cost n per iteration, about ten iterations.
PlattSigmoid fit_platt(const Vector& decision, const WeightedLabels& labels);

/// Platt's sigmoid of the decision values (core/probability/scaling/platt.hpp).
/// Facts: platt_slope, platt_offset, platt_gradient; platt_clipped, 1 where the slope is clipped at 0, and
/// absent elsewhere. A remark says that it is.
struct PlattCalibration final : Scaling {
  PlattCalibration() { folds = 0; }
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

} // namespace core
