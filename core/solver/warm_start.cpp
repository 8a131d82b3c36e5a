#include "core/solver/warm_start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace core {
namespace {

using Eigen::Index;

// A residual within this of zero is on the elbow, in units of f. It decides how good the start is, no more.
constexpr double on_elbow = 1e-6;

Vector named_by_residuals(const WeightedDual& problem, const Vector& a, const Vector& residual) {
  Vector point(a.size());
  for (Index i = 0; i < a.size(); ++i) {
    if (std::abs(residual(i)) > on_elbow)
      point(i) = residual(i) > 0 ? problem.upper(i) : problem.lower(i);
    else
      point(i) = std::clamp(a(i), problem.lower(i), problem.upper(i));
  }
  return point;
}

} // namespace

Vector warm_start(const WeightedDual& problem, const Vector& a, const Vector& residual) {
  Vector point = named_by_residuals(problem, a, residual);
  double surplus = point.sum();
  const Vector& end = surplus > 0 ? problem.lower : problem.upper;
  std::vector<Index> order;
  for (Index i = 0; i < point.size(); ++i)
    if (point(i) != end(i)) order.push_back(i);
  const auto later = [&](Index s, Index t) {
    const double far = std::abs(residual(s)), near = std::abs(residual(t));
    return near < far || (near == far && t < s);
  };
  std::make_heap(order.begin(), order.end(), later);
  for (; !order.empty() && surplus != 0; order.pop_back()) {
    std::pop_heap(order.begin(), order.end(), later);
    const Index i = order.back();
    if (std::abs(surplus) <= std::abs(point(i) - end(i))) {
      point(i) -= surplus;
      break;
    }
    surplus -= point(i) - end(i);
    point(i) = end(i);
  }
  return point;
}

} // namespace core
