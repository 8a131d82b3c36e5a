#include "core/solver/margin/warm_start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace core {
namespace {

using Eigen::Index;

// A residual within this of zero is on the elbow, in units of f. It decides how good the start is, no more.
constexpr double on_elbow = 1e-6;

// An observation by when a shift of the intercept would reach it; the first is the greatest, as heaps have
// it.
struct Reached {
  double residual; // its size
  Index i;
  bool operator<(const Reached& other) const {
    return other.residual < residual || (other.residual == residual && other.i < i);
  }
};

} // namespace

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

Vector warm_start(const WeightedDual& problem, const Vector& a, const Vector& residual) {
  Vector point = named_by_residuals(problem, a, residual);
  double surplus = point.sum();
  const Vector& end = surplus > 0 ? problem.lower : problem.upper;
  std::vector<Reached> order;
  order.reserve(static_cast<std::size_t>(point.size()));
  for (Index i = 0; i < point.size(); ++i)
    if (point(i) != end(i)) order.push_back({std::abs(residual(i)), i});
  std::make_heap(order.begin(), order.end());
  for (; !order.empty() && surplus != 0; order.pop_back()) {
    std::pop_heap(order.begin(), order.end());
    const Index i = order.back().i;
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
