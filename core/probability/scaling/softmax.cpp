#include "core/probability/scaling/softmax.hpp"

#include "core/loss/logistic_sums.hpp"

namespace core {

Vector softmax(const Vector& decision) {
  return sigmoids(2 * decision);
}

Estimate SoftmaxScaling::probability(const Matrix& at_points, const Matrix&, const WeightedLabels&) const {
  return {{softmax(at_points.col(0)), 2 * at_points.col(0)}, {}};
}

} // namespace core
