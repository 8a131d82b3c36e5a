#include "core/solver/path/near_points.hpp"

#include <numeric>

namespace core {

void NearPoints::begin(const Path& path, const std::vector<Index>& points, const std::vector<Index>& elbow,
                       Index events) {
  on_ = true;
  gram_ = path.gram.dense();
  inputs_ = path.gram.features();
  points_.clear();
  slot_.assign(static_cast<std::size_t>(path.gram.rows()), -1);
  const Index exchanged = path.gram.features() ? static_cast<Index>(elbow.size()) : 0;
  ld_ = loops::padded(static_cast<Index>(points.size()) + events + exchanged + 1);
  for (Vector* v : {&r_, &slope_, &side_, &rate_, &none_}) *v = Vector::Zero(ld_);
  elbow_.clear();
  columns_.clear();
  if (inputs_) make_room_for_inputs();
  for (const Index i : points) {
    const Index slot = count();
    push(i);
    r_[slot] = path.r[i], slope_[slot] = path.r_slope[i];
    side_[slot] = path.side[i], rate_[slot] = path.rate[i];
  }
  if (inputs_)
    elbow_ = elbow;
  else
    make_room_for_columns(elbow, events);
}

void NearPoints::make_room_for_inputs() {
  const Index p = inputs_->x.cols();
  entries_.assign(static_cast<std::size_t>(p * ld_), 0);
  room_of_.resize(static_cast<std::size_t>(p));
  std::iota(room_of_.begin(), room_of_.end(), 0);
  for (const Index k : room_of_) columns_.push_back(entries_.data() + k * ld_);
}

void NearPoints::make_room_for_columns(const std::vector<Index>& elbow, Index events) {
  const std::size_t room = elbow.size() + static_cast<std::size_t>(events) + 1;
  entries_.resize(room * static_cast<std::size_t>(ld_));
  rooms_.resize(room);
  std::iota(rooms_.rbegin(), rooms_.rend(), 0);
  room_of_.clear();
  for (const Index i : elbow) add_column(i);
}

void NearPoints::push(Index point) {
  const Index slot = count();
  slot_[static_cast<std::size_t>(point)] = slot;
  points_.push_back(point);
  if (!inputs_) return;
  const double* const x = inputs_->rows.col(point).data();
  for (Index k = 0; k < inputs_->x.cols(); ++k) entries_[static_cast<std::size_t>(k * ld_ + slot)] = x[k];
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
  for (const Index room : room_of_) {
    double* const entries = entries_.data() + room * ld_;
    entries[slot] = entries[last];
  }
  points_[static_cast<std::size_t>(slot)] = points_.back();
  slot_[static_cast<std::size_t>(points_.back())] = slot;
  slot_[static_cast<std::size_t>(point)] = -1;
  points_.pop_back();
  if (inputs_)
    elbow_.push_back(point);
  else
    add_column(point);
}

void NearPoints::leave(Index position, double side, double rate) {
  const Index point = elbow_[static_cast<std::size_t>(position)], slot = count();
  elbow_.erase(elbow_.begin() + position);
  if (!inputs_) {
    rooms_.push_back(room_of_[static_cast<std::size_t>(position)]);
    room_of_.erase(room_of_.begin() + position);
    columns_.erase(columns_.begin() + position);
  }
  push(point);
  r_[slot] = slope_[slot] = 0;
  side_[slot] = side, rate_[slot] = rate;
  if (inputs_) return;
  const double* const k_point = gram_->col(point).data();
  for (std::size_t j = 0; j < elbow_.size(); ++j) column(static_cast<Index>(j))[slot] = k_point[elbow_[j]];
}

void NearPoints::measure(const double* elbow_slope, double shift, double way) {
  const double* coefficients = elbow_slope;
  if (inputs_) {
    weights_.setZero(inputs_->x.cols());
    for (std::size_t j = 0; j < elbow_.size(); ++j) weights_ += elbow_slope[j] * inputs_->rows.col(elbow_[j]);
    coefficients = weights_.data();
  }
  loops::affine_and_columns(loops::padded(count()), {-way, rate_.data(), shift, none_.data()},
                            {static_cast<Index>(columns_.size()), columns_.data(), coefficients},
                            slope_.data());
}

loops::First NearPoints::first_sign_change(double floor) const {
  loops::First first = loops::first_sign_change(count(), {side_.data(), r_.data(), slope_.data()}, floor);
  if (first.where >= 0) first.where = points_[static_cast<std::size_t>(first.where)];
  return first;
}

} // namespace core
