#pragma once
#include <cstdint>

#include "core/estimate/estimate.hpp"
#include "core/random/folds.hpp"
#include "core/sample/class_numbers.hpp"

// How the scores of K classes become probabilities. A score z_k is a number that rises with the chance of
// class k; of probabilities it is their logarithm. Each calibration is fitted to scores of the sample by
// least cross entropy.
//
// Targets: smoothed, for the class k of a point, of which the sample has n_k, (n_k + 1) / (n_k + K), and for
// each other one 1 / (n_k + K): the rule of succession, which of two classes is Platt's. A fit then always
// exists. Or the labels, as the papers have it. Then scores that part the classes leave no minimum: not
// converged.
namespace core {

struct ClassCalibration {
  enum class Targets { smoothed, labels };

  std::int64_t folds = 5; ///< of the scores that held the point out; 0: the scores of the fit on all points
  FoldAssignment assignment = FoldAssignment::stratified;
  Targets targets = Targets::smoothed;

  virtual ~ClassCalibration() = default;

  /// at_points [m x K], on_sample [n x K], finite; fitted by the weights of y where it has any. The summary
  /// has the certificate of the calibration's own fit. A row has the same bits in whatever company it is.
  virtual Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                               const ClassNumbers& y) const = 0;
};

/// [n x K]; n_k counts weights.
Matrix class_targets(const ClassNumbers& y, ClassCalibration::Targets targets);

/// p in proportion to exp(z_k / T): core/multiclass/scaling/temperature.hpp. Facts:
/// inverse_temperature, 1 / T; temperature_gap. A remark says where it is 0.
struct TemperatureScaling final : ClassCalibration {
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const ClassNumbers& y) const override;
};

/// p in proportion to exp(a_k z_k + b_k) (Guo et al. 2017, section 4.2). Fact: calibration_gradient, the
/// largest entry of the gradient of the mean cross entropy, in scores of spread one.
struct VectorScaling final : ClassCalibration {
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const ClassNumbers& y) const override;
};

/// Dirichlet calibration (Kull et al. 2019, section 3): p in proportion to exp(sum_j w_kj log q_j + b_k), q
/// the softmax of the scores. Minimised is the mean cross entropy + ridge / (K (K - 1)) sum_{k != j} w_kj^2 +
/// intercept_ridge / K sum_k b_k^2, the penalties called ODIR there. Fact: calibration_gradient.
struct DirichletCalibration final : ClassCalibration {
  double ridge = 0.01, intercept_ridge = 0.01;
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const ClassNumbers& y) const override;
};

} // namespace core
