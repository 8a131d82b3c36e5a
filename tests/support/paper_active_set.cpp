#include "tests/support/paper_active_set.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace tests {
namespace {

using core::Matrix;
using core::Piece;
using core::Vector;
using Eigen::Index;
using Rows = std::vector<Index>;

constexpr double beyond_corner = 1e-9, no_curvature = 1e-10, no_slope = 1e-9;
constexpr std::int64_t most_steps = 20'000;

double entropy(double a) {
  return (a > 0 ? a * std::log(a) : 0) + (a < 1 ? (1 - a) * std::log1p(-a) : 0);
}

/// A change of alpha on the active rows, the multiplier of sum alpha y = 0, and whether q curves along it.
struct Direction {
  Vector d; ///< [n], 0 off the active rows
  double gamma = 0;
  bool curved = true;
};

class ActiveSet {
 public:
  ActiveSet(const Matrix& gram, const core::Labels& y, const core::FaithfulInterval& interval, double lambda)
      : y_(y), g_(y.asDiagonal() * gram * y.asDiagonal() / lambda), n_(y.size()), active_(n_, false) {
    corner_ = y.unaryExpr([&](double label) { return interval.loss(label).corner; });
    jump_ = y.unaryExpr([&](double label) { return interval.loss(label).jump(); });
    begin();
  }

  ActiveSetAnswer solved() {
    ActiveSetAnswer out;
    while (out.steps < most_steps) {
      settle(out.steps);
      const Index candidate = furthest_beyond();
      out.converged = candidate < 0;
      if (out.converged) break;
      active_[static_cast<std::size_t>(candidate)] = true;
    }
    out.alpha = alpha_;
    out.b = gamma_;
    for (Index i = 0; i < n_; ++i)
      out.pieces.push_back(!is_active(i)       ? Piece::flat
                           : is_logarithmic(i) ? Piece::logarithmic
                                               : Piece::corner);
    return out;
  }

 private:
  bool is_active(Index i) const { return active_[static_cast<std::size_t>(i)]; }
  bool is_logarithmic(Index i) const { return is_active(i) && alpha_(i) > jump_(i); }

  /// One row of each class, and every row whose loss has no corner: alpha = 0 is none of theirs.
  void begin() {
    bool has_positive = false, has_negative = false;
    double positives = 0, negatives = 0;
    for (Index i = 0; i < n_; ++i) {
      bool& has = y_(i) > 0 ? has_positive : has_negative;
      if (has && std::isfinite(corner_(i))) continue;
      has = active_[static_cast<std::size_t>(i)] = true;
      ++(y_(i) > 0 ? positives : negatives);
    }
    alpha_ = Vector::Zero(n_);
    for (Index i = 0; i < n_; ++i)
      if (is_active(i)) alpha_(i) = (y_(i) > 0 ? negatives : positives) / (positives + negatives);
  }

  double objective(const Vector& alpha) const {
    double sum = alpha.dot(g_ * alpha) / 2;
    for (Index i = 0; i < n_; ++i) {
      if (!is_active(i)) continue;
      const double low = std::min(alpha(i), jump_(i));
      if (std::isfinite(corner_(i)))
        sum += low * corner_(i) - entropy(jump_(i)) + entropy(std::max(alpha(i), jump_(i)));
      else
        sum += entropy(alpha(i));
    }
    return sum;
  }

  /// Of q, on the active rows; on others that of c at 0.
  Vector gradient() const {
    Vector out = g_ * alpha_;
    for (Index i = 0; i < n_; ++i)
      out(i) += is_logarithmic(i) ? std::log(alpha_(i)) - std::log1p(-alpha_(i)) : corner_(i);
    return out;
  }

  /// Newton's method until the fixed point of (16), rows leaving at 0 on the way.
  void settle(std::int64_t& steps) {
    double before = core::infinity;
    for (; steps < most_steps; ++steps) {
      const Vector slope = gradient();
      const Direction to = direction(slope);
      gamma_ = to.curved ? to.gamma : gamma_;
      const double decrement = -slope.dot(to.d), size = 1 + std::abs(objective(alpha_));
      const bool at_rounding = decrement < 1e-12 * size;
      if (to.curved && at_rounding && (decrement < 1e-26 * size || decrement >= 0.1 * before)) return;
      before = to.curved ? decrement : core::infinity;
      take(to, decrement, at_rounding);
    }
  }

  /// As far along as the bounds and the objective allow.
  void take(const Direction& to, double decrement, bool at_rounding) {
    Index met = -1;
    double length = to.curved ? 1 : core::infinity;
    for (Index i = 0; i < n_; ++i) {
      if (to.d(i) == 0) continue;
      const bool has_zero = std::isfinite(corner_(i));
      const double room = to.d(i) < 0 ? (has_zero ? 1 : 0.99) * alpha_(i) : 0.99 * (1 - alpha_(i));
      if (room >= length * std::abs(to.d(i))) continue;
      length = room / std::abs(to.d(i));
      met = to.d(i) < 0 && has_zero ? i : -1;
    }
    const double here = objective(alpha_), furthest = length;
    while (!at_rounding && length > 0 &&
           !(objective(alpha_ + length * to.d) <= here - 1e-4 * length * decrement) &&
           length > 1e-12 * furthest)
      length /= 2;
    alpha_ = (alpha_ + length * to.d).cwiseMax(0);
    if (met < 0 || length < furthest) return;
    alpha_(met) = 0;
    active_[static_cast<std::size_t>(met)] = false;
  }

  Direction direction(const Vector& slope) const {
    Rows h, l;
    for (Index i = 0; i < n_; ++i)
      if (is_active(i)) (is_logarithmic(i) ? l : h).push_back(i);
    const auto corners = static_cast<Index>(h.size());
    Matrix left = Matrix::Zero(corners + 1, corners + 1); // (15) without its logarithmic block
    left.topLeftCorner(corners, corners) = g_(h, h);
    left.col(corners).head(corners) = y_(h);
    left.row(corners).head(corners) = y_(h).transpose();
    Vector right = Vector::Zero(corners + 1);
    right.head(corners) = -slope(h);
    if (l.empty()) return corners_only(h, left, right);
    Matrix block = g_(l, l), beside(l.size(), corners + 1);
    for (std::size_t k = 0; k < l.size(); ++k)
      block.diagonal()(static_cast<Index>(k)) += 1 / (alpha_(l[k]) * (1 - alpha_(l[k])));
    beside << g_(l, h), y_(l);
    const Eigen::LLT<Matrix> factor(block);
    left -= beside.transpose() * factor.solve(beside);
    right += beside.transpose() * factor.solve(slope(l));
    // The last row gives gamma by the others: left is then positive semidefinite.
    const Vector border = left.col(corners).head(corners);
    const double balance = -left(corners, corners);
    Direction out =
        corners_part(h, left.topLeftCorner(corners, corners) + border * border.transpose() / balance,
                     right.head(corners) + border * (right(corners) / balance));
    if (!out.curved) return out;
    const Vector d = out.d(h);
    out.gamma = (border.dot(d) - right(corners)) / balance;
    const Vector rest = -slope(l) - beside.leftCols(corners) * d - out.gamma * y_(l);
    const Vector logarithmic = factor.solve(rest);
    for (std::size_t k = 0; k < l.size(); ++k) out.d(l[k]) = logarithmic(static_cast<Index>(k));
    return out;
  }

  /// Without a logarithmic row sum alpha y = 0 is kept by projection.
  Direction corners_only(const Rows& h, const Matrix& left, const Vector& right) const {
    const auto corners = static_cast<Index>(h.size());
    const Vector y = y_(h);
    const Matrix onto = Matrix::Identity(corners, corners) - y * y.transpose() / static_cast<double>(corners);
    const Matrix block = left.topLeftCorner(corners, corners);
    Direction out = corners_part(h, onto * block * onto, onto * right.head(corners));
    out.gamma = y.dot(right.head(corners) - block * Vector(out.d(h))) / static_cast<double>(corners);
    return out;
  }

  /// matrix d = right for the rows at their corner; along what has no curvature where the right side has a
  /// part there.
  Direction corners_part(const Rows& h, const Matrix& matrix, const Vector& right) const {
    Direction out{Vector::Zero(n_)};
    if (h.empty()) return out;
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen((matrix + matrix.transpose()) / 2);
    const double least = no_curvature * std::max(1.0, g_.diagonal().maxCoeff());
    const Vector parts = eigen.eigenvectors().transpose() * right;
    Vector curved = Vector::Zero(right.size()), flat = curved;
    for (Index k = 0; k < right.size(); ++k)
      if (eigen.eigenvalues()(k) > least)
        curved(k) = parts(k) / eigen.eigenvalues()(k);
      else
        flat(k) = parts(k);
    out.curved = !(flat.cwiseAbs().maxCoeff() > no_slope);
    const Vector d = eigen.eigenvectors() * (out.curved ? curved : flat);
    for (std::size_t k = 0; k < h.size(); ++k) out.d(h[k]) = d(static_cast<Index>(k));
    return out;
  }

  /// The inactive row with the largest -y f - F; -1 where none is beyond its corner.
  Index furthest_beyond() const {
    const Vector z = -(g_ * alpha_) - gamma_ * y_;
    Index out = -1;
    double most = beyond_corner;
    for (Index i = 0; i < n_; ++i)
      if (!is_active(i) && z(i) - corner_(i) > most) most = z(i) - corner_(i), out = i;
    return out;
  }

  const core::Labels& y_;
  Matrix g_;
  Index n_;
  std::vector<bool> active_;
  Vector corner_, jump_, alpha_;
  double gamma_ = 0;
};

} // namespace

ActiveSetAnswer paper_active_set(const Matrix& gram, const core::Labels& y,
                                 const core::FaithfulInterval& interval, double lambda) {
  return ActiveSet(gram, y, interval, lambda).solved();
}

} // namespace tests
