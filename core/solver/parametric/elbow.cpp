#include "core/solver/parametric/elbow.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/contract.hpp"

namespace core {
namespace {

/// |G_E^-1 1| only scales what counts as rounding: it is looked at again after so many changes.
constexpr Eigen::Index look_again = 16;

/// A point with a larger share of its own square outside the elbow is not asked for more.
constexpr double clearly_independent = 1e-6;

void make_room(Eigen::Index m, Vector& v) {
  if (v.size() < loops::padded(m)) v.conservativeResizeLike(Vector::Zero(loops::padded(2 * m)));
}

} // namespace

std::optional<LargeElbow> LargeElbow::of(const Gram& gram, const std::vector<Index>& points) {
  LargeElbow elbow(gram);
  if (!elbow.factor_.take(points)) return std::nullopt;
  elbow.measure_ones();
  return elbow;
}

bool LargeElbow::factor() {
  known_ = 0;
  const std::vector<Index> points = factor_.members();
  if (!factor_.take(points)) return false;
  measure_ones();
  return true;
}

void LargeElbow::measure_ones() {
  for (Vector* v : {&rhs_, &forwarded_, &room_}) make_room(size(), *v);
  const Index padded = loops::padded(size());
  std::copy_n(factor_.ones().data(), padded, room_.data());
  factor_.solve_upright(room_.data());
  ones_size_ = loops::largest(padded, room_.data());
  changes_ = 0;
}

double LargeElbow::independence(Index k) {
  candidate_ = k;
  const double outside = factor_.pivot_share(k);
  if (outside > clearly_independent) return outside;
  const std::span<const double> shares = factor_.shares(k);
  shares_ = Eigen::Map<const Vector>(shares.data(), size());
  return outside / (1 + shares_.squaredNorm());
}

void LargeElbow::append() {
  expect(candidate_ >= 0, "the point is that of the last call of independence");
  factor_.add(std::exchange(candidate_, -1));
  for (Vector* v : {&rhs_, &forwarded_, &room_}) make_room(size(), *v);
  ++changes_;
}

void LargeElbow::append(std::span<const Index> points, double least) {
  const Index before = size();
  factor_.add_independent(points, least);
  for (Vector* v : {&rhs_, &forwarded_, &room_}) make_room(size(), *v);
  changes_ += size() - before;
  candidate_ = -1;
}

void LargeElbow::remove(Index position) {
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

/// Are all entries but that of the point that came last those of the right side that rides along?
bool LargeElbow::carried(const double* rhs) const {
  return known_ >= size() - 1 && std::equal(rhs, rhs + known_, rhs_.data());
}

loops::Saddle LargeElbow::solve(double* rhs, double total) {
  const Index m = size(), padded = loops::padded(m);
  if (!carried(rhs)) {
    std::copy_n(rhs, padded, forwarded_.data());
    factor_.solve_transposed(forwarded_.data());
  } else if (known_ < m) {
    forwarded_[m - 1] = factor_.last_of(forwarded_.data(), rhs[m - 1]);
  }
  std::copy_n(rhs, padded, rhs_.data());
  known_ = m;
  if (changes_ >= look_again) measure_ones();
  const double* const ones = factor_.ones().data();
  const double excess =
      (loops::dot(padded, ones, forwarded_.data()) - total) / loops::dot(padded, ones, ones);
  std::copy_n(forwarded_.data(), padded, rhs);
  loops::add(m, -excess, ones, rhs);
  factor_.solve_upright(rhs);
  const double largest = loops::largest(padded, rhs);
  return {excess, largest + 2 * std::abs(excess) * ones_size_, largest};
}

void Elbow::append() {
  if (large_) return large_->append();
  small_.append();
  if (small_.size() < large) return;
  large_ = LargeElbow::of(gram_, small_.points());
  if (large_) small_.clear();
}

void Elbow::clear() {
  large_.reset();
  small_.clear();
}

bool Elbow::take(const std::vector<Index>& points) {
  clear();
  if (static_cast<Index>(points.size()) < small_again) return small_.take(points);
  large_ = LargeElbow::of(gram_, points);
  return is_large();
}

Elbow::Closing Elbow::remove(Index position) {
  if (!large_) {
    small_.remove(position);
    return Closing::last_takes_place;
  }
  large_->remove(position);
  if (large_->size() < small_again && small_.take(large_->points())) large_.reset();
  return Closing::all_move_up;
}

ElbowInverse::Solved Elbow::solve(double* rhs, double total) {
  if (!large_) return small_.solve(rhs, total);
  const loops::Saddle saddle = large_->solve(rhs, total);
  return {lift() * total + saddle.excess, saddle.magnitude, saddle.largest};
}

} // namespace core
