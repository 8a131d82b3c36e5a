#include "core/solver/parametric/elbow_cholesky.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace core {
namespace {

/// |G_E^-1 1| only scales what counts as rounding: it is looked at again after so many changes.
constexpr Eigen::Index look_again = 16;

/// A point with a larger share of its own square outside the elbow is not asked for more.
constexpr double clearly_independent = 1e-6;

} // namespace

ElbowCholesky::ElbowCholesky(const Gram& gram, double lift, std::vector<Index> points)
    : gram_(gram), lift_(lift), points_(std::move(points)) {
  reserve(size() + loops::lanes);
}

std::optional<ElbowCholesky> ElbowCholesky::of(const Gram& gram, double lift, std::vector<Index> points) {
  ElbowCholesky elbow(gram, lift, std::move(points));
  if (!elbow.factor()) return std::nullopt;
  return elbow;
}

void ElbowCholesky::reserve(Index m) {
  if (m <= ld_) return;
  const Index wider = loops::padded(std::max(m, 3 * ld_ / 2));
  std::vector<double> grown(static_cast<std::size_t>(wider * wider));
  for (Index j = 0; j < ld_; ++j) std::copy_n(factor_.data() + j * ld_, ld_, grown.data() + j * wider);
  factor_ = std::move(grown);
  ld_ = wider;
  for (Vector* v : {&inverse_diagonal_, &ones_, &rhs_, &forwarded_, &row_, &shares_, &room_})
    v->conservativeResizeLike(Vector::Zero(wider));
}

bool ElbowCholesky::factor() {
  const Index m = size();
  const Eigen::LLT<Matrix> cholesky(gram_.block(points_) + Matrix::Constant(m, m, lift_));
  if (cholesky.info() != Eigen::Success) return false;
  const Matrix lower = cholesky.matrixL();
  if (!lower.allFinite()) return false;
  for (Index j = 0; j < m; ++j) std::copy_n(lower.col(j).data(), m, factor_.data() + j * ld_);
  inverse_diagonal_.head(m) = lower.diagonal().cwiseInverse();
  ones_.setZero();
  ones_.head(m).setOnes();
  loops::forward_substitute(m, triangle(), ones_.data());
  known_ = 0;
  measure_ones();
  return true;
}

void ElbowCholesky::measure_ones() {
  room_ = ones_;
  loops::backward_substitute(size(), triangle(), room_.data());
  ones_size_ = loops::largest(loops::padded(size()), room_.data());
  changes_ = 0;
}

void ElbowCholesky::load_column(Index k) {
  candidate_ = k;
  gram_.entries(points_, k, row_.data());
  row_.head(size()).array() += lift_;
  row_.tail(ld_ - size()).setZero();
}

double ElbowCholesky::independence(Index k) {
  reserve(size() + 1);
  load_column(k);
  const Index m = size(), padded = loops::padded(m);
  loops::forward_substitute(m, triangle(), row_.data());
  const double own = gram_(k, k) + lift_;
  pivot_ = own - loops::dot(padded, row_.data(), row_.data());
  if (pivot_ > clearly_independent * own) return pivot_ / own;
  shares_ = row_;
  loops::backward_substitute(m, triangle(), shares_.data());
  return pivot_ / (own * (1 + loops::dot(padded, shares_.data(), shares_.data())));
}

void ElbowCholesky::append() {
  expect(candidate_ >= 0 && pivot_ > 0, "a point that depends on the elbow is exchanged, not appended");
  const Index m = size();
  const double pivot = std::sqrt(pivot_);
  for (Index j = 0; j < m; ++j) factor_[static_cast<std::size_t>(j * ld_ + m)] = row_[j];
  factor_[static_cast<std::size_t>(m * ld_ + m)] = pivot;
  inverse_diagonal_[m] = 1 / pivot;
  ones_[m] = (1 - loops::dot(loops::padded(m), row_.data(), ones_.data())) / pivot;
  points_.push_back(candidate_);
  candidate_ = -1;
  ++changes_;
}

void ElbowCholesky::remove(Index position) {
  const Index m = size();
  const bool rides = known_ == m || (known_ == m - 1 && position == m - 1);
  loops::remove_row(m, triangle(), position, {ones_.data(), forwarded_.data(), room_.data()});
  std::copy(rhs_.data() + position + 1, rhs_.data() + m, rhs_.data() + position);
  rhs_[m - 1] = 0;
  known_ = rides ? m - 1 : 0;
  points_.erase(points_.begin() + position);
  candidate_ = -1;
  ++changes_;
}

/// Are the first entries those of the right side that rides along?
bool ElbowCholesky::carried(const double* rhs) const {
  return known_ >= size() - 1 && std::equal(rhs, rhs + known_, rhs_.data());
}

/// Brings what rides along to the point that came last.
void ElbowCholesky::forward_last(const double* rhs) {
  const Index last = size() - 1;
  double sum = 0;
  for (Index j = 0; j < last; ++j) sum += factor_[static_cast<std::size_t>(j * ld_ + last)] * forwarded_[j];
  rhs_[last] = rhs[last];
  forwarded_[last] = (rhs[last] - sum) * inverse_diagonal_[last];
}

loops::Saddle ElbowCholesky::solve(double* rhs, double total) {
  const Index m = size(), padded = loops::padded(m);
  if (!carried(rhs)) {
    std::copy_n(rhs, padded, rhs_.data());
    std::copy_n(rhs, padded, forwarded_.data());
    loops::forward_substitute(m, triangle(), forwarded_.data());
  } else if (known_ < m) {
    forward_last(rhs);
  }
  known_ = m;
  if (changes_ >= look_again) measure_ones();
  const double excess = (loops::dot(padded, ones_.data(), forwarded_.data()) - total) /
                        loops::dot(padded, ones_.data(), ones_.data());
  std::copy_n(forwarded_.data(), padded, rhs);
  loops::add(m, -excess, ones_.data(), rhs);
  loops::backward_substitute(m, triangle(), rhs);
  const double largest = loops::largest(padded, rhs);
  return {excess, largest + 2 * std::abs(excess) * ones_size_, largest};
}

} // namespace core
