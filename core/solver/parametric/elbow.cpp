#include "core/solver/parametric/elbow.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/solver/parametric/vector_loops.hpp"

namespace core {
namespace {

/// Below this relative Schur complement one step of refinement pays for itself: the complement is a difference of
/// numbers 1e6 times larger.
constexpr double refine_below = 1e-6;
constexpr double worn_above = 1e-6;
constexpr double forget_above = 1e4;

}  // namespace

Elbow::Elbow(const Matrix& gram) : gram_(&gram), lift_(gram.size() ? gram.diagonal().maxCoeff() : 1) {
  if (!(lift_ > 0)) lift_ = 1;
  reserve(8);
}

void Elbow::reserve(Index m) {
  if (m <= ld_) return;
  const Index wider = loops::padded(std::max(m, 2 * ld_));
  std::vector<double> matrix(static_cast<std::size_t>(wider * wider)), inverse(matrix.size());
  for (Index j = 0; j < size(); ++j) {
    std::copy_n(matrix_.begin() + j * ld_, size(), matrix.begin() + j * wider);
    std::copy_n(inverse_.begin() + j * ld_, size(), inverse.begin() + j * wider);
  }
  matrix_ = std::move(matrix);
  inverse_ = std::move(inverse);
  ld_ = wider;
  for (Vector* v : {&shares_, &column_, &row_sums_, &work_}) v->conservativeResizeLike(Vector::Zero(wider));
}

void Elbow::clear() {
  for (Index j = 0; j < size(); ++j) {
    std::fill_n(matrix_.begin() + j * ld_, size(), 0.0);
    std::fill_n(inverse_.begin() + j * ld_, size(), 0.0);
  }
  points_.clear();
  largest_seen_ = 0;
}

double Elbow::independence(Index k) {
  const Index m = size();
  reserve(m + 1);
  candidate_ = k;
  const double* gram_column = gram_->data() + k * gram_->outerStride();
  for (Index j = 0; j < m; ++j) column_[j] = gram_column[points_[static_cast<std::size_t>(j)]] + lift_;
  std::fill_n(column_.data() + m, ld_ - m, 0.0);
  project();
  if (m > 0 && schur_ < refine_below * size_) {
    if (refine() > worn_above && factor()) {
      project();
      refine();
    }
    refine();
  }
  return schur_ / size_;
}

void Elbow::project() {
  const Index m = size();
  loops::product(m, ld_, inverse_.data(), column_.data(), shares_.data());
  measure();
}

void Elbow::measure() {
  const Index m = loops::padded(size());
  const double own = (*gram_)(candidate_, candidate_) + lift_;
  schur_ = own - loops::dot(m, column_.data(), shares_.data());
  size_ = own * (1 + loops::dot(m, shares_.data(), shares_.data()));
}

double Elbow::refine() {
  const Index m = size();
  loops::product(m, ld_, matrix_.data(), shares_.data(), work_.data());
  for (Index j = 0; j < loops::padded(m); ++j) work_[j] = column_[j] - work_[j];
  const double error = loops::largest(loops::padded(m), work_.data());
  loops::product(m, ld_, inverse_.data(), work_.data(), row_sums_.data());
  loops::affine(m, 1, row_sums_.data(), 0, shares_.data(), shares_.data());
  const double size = std::sqrt(size_ * lift_);
  measure();
  return error / size;
}

void Elbow::append() {
  const Index m = size(), k = candidate_;
  expect(schur_ > 0, "a point that depends on the elbow is exchanged, not appended");
  loops::rank_one(m, ld_, 1 / schur_, shares_.data(), inverse_.data());
  for (Index j = 0; j < m; ++j) {
    inverse_[j * ld_ + m] = inverse_[m * ld_ + j] = -shares_[j] / schur_;
    matrix_[j * ld_ + m] = matrix_[m * ld_ + j] = column_[j];
  }
  inverse_[m * ld_ + m] = 1 / schur_;
  matrix_[m * ld_ + m] = (*gram_)(k, k) + lift_;
  points_.push_back(k);
  candidate_ = -1;
}

void Elbow::remove(Index position) {
  const Index last = size() - 1;
  const double before = largest_diagonal();
  const double own = inverse_[position * ld_ + position];
  std::copy_n(inverse_.begin() + position * ld_, loops::padded(size()), work_.data());
  loops::rank_one(size(), ld_, -1 / own, work_.data(), inverse_.data());
  for (std::vector<double>* square : {&inverse_, &matrix_}) {
    double* a = square->data();
    for (Index i = 0; i <= last; ++i) a[position * ld_ + i] = a[last * ld_ + i];
    for (Index j = 0; j <= last; ++j) a[j * ld_ + position] = a[j * ld_ + last];
    for (Index i = 0; i <= last; ++i) a[last * ld_ + i] = a[i * ld_ + last] = 0;
  }
  points_[static_cast<std::size_t>(position)] = points_[static_cast<std::size_t>(last)];
  points_.pop_back();
  const double now = largest_diagonal();
  largest_seen_ = std::max(largest_seen_, before);
  if (largest_seen_ > forget_above * now && size() > 0) factor();
}

double Elbow::largest_diagonal() const {
  double largest = 0;
  for (Index j = 0; j < size(); ++j) largest = std::max(largest, inverse_[j * ld_ + j]);
  return largest;
}

bool Elbow::factor() {
  const Index m = size();
  const Eigen::Map<const Matrix, 0, Eigen::OuterStride<>> G(matrix_.data(), m, m, Eigen::OuterStride<>(ld_));
  const Eigen::LLT<Matrix> cholesky(G);
  if (cholesky.info() != Eigen::Success) return false;
  const Matrix inverse = cholesky.solve(Matrix::Identity(m, m));
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i) inverse_[j * ld_ + i] = (inverse(i, j) + inverse(j, i)) / 2;
  largest_seen_ = largest_diagonal();
  return inverse.allFinite();
}

Elbow::Solved Elbow::solve(double* rhs, double total) {
  const Index m = size(), padded = loops::padded(m);
  loops::product_and_row_sums(m, ld_, inverse_.data(), rhs, work_.data(), row_sums_.data());
  const double excess = (loops::sum(padded, work_.data()) - total) / loops::sum(padded, row_sums_.data());
  for (Index j = 0; j < padded; ++j) rhs[j] = work_[j] - excess * row_sums_[j];
  const double magnitude =
      loops::largest(padded, work_.data()) + std::abs(excess) * loops::largest(padded, row_sums_.data());
  return {lift_ * total + excess, magnitude};
}

}  // namespace core
