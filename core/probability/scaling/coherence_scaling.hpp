#pragma once
#include "core/estimate/calibration.hpp"
#include "core/loss/coherence.hpp"
#include "core/solver/certificate.hpp"

// Probabilities of the outputs of a support vector machine (Zhang, Dai & Jordan 2013, sections 2.3 and 3.5).
namespace core {

/// Sollich's (2002): log-odds 2 f between the margins, f + sign(f) beyond them. Fitted to nothing.
struct SollichScaling final : Calibration {
  Reads reads(Eigen::Index) const override { return {{0.5}, 0.5}; }
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

/// The temperature rho of eq. 12.
struct CoherenceFit {
  double rho = 1;
  Status status = Status::ok;
  double gradient = 0; ///< of the mean cross entropy in log rho, 0 where it points out of the interval
};

/// argmin over rho in [1e-4, 1e4] of the (weighted) mean cross entropy of labels [n] against the
/// probabilities that eq. 12, with this u >= 0, gives decision values [n] (eq. 13); those within 1e-7 of 1 or
/// -1, a machine's elbow, are taken for 1 or -1. The sum may have several minima: the least of a grid of 97
/// is taken, then Newton's method in log rho between its neighbours. Not converged where the slope there
/// stays above 1e-8. Cost 100 n.
CoherenceFit fit_coherence(const Vector& decision, const WeightedLabels& labels, double u);

/// Eq. 12 with rho fitted to the decision values of the training points. Facts: rho, rho_gradient.
struct CoherenceScaling final : Scaling {
  double u = 1;
  CoherenceScaling() { folds = 0; }
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

} // namespace core
