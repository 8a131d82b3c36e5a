#include "core/solver/path/near_points.hpp"

#include <numeric>

namespace core {

void NearPoints::begin(const Path& path, const std::vector<Index>& points, const std::vector<Index>& elbow,
                       Index events) {
  on_ = true;
  gram_ = &path.gram;
  points_.clear();
  slot_.assign(static_cast<std::size_t>(path.gram.rows()), -1);
  ld_ = loops::padded(static_cast<Index>(points.size()) + events + 1);
  for (Vector* v : {&r_, &slope_, &side_, &rate_, &none_}) *v = Vector::Zero(ld_);
  for (const Index i : points) {
    const Index slot = count();
    push(i);
    r_[slot] = path.r[i], slope_[slot] = path.r_slope[i];
    side_[slot] = path.side[i], rate_[slot] = path.rate[i];
  }
  const std::size_t room = elbow.size() + static_cast<std::size_t>(events) + 1;
  entries_.resize(room * static_cast<std::size_t>(ld_));
  rooms_.resize(room);
  std::iota(rooms_.rbegin(), rooms_.rend(), 0);
  room_of_.clear();
  columns_.clear();
  elbow_.clear();
  for (const Index i : elbow) add_column(i);
}

void NearPoints::push(Index point) {
  slot_[static_cast<std::size_t>(point)] = count();
  points_.push_back(point);
}

void NearPoints::add_column(Index point) {
  room_of_.push_back(rooms_.back());
  rooms_.pop_back();
  elbow_.push_back(point);
  double* const entries = column(static_cast<Index>(elbow_.size()) - 1);
  const double* const k_point = gram_->col(point).data();
  for (Index slot = 0; slot < count(); ++slot)
    entries[slot] = k_point[points_[static_cast<std::size_t>(slot)]];
  columns_.push_back(entries);
}

void NearPoints::enter(Index point) {
  const Index slot = slot_[static_cast<std::size_t>(point)], last = count() - 1;
  for (Vector* v : {&r_, &slope_, &side_, &rate_}) {
    (*v)[slot] = (*v)[last];
    (*v)[last] = 0;
  }
  for (Index j = 0; j < static_cast<Index>(elbow_.size()); ++j) column(j)[slot] = column(j)[last];
  points_[static_cast<std::size_t>(slot)] = points_.back();
  slot_[static_cast<std::size_t>(points_.back())] = slot;
  slot_[static_cast<std::size_t>(point)] = -1;
  points_.pop_back();
  add_column(point);
}

void NearPoints::leave(Index position, double side, double rate) {
  const Index point = elbow_[static_cast<std::size_t>(position)], slot = count();
  rooms_.push_back(room_of_[static_cast<std::size_t>(position)]);
  room_of_.erase(room_of_.begin() + position);
  columns_.erase(columns_.begin() + position);
  elbow_.erase(elbow_.begin() + position);
  push(point);
  r_[slot] = slope_[slot] = 0;
  side_[slot] = side, rate_[slot] = rate;
  const double* const k_point = gram_->col(point).data();
  for (std::size_t j = 0; j < elbow_.size(); ++j) column(static_cast<Index>(j))[slot] = k_point[elbow_[j]];
}

void NearPoints::measure(const double* elbow_slope, double shift, double way) {
  loops::affine_and_columns(loops::padded(count()), {-way, rate_.data(), shift, none_.data()},
                            {static_cast<Index>(elbow_.size()), columns_.data(), elbow_slope}, slope_.data());
}

loops::First NearPoints::first_sign_change(double floor) const {
  loops::First first = loops::first_sign_change(count(), {side_.data(), r_.data(), slope_.data()}, floor);
  if (first.where >= 0) first.where = points_[static_cast<std::size_t>(first.where)];
  return first;
}

} // namespace core
