#include "core/solver/gap_terms.hpp"

namespace core {

using Eigen::Index;

void GapTerms::measure(const DualPoint& point, double nu) {
  const auto residual = point.gradient.array() - nu;
  terms_ = (residual * (point.a - problem_.lower).array()).max(residual * (point.a - problem_.upper).array());
  const double greatest = terms_.size() > 0 ? terms_.maxCoeff() : 0;
  largest_ = 0;
  while (largest_ + 1 < terms_.size() && terms_(largest_) != greatest) ++largest_;
  gap_ = terms_.sum() / problem_.lambda;
  primal_ = 0.5 * (problem_.y.dot(point.a) - point.a.dot(point.gradient) / problem_.lambda) + gap_;
}

Extremes extremes(const WeightedDual& problem, const DualPoint& point) {
  Extremes found;
  const double* const g = point.gradient.data();
  for (Index i = 0; i < problem.size(); ++i) {
    if (point.a(i) < problem.upper(i) && (found.rise < 0 || g[i] < g[found.rise])) found.rise = i;
    if (point.a(i) > problem.lower(i) && (found.fall < 0 || g[i] > g[found.fall])) found.fall = i;
  }
  if (found.rise >= 0 && found.fall >= 0)
    found.nu = 0.5 * (g[found.rise] + g[found.fall]);
  else if (found.rise >= 0)
    found.nu = g[found.rise];
  else if (found.fall >= 0)
    found.nu = g[found.fall];
  return found;
}

} // namespace core
