#pragma once
#include "core/estimate/calibration.hpp"

namespace core {

/// 1 / (1 + exp(-2 f)) [m] without overflow.
Vector softmax(const Vector& decision);

/// The softmax scaler of Rueping (2004), section 3: P(Y = +1) = 1 / (1 + exp(-2 f)). Fitted to nothing.
struct SoftmaxScaling final : Calibration {
  Reads reads(Eigen::Index) const override { return {{0.5}, 0.5}; }
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

} // namespace core
