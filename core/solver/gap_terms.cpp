#include "core/solver/gap_terms.hpp"

namespace core {

using Eigen::Index;

void measure_gap(const WeightedDual& problem, const DualPoint& point, double nu, GapTerms& out) {
  const auto residual = point.gradient.array() - nu;
  out.terms =
      (residual * (point.a - problem.lower).array()).max(residual * (point.a - problem.upper).array());
  const double largest = out.terms.size() > 0 ? out.terms.maxCoeff() : 0;
  out.largest = 0;
  while (out.largest + 1 < out.terms.size() && out.terms(out.largest) != largest) ++out.largest;
  out.gap = out.terms.sum() / problem.lambda;
  const double dual = 0.5 * (problem.y.dot(point.a) - point.a.dot(point.gradient) / problem.lambda);
  out.primal = dual + out.gap;
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
