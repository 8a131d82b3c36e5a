#include "core/probability/scaling/softmax.hpp"

#include <cmath>

namespace core {

Vector softmax(const Vector& decision) {
  return decision.unaryExpr([](double f) {
    const double small = std::exp(-2 * std::abs(f));
    return f >= 0 ? 1 / (1 + small) : small / (1 + small);
  });
}

Estimate SoftmaxScaling::probability(const Matrix& at_points, const Matrix&, const Labels&) const {
  return {softmax(at_points.col(0)), {}};
}

} // namespace core
