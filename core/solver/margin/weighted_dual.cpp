#include "core/solver/margin/weighted_dual.hpp"

#include <algorithm>
#include <vector>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {
namespace {

// A sum of n terms is zero to rounding when it is this small relative to the sum of their sizes.
constexpr double relative_rounding = 1e-13;

bool balanced(const Vector& a) {
  return std::abs(a.sum()) <= relative_rounding * a.lpNorm<1>();
}

Vector clipped(const WeightedDual& problem, const Vector& a, double shift) {
  return (a.array() - shift).max(problem.lower.array()).min(problem.upper.array());
}

// The sum of clipped(shift) falls from sum upper to sum lower and is linear between the 2n values of the
// shift at which a coordinate meets a bound. Returns the root by bisection over those values, then by
// interpolation.
double balancing_shift(const WeightedDual& problem, const Vector& a) {
  std::vector<double> knots;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    knots.push_back(a(i) - problem.upper(i));
    knots.push_back(a(i) - problem.lower(i));
  }
  std::sort(knots.begin(), knots.end());
  std::size_t left = 0, right = knots.size() - 1;
  while (right - left > 1) {
    const std::size_t middle = (left + right) / 2;
    (clipped(problem, a, knots[middle]).sum() >= 0 ? left : right) = middle;
  }
  const double above = clipped(problem, a, knots[left]).sum();
  const double below = clipped(problem, a, knots[right]).sum();
  if (above <= below) return knots[left];
  return knots[left] + (knots[right] - knots[left]) * std::clamp(above / (above - below), 0.0, 1.0);
}

// Interpolation leaves a remainder of rounding size; the coordinates with room take it up.
void absorb_remainder(const WeightedDual& problem, Vector& a) {
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const double sum = a.sum();
    if (std::abs(sum) <= relative_rounding * a.lpNorm<1>()) return;
    a(i) = std::clamp(a(i) - sum, problem.lower(i), problem.upper(i));
  }
}

} // namespace

WeightedDual weighted_dual(const Gram& gram, const Labels& y, double pi, double lambda) {
  expect(gram.rows() == y.size() && gram.cols() == y.size(), "the Gram matrix is n x n");
  expect(gram.is_finite(), "the Gram matrix is finite");
  expect(pi >= 0 && pi <= 1, "a weight lies in [0, 1]");
  expect(lambda > 0, "lambda is positive");
  WeightedDual problem{gram, y, Vector(y.size()), Vector(y.size()), lambda};
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    expect(y(i) == 1 || y(i) == -1, "a label is +1 or -1");
    const Box box = Hinge::box(y(i), y(i) > 0 ? 1 - pi : pi);
    problem.lower(i) = box.lower;
    problem.upper(i) = box.upper;
  }
  return problem;
}

Vector DualSolution::decision(const Matrix& cross_gram) const {
  return (row_products(cross_gram, a) / lambda).array() + beta_0;
}

Vector nearest_feasible(const WeightedDual& problem, const Vector& a) {
  expect(a.size() == problem.size(), "one dual variable an observation");
  Vector point = clipped(problem, a, 0);
  if (balanced(point)) return point;
  expect((problem.lower.array() <= problem.upper.array()).all(), "every box has lower <= upper");
  const double rounding = relative_rounding * (problem.lower.lpNorm<1>() + problem.upper.lpNorm<1>());
  expect(problem.lower.sum() <= rounding && problem.upper.sum() >= -rounding,
         "some point of the boxes sums to zero");
  point = clipped(problem, a, balancing_shift(problem, a));
  absorb_remainder(problem, point);
  return point;
}

DualPoint dual_point(const WeightedDual& problem, const Vector& a) {
  DualPoint point{nearest_feasible(problem, a), {}};
  point.gradient = gram_times(problem.gram, point.a) - problem.lambda * problem.y;
  return point;
}

} // namespace core
