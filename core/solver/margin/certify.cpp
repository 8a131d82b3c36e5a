#include "core/solver/margin/certify.hpp"

#include <cmath>

#include "core/solver/gram/columns.hpp"

namespace core {
namespace {

struct Answer {
  const Vector& field;
  double beta_0, primal;
};

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

/// What all sums that the two values are made of may be off by, where Ka is off by `units` 2^-53 of
/// sqrt(K_ii) sum_j sqrt(K_jj) |a_j|, and the values by what sum a lacks to 0.
double rounding_of(const WeightedDual& problem, const Vector& a, const Answer& at, double units) {
  constexpr double operations = 8;
  const auto n = static_cast<double>(problem.size());
  const Eigen::ArrayXd size = problem.gram.diagonal().array().sqrt();
  const Eigen::ArrayXd reach = problem.upper.array().abs().max(problem.lower.array().abs());
  const double spread = (size * a.array().abs()).sum(), lever = (size * (reach + a.array().abs())).sum();
  // f = Ka / lambda + beta_0 is rounded twice where Ka is not 0, y - f once more.
  const Eigen::ArrayXd h = at.field.array().abs() / problem.lambda;
  const double residuals = (reach * (h > 0).select(1 + 2 * h + 2 * std::abs(at.beta_0), 0.0)).sum();
  const double length = a.lpNorm<1>(), square = std::abs(a.dot(at.field)) / problem.lambda;
  const double values = std::abs(at.primal) + length + square;
  const double unbalanced = (std::abs(a.sum()) + n * unit_roundoff * length) * 2 * (1 + std::abs(at.beta_0));
  const double computed = units * spread * lever / problem.lambda + operations * residuals;
  const double bound = unit_roundoff * (computed + (n + operations) * values) + unbalanced;
  return std::isfinite(bound) ? bound : infinity;
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
  return certify(problem, a, Product{field, rounding_units(problem.gram, a)}, beta_0);
}

Certificate certify(const WeightedDual& problem, const Vector& a, const Product& product, double beta_0) {
  const auto& [field, units] = product;
  Certificate certificate;
  certificate.primal = primal_at(problem, a, field, beta_0);
  const Vector point =
      a.allFinite() ? nearest_feasible(problem, a) : nearest_feasible(problem, Vector::Zero(a.size()));
  const bool same = point == a;
  certificate.dual = dual_at(problem, point, same ? field : gram_times(problem.gram, point));
  certificate.rounding = rounding_of(problem, point, {field, beta_0, certificate.primal}, units);
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
