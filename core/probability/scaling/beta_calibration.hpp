#pragma once
#include "core/estimate/calibration.hpp"
#include "core/solver/certificate.hpp"

// Beta calibration (Kull, Silva Filho & Flach 2017, section 4), with three parameters.
//
// Problem: for a score s in (0, 1), log-odds a log s - b log(1 - s) + c with a, b >= 0 of the least mean
// cross entropy L(a, b, c) of targets t_i in [0, 1]. A margin classifier's score is s = 1 / (1 + exp(-2 f)),
// so that a = b = 1, c = 0 is the softmax of core/probability/scaling/softmax.hpp, and a = b a sigmoid in f.
//
// Solution: L is convex. Newton's method with backtracking finds its free minimum, in columns that are made
// orthonormal first. Where that has a < 0 or b < 0, the minimum lies on an edge of the quadrant: the better
// of a = 0 and b = 0 is taken, each with the other parameter clipped at 0 in its turn. These are the
// reductions of the paper. Scores of two values do not tell a from b; then a = b. Scores of one value leave c
// alone.
//
// Certificate: at the minimum dL/dc = 0, and dL/da is 0 where a > 0 and at least 0 where a = 0; so for b. The
// largest violation, in the orthonormal columns for what is free, is stored with the fit. With targets
// strictly inside (0, 1) a minimum exists. With labels for targets it does not where a score parts the
// classes.
namespace core {

struct BetaCalibrationFit {
  double a = 1, b = 1, c = 0;
  Status status = Status::ok;
  double gradient = 0; ///< the certificate
  double loss = 0;     ///< L

  double log_odds(double decision) const;
};

/// Fits a, b, c to decision values f [n], of which s = 1 / (1 + exp(-2 f)) are the scores, and targets [n],
/// by weights [n] where there are any. Cost n an iteration, about ten iterations.
BetaCalibrationFit fit_beta_calibration(const Vector& decision, const Vector& targets,
                                        const Vector& weights = {});

/// Facts: beta_calibration_a, _b, _c and _gradient.
struct BetaCalibration final : Scaling {
  /// smoothed: those of Platt (1999), (n+ + 1) / (n+ + 2) and 1 / (n- + 2). labels: 1 and 0, as the paper has
  /// it; what the classes' separation does to it is NOT CONVERGED.
  enum class Targets { smoothed, labels };
  Targets targets = Targets::smoothed;
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

} // namespace core
