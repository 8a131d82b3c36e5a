#include "core/solver/certify.hpp"

#include <cmath>

#include "core/solver/columns.hpp"

namespace core {
namespace {

double primal_at(const WeightedDual& problem, const Vector& a, const Vector& field, double beta_0) {
  double loss = 0;
  for (Eigen::Index i = 0; i < problem.size(); ++i)
    loss += support(problem.box(i), problem.y(i) - (field(i) / problem.lambda + beta_0));
  const double value = loss + 0.5 * a.dot(field) / problem.lambda;
  return std::isfinite(value) ? value : infinity;
}

double dual_at(const WeightedDual& problem, const Vector& a, const Vector& field) {
  return problem.y.dot(a) - 0.5 * a.dot(field) / problem.lambda;
}

} // namespace

double primal_value(const WeightedDual& problem, const Vector& a, double beta_0) {
  return primal_at(problem, a, gram_times(problem.gram, a), beta_0);
}

double dual_value(const WeightedDual& problem, const Vector& a) {
  const Vector point = nearest_feasible(problem, a);
  return dual_at(problem, point, gram_times(problem.gram, point));
}

Certificate certify(const WeightedDual& problem, const Vector& a, double beta_0) {
  return certify(problem, a, gram_times(problem.gram, a), beta_0);
}

Certificate certify(const WeightedDual& problem, const Vector& a, const Vector& field, double beta_0) {
  Certificate certificate;
  certificate.primal = primal_at(problem, a, field, beta_0);
  const Vector point =
      a.allFinite() ? nearest_feasible(problem, a) : nearest_feasible(problem, Vector::Zero(a.size()));
  const bool same = point == a;
  certificate.dual = dual_at(problem, point, same ? field : gram_times(problem.gram, point));
  return certificate;
}

KktViolation kkt_violation(const WeightedDual& problem, const DualSolution& solution, double slack) {
  const Vector& a = solution.a;
  const Vector residual = problem.y - solution.decision(problem.gram);
  KktViolation found;
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    const Box box = problem.box(i);
    const double room = slack * (box.upper - box.lower);
    found.box = std::max({found.box, box.lower - a(i), a(i) - box.upper});
    if (a(i) < box.upper - room) found.margin = std::max(found.margin, residual(i));
    if (a(i) > box.lower + room) found.margin = std::max(found.margin, -residual(i));
  }
  const double size = a.lpNorm<1>();
  found.equality = size > 0 ? std::abs(a.sum()) / size : 0;
  return found;
}

} // namespace core
