#include "core/multiclass/methods/pairwise_coupling.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <numeric>
#include <vector>

namespace core {
namespace {

using Eigen::Index;

Matrix coupling_form(const Matrix& r) {
  const Index K = r.rows();
  Matrix q = Matrix::Zero(K, K);
  for (Index i = 0; i < K; ++i)
    for (Index j = 0; j < K; ++j) {
      if (j == i) continue;
      q(i, i) += r(j, i) * r(j, i);
      q(i, j) = -(r(i, j) * r(j, i));
    }
  return q;
}

/// F as a sum of squares, which keeps its digits where they are few.
double coupling_loss(const Matrix& r, const Vector& p) {
  double sum = 0;
  for (Index i = 0; i < p.size(); ++i)
    for (Index j = i + 1; j < p.size(); ++j) {
      const double off = r(j, i) * p(i) - r(i, j) * p(j);
      sum += off * off;
    }
  return sum;
}

Vector solved(const Matrix& q) {
  const Index K = q.rows();
  Matrix system = Matrix::Ones(K + 1, K + 1);
  system.topLeftCorner(K, K) = q;
  system(K, K) = 0;
  Vector right = Vector::Zero(K + 1);
  right(K) = 1;
  return system.partialPivLu().solve(right).head(K).cwiseMax(0);
}

std::vector<Index> largest_first(const Vector& p) {
  std::vector<Index> order(static_cast<std::size_t>(p.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) { return p(i) > p(j); });
  return order;
}

/// Small entries from large ones. A class that beats every other for certain has Q_ii = 0 and stays.
void sweep(const Matrix& r, const Matrix& q, Vector& p) {
  const double loss = coupling_loss(r, p);
  for (const Index i : largest_first(p)) {
    if (q(i, i) == 0) continue;
    double sum = loss;
    for (Index j = 0; j < p.size(); ++j)
      if (j != i) sum -= q(i, j) * p(j);
    p(i) = sum / q(i, i);
  }
  p /= p.sum();
}

} // namespace

Coupling coupled(const Matrix& r) {
  if (r.rows() == 2) return {Vector(Eigen::Vector2d(r(0, 1), r(1, 0)))};
  const Matrix q = coupling_form(r);
  Coupling out{solved(q)};
  for (int i = 0; i < 2; ++i) sweep(r, q, out.p);
  out.gap = coupling_gap(r, out.p);
  return out;
}

double coupling_gap(const Matrix& r, const Vector& p) {
  const Vector slope = coupling_form(r) * p;
  return 2 * std::max(0.0, coupling_loss(r, p) - slope.minCoeff());
}

} // namespace core
