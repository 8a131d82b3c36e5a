#include "core/solver/parametric/elbow_inverse.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/solver/parametric/vector_loops.hpp"

namespace core {
namespace {

/// Below this independence the Schur complement is a difference of numbers a million times larger, and is
/// refined.
constexpr double refine_below = 1e-6;

/// A first residual above this, relative, says that the inverse and not only the subtraction has lost digits.
constexpr double worn_above = 1e-6;

/// Each refinement squares the relative error: after one from here only rounding is left.
constexpr double settled_below = 1e-8;

/// The inverse carries rounding of the largest numbers it has held: beyond this ratio it is computed afresh.
constexpr double forget_above = 1e4;

} // namespace

ElbowInverse::ElbowInverse(const Gram& gram) : gram_(gram), lift_(gram.largest_diagonal()) {
  if (!(lift_ > 0)) lift_ = 1;
  reserve(2 * loops::lanes);
}

void ElbowInverse::reserve(Index m) {
  if (m <= ld_) return;
  const Index wider = loops::padded(std::max(m, 2 * ld_)), size = this->size();
  for (std::vector<double>* square : {&matrix_, &inverse_}) {
    std::vector<double> grown(static_cast<std::size_t>(wider * wider));
    for (Index j = 0; j < size; ++j) std::copy_n(square->data() + j * ld_, size, grown.data() + j * wider);
    *square = std::move(grown);
  }
  ld_ = wider;
  for (Vector* v : {&column_, &shares_, &row_sums_, &work_}) v->conservativeResizeLike(Vector::Zero(wider));
}

void ElbowInverse::clear() {
  std::fill(matrix_.begin(), matrix_.end(), 0.0);
  std::fill(inverse_.begin(), inverse_.end(), 0.0);
  points_.clear();
  largest_seen_ = 0;
}

bool ElbowInverse::take(const std::vector<Index>& points) {
  const auto m = static_cast<Index>(points.size());
  clear();
  reserve(m + 1);
  points_ = points;
  for (Index j = 0; j < m; ++j) {
    load_column(points[static_cast<std::size_t>(j)]);
    std::copy_n(column_.data(), m, matrix_.data() + j * ld_);
  }
  candidate_ = -1;
  if (factor()) return true;
  clear();
  return false;
}

double ElbowInverse::independence(Index k) {
  reserve(size() + 1);
  load_column(k);
  project();
  if (size() > 0 && schur_ < refine_below * size_) {
    double error = refine();
    if (error > worn_above && factor()) {
      project();
      error = refine();
    }
    if (error > settled_below) refine();
  }
  return schur_ / size_;
}

void ElbowInverse::load_column(Index k) {
  candidate_ = k;
  gram_.entries(points_, k, column_.data());
  for (Index j = 0; j < size(); ++j) column_[j] += lift_;
  std::fill(column_.data() + size(), column_.data() + loops::padded(size()), 0.0);
}

void ElbowInverse::project() {
  loops::product(size(), ld_, inverse_.data(), column_.data(), shares_.data());
  measure();
}

void ElbowInverse::measure() {
  const Index m = loops::padded(size());
  const double own = gram_(candidate_, candidate_) + lift_;
  schur_ = own - loops::dot(m, column_.data(), shares_.data());
  size_ = own * (1 + loops::dot(m, shares_.data(), shares_.data()));
}

double ElbowInverse::refine() {
  const Index m = loops::padded(size());
  loops::product(size(), ld_, matrix_.data(), shares_.data(), work_.data());
  loops::affine(m, {-1, work_.data(), 0, column_.data()}, work_.data());
  const double error = loops::largest(m, work_.data()) / std::sqrt(size_ * lift_);
  loops::product(size(), ld_, inverse_.data(), work_.data(), row_sums_.data());
  loops::add(m, 1, row_sums_.data(), shares_.data());
  measure();
  return error;
}

void ElbowInverse::append() {
  const Index m = size(), k = candidate_;
  expect(k >= 0 && schur_ > 0, "a point that depends on the elbow is exchanged, not appended");
  loops::rank_one(m, ld_, 1 / schur_, shares_.data(), inverse_.data());
  for (Index j = 0; j < m; ++j) {
    inverse_[j * ld_ + m] = inverse_[m * ld_ + j] = -shares_[j] / schur_;
    matrix_[j * ld_ + m] = matrix_[m * ld_ + j] = column_[j];
  }
  inverse_[m * ld_ + m] = 1 / schur_;
  matrix_[m * ld_ + m] = gram_(k, k) + lift_;
  points_.push_back(k);
  candidate_ = -1;
}

void ElbowInverse::remove(Index position) {
  const Index last = size() - 1;
  largest_seen_ = std::max(largest_seen_, largest_diagonal());
  const double own = inverse_[position * ld_ + position];
  std::copy_n(inverse_.data() + position * ld_, loops::padded(size()), work_.data());
  loops::rank_one(size(), ld_, -1 / own, work_.data(), inverse_.data());
  for (double* square : {inverse_.data(), matrix_.data()}) {
    for (Index i = 0; i <= last; ++i) square[position * ld_ + i] = square[last * ld_ + i];
    for (Index j = 0; j <= last; ++j) square[j * ld_ + position] = square[j * ld_ + last];
    for (Index i = 0; i <= last; ++i) square[last * ld_ + i] = square[i * ld_ + last] = 0;
  }
  points_[static_cast<std::size_t>(position)] = points_.back();
  points_.pop_back();
  if (size() > 0 && largest_seen_ > forget_above * largest_diagonal()) factor();
}

double ElbowInverse::largest_diagonal() const {
  double largest = 0;
  for (Index j = 0; j < size(); ++j) largest = std::max(largest, inverse_[j * ld_ + j]);
  return largest;
}

bool ElbowInverse::factor() {
  const Index m = size();
  using Square = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
  const Eigen::LLT<Matrix> cholesky(Square(matrix_.data(), m, m, Eigen::OuterStride<>(ld_)));
  if (cholesky.info() != Eigen::Success) return false;
  const Matrix inverse = cholesky.solve(Matrix::Identity(m, m));
  if (!inverse.allFinite()) return false;
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i) inverse_[j * ld_ + i] = (inverse(i, j) + inverse(j, i)) / 2;
  largest_seen_ = largest_diagonal();
  return true;
}

ElbowInverse::Solved ElbowInverse::solve(double* rhs, double total) {
  const loops::Saddle saddle =
      loops::solve_saddle(size(), {ld_, inverse_.data(), work_.data(), row_sums_.data()}, total, rhs);
  return {lift_ * total + saddle.excess, saddle.magnitude, saddle.largest};
}

} // namespace core
