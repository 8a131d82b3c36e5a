#include "core/probability/scaling/softmax.hpp"

#include "core/loss/logistic.hpp"

namespace core {

Vector softmax(const Vector& decision) {
  return decision.unaryExpr([](double f) { return sigmoid(2 * f); });
}

Estimate SoftmaxScaling::probability(const Matrix& at_points, const Matrix&, const Labels&) const {
  return {{softmax(at_points.col(0)), 2 * at_points.col(0)}, {}};
}

} // namespace core
