#pragma once
#include "core/estimate/calibration.hpp"

namespace core {

/// Garczarek's beta scaling, one map for each predicted class (Rueping 2004, SVM-Beta). The membership of a
/// point in the class it is predicted to be in is m = 1 / (1 + exp(-2 |f|)); predicted +1 where f > 0. Over
/// the calibration points predicted to be in a class, the targets are whether that was correct, and N is the
/// integer between floor(min(n, M)) and floor(max(n, M)), at least 1, of least mean (correct - m')^2
/// (core/probability/scaling/beta_map.hpp). A class that no calibration point was predicted to be in keeps
/// m' = m. Facts: beta_total_positive, beta_total_negative, the N of each class, where there is one.
/// Cost about 100 quantiles a calibration point.
struct BetaScaling final : Scaling {
  /// probability: P(Y = +1) = m' where +1 is predicted, 1 - m' where -1 is. membership: m' whatever is
  /// predicted - a mistake, for comparison with a published row that only a mistake explains.
  enum class Reading { probability, membership };
  Reading reading = Reading::probability;
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

/// Beta scaling with a single map (Rueping 2004, SVM-Beta-2): P(Y = +1) = m' for the values
/// z = 1 / (1 + exp(-2 f)) and the targets (y = +1); N is the real number in [0.02, 200] of least mean
/// (t - m')^2. Monotone in f. Facts: beta_total, N, where there is one. Cost about 60 quantiles a point.
struct SingleBetaScaling final : Scaling {
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

} // namespace core
