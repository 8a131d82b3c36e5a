#include "core/solver/interior/vertex.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

namespace core {
namespace {

using Eigen::Index;

/// A variable nearer to a bound than this share of its box is at it: at the corner, and off it, where it has
/// no business inside.
constexpr double at_bound = 1e-9, off_corner = 1e-5;

/// What is left of a column, relative, where it depends on others.
constexpr double dependent = 1e-9;

class Push {
 public:
  Push(const AtCorner& corner, Vector a)
      : x_(corner.x), lower_(corner.problem.lower), upper_(corner.problem.upper), a_(std::move(a)) {}

  /// Moves variable j, where it is strictly inside its box, to a bound or into the basis.
  void take(Index j) {
    while (inside(j)) {
      const Vector column = this->column(j);
      Vector share = Vector::Zero(0);
      if (!basis_.empty()) share = factor_.solve(column);
      const double left = basis_.empty() ? column.norm() : (column - columns_ * share).norm();
      if (left > dependent * (1 + column.norm())) return add(j);
      const Index met = move(j, share);
      if (met < 0) return;
      basis_[static_cast<std::size_t>(met)] = j;
      return refactor();
    }
  }

  Vector finished() && { return std::move(a_); }

  /// To a bound that is this near.
  void settle(Index i, double share) {
    const double near = share * (upper_(i) - lower_(i));
    if (a_(i) - lower_(i) <= near) a_(i) = lower_(i);
    if (upper_(i) - a_(i) <= near) a_(i) = upper_(i);
  }

 private:
  Vector column(Index j) const {
    Vector out(x_.cols() + 1);
    out << x_.row(j).transpose(), 1;
    return out;
  }

  bool inside(Index j) const { return lower_(j) < a_(j) && a_(j) < upper_(j); }

  void add(Index j) {
    basis_.push_back(j);
    refactor();
  }

  void refactor() {
    columns_.resize(x_.cols() + 1, static_cast<Index>(basis_.size()));
    for (std::size_t k = 0; k < basis_.size(); ++k) columns_.col(static_cast<Index>(k)) = column(basis_[k]);
    factor_.compute(columns_);
  }

  /// Moves j towards zero and the basis against it, until one of them meets a bound: the place in the basis
  /// of the one that does, -1 where it is j.
  Index move(Index j, const Vector& share) {
    double step = -a_(j);
    Index met = -1;
    for (Index k = 0; k < share.size(); ++k) {
      const Index i = basis_[static_cast<std::size_t>(k)];
      const double change = -step * share(k);
      const double room = change > 0 ? upper_(i) - a_(i) : a_(i) - lower_(i);
      if (std::abs(change) > room) step *= room / std::abs(change), met = k;
    }
    for (Index k = 0; k < share.size(); ++k) {
      const Index i = basis_[static_cast<std::size_t>(k)];
      a_(i) = std::clamp(a_(i) - step * share(k), lower_(i), upper_(i));
    }
    a_(j) = met < 0 ? 0 : a_(j) + step;
    if (met >= 0) {
      const Index i = basis_[static_cast<std::size_t>(met)];
      a_(i) = a_(i) - lower_(i) < upper_(i) - a_(i) ? lower_(i) : upper_(i);
    }
    return met;
  }

  const Matrix& x_;
  const Vector &lower_, &upper_;
  Vector a_;
  std::vector<Index> basis_;
  Matrix columns_; ///< [(r + 1) x basis], independent
  Eigen::HouseholderQR<Matrix> factor_;
};

} // namespace

Vector at_vertex(const AtCorner& corner, Vector a) {
  const Vector margin = corner.problem.y.cwiseProduct(corner.decision);
  Push push(corner, std::move(a));
  for (Index i = 0; i < margin.size(); ++i)
    push.settle(i, std::abs(margin(i) - 1) > corner.slack ? off_corner : at_bound);
  for (Index i = 0; i < margin.size(); ++i) push.take(i);
  return std::move(push).finished();
}

Index support_vectors(const Vector& a) {
  return (a.array() != 0).count();
}

} // namespace core
