#include "core/solver/path/elbow.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/contract.hpp"
#include "core/solver/loops/vector_loops.hpp"

namespace core {
namespace {

/// |G_E^-1 1| only scales what counts as rounding: it is looked at again after so many changes, or when half
/// of the elbow has changed.
constexpr Eigen::Index look_again = 16;

/// A point with a larger share of its own square outside the elbow is not asked for more.
constexpr double clearly_outside = 1e-6;

constexpr Eigen::Index least_room = 24;

} // namespace

Elbow::Elbow(const Gram& gram) : factor_(gram) {
  forget();
}

void Elbow::make_room() {
  const Index m = size();
  if (rhs_.size() >= loops::padded(m)) return;
  const Index room = loops::padded(std::max(least_room, 2 * m));
  for (Vector* v : {&rhs_, &forwarded_, &room_}) v->conservativeResizeLike(Vector::Zero(room));
}

void Elbow::measure_ones() {
  const Index padded = loops::padded(size());
  std::copy_n(factor_.ones().data(), padded, room_.data());
  factor_.solve_upright(room_.data());
  ones_size_ = loops::largest(padded, room_.data());
  changes_ = 0;
}

double Elbow::independence(Index k) {
  candidate_ = k;
  const double outside = factor_.pivot_share(k);
  if (outside > clearly_outside) return outside;
  const std::span<const double> shares = factor_.shares(k);
  shares_ = Eigen::Map<const Vector>(shares.data(), size());
  return outside / (1 + shares_.squaredNorm());
}

void Elbow::append() {
  expect(candidate_ >= 0, "the point is that of the last call of independence");
  factor_.add(std::exchange(candidate_, -1));
  make_room();
  ++changes_;
}

void Elbow::append(std::span<const Index> points, double least) {
  const Index before = size();
  factor_.add_independent(points, least);
  make_room();
  changes_ += size() - before;
  candidate_ = -1;
}

void Elbow::remove(Index position) {
  const Index m = size();
  const bool rides = known_ == m || (known_ == m - 1 && position == m - 1);
  if (known_ < m) forwarded_[m - 1] = rhs_[m - 1] = 0;
  factor_.remove(static_cast<std::size_t>(position), forwarded_.data());
  std::copy(rhs_.data() + position + 1, rhs_.data() + m, rhs_.data() + position);
  rhs_[m - 1] = 0;
  known_ = rides ? m - 1 : 0;
  candidate_ = -1;
  ++changes_;
}

void Elbow::clear() {
  factor_.clear();
  forget();
}

/// No right side rides along, nothing is known of G_E^-1 1, and no point is about to come.
void Elbow::forget() {
  rhs_.setZero();
  forwarded_.setZero();
  known_ = 0;
  changes_ = look_again;
  candidate_ = -1;
}

bool Elbow::take(const std::vector<Index>& points) {
  forget();
  if (!factor_.take(points)) return false;
  make_room();
  measure_ones();
  return true;
}

bool Elbow::factor() {
  const std::vector<Index> points = this->points();
  return take(points);
}

/// Are all entries but that of the point that came last those of the right side that rides along?
bool Elbow::carried(const double* rhs) const {
  return known_ >= size() - 1 && std::equal(rhs, rhs + known_, rhs_.data());
}

Elbow::Solved Elbow::solve(double* rhs, double total) {
  const Index m = size(), padded = loops::padded(m);
  if (!carried(rhs)) {
    std::copy_n(rhs, padded, forwarded_.data());
    factor_.solve_transposed(forwarded_.data());
  } else if (known_ < m) {
    forwarded_[m - 1] = factor_.last_of(forwarded_.data(), rhs[m - 1]);
  }
  std::copy_n(rhs, padded, rhs_.data());
  known_ = m;
  if (changes_ >= std::min(look_again, m / 2 + 2)) measure_ones();
  const double* const ones = factor_.ones().data();
  const double excess =
      (loops::dot(padded, ones, forwarded_.data()) - total) / loops::dot(padded, ones, ones);
  std::copy_n(forwarded_.data(), padded, rhs);
  loops::add(m, -excess, ones, rhs);
  factor_.solve_upright(rhs);
  const double largest = loops::largest(padded, rhs);
  return {lift() * total + excess, largest + 2 * std::abs(excess) * ones_size_, largest};
}

} // namespace core
