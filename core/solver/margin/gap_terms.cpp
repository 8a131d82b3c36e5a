#include "core/solver/margin/gap_terms.hpp"

#include "core/solver/loops/triangle_loops.hpp"

namespace core {

using Eigen::Index;

void GapTerms::measure(const DualPoint& point, double nu) {
  const loops::GapSums sums = loops::gap_terms(problem_.size(),
                                               {point.a.data(), point.gradient.data(), problem_.lower.data(),
                                                problem_.upper.data(), problem_.y.data()},
                                               nu, terms_.data());
  largest_ = 0;
  while (largest_ + 1 < terms_.size() && terms_(largest_) != sums.greatest) ++largest_;
  gap_ = sums.terms / problem_.lambda;
  primal_ = 0.5 * (sums.y_a - sums.a_g / problem_.lambda) + gap_;
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
