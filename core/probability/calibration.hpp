#pragma once
#include "core/probability/estimate.hpp"

namespace core {

/// How the decision functions of weighted classifiers become a class probability at one lambda.
struct Calibration {
  virtual ~Calibration() = default;

  /// Probabilities at the m points of cross_gram [m x n], K(x_new, x_train), from the fits on the n training
  /// points.
  virtual Estimate apply(WeightedFits& fits, double lambda, const Matrix& cross_gram) const = 0;
};

/// Algorithm 1 (core/probability/bracket.hpp) with this many intervals; 0 stands for floor(sqrt n).
/// Facts: nonmonotone, the points whose signs are not monotone in pi.
struct BracketCalibration final : Calibration {
  std::int64_t intervals = 20;
  Estimate apply(WeightedFits&, double lambda, const Matrix& cross_gram) const override;
};

/// Platt's scaling of the unweighted classifier (pi = 1/2), the sigmoid fitted to training decision values.
/// In the scaling of the weighted problem pi = 1/2 halves both costs: the unweighted fit at lambda is the
/// weighted one at lambda / 2, with either loss. Facts: platt_slope, platt_offset, platt_gradient.
struct PlattCalibration final : Calibration {
  Estimate apply(WeightedFits&, double lambda, const Matrix& cross_gram) const override;
};

} // namespace core
