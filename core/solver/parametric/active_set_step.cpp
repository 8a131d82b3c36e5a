#include <algorithm>
#include <cmath>

#include "core/solver/parametric/active_set_path.hpp"
#include "core/solver/parametric/vector_loops.hpp"

namespace core {
namespace {

constexpr double dependent = 1e-12;
constexpr double eps = 2.2e-16;

}  // namespace

void ActiveSetPath::aim() {
  if (!ok()) return;
  if (elbow_.size() == 0 && !fill_empty_elbow()) return;
  correct();
  if (!ok()) return;
  if (!find_direction()) return fail("no accurate direction");
  find_event();
}

bool ActiveSetPath::fill_empty_elbow() {
  recompute_drift();
  double rates = 0;
  for (Index i = 0; i < n_; ++i) rates += std::abs(bound_rate(i));
  const bool balanced = std::abs(total_) <= 1e-13 * rates;
  const bool from_below = balanced || total_ > 0;
  Index best = -1;
  for (const double side : {1.0, -1.0}) {
    if (best >= 0 || (!balanced && (side > 0) != from_below)) continue;
    for (Index i = 0; i < n_; ++i)
      if (side_[i] == side && (best < 0 || side * r_[i] < side * r_[best])) best = i;
  }
  if (best >= 0) {
    const double shift = -r_[best];
    b_ += shift;
    for (Index i = 0; i < n_; ++i) r_[i] += shift;
    elbow_.independence(best);
    join(best, side_[best] > 0 ? lower_at(best, T_) : upper_at(best, T_));
    return true;
  }
  if (!balanced) {
    fail("no point can absorb the drift");
    return false;
  }
  b_slope_ = 0;
  measure_slopes();
  step_ = Event{loops::never, -1, -1};
  return false;
}

bool ActiveSetPath::find_direction() {
  const Index m = elbow_.size(), padded = loops::padded(m);
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (attempt == 1 && !elbow_.factor()) return false;
    double top = 0;
    for (Index j = 0; j < m; ++j) {
      const Index i = elbow_.point(j);
      a_slope_[j] = way_ * problem_.target_rate[i] - drift_[i];
      top = std::max(top, std::abs(a_slope_[j]));
    }
    std::fill(a_slope_.data() + m, a_slope_.data() + padded, 0.0);
    const auto solved = elbow_.solve(a_slope_.data(), total_);
    b_slope_ = solved.shift;
    a_floor_ = 1e-12 * solved.magnitude;
    double error = measure_slopes();
    r_floor_ = 64 * eps * (elbow_.lift() * m * loops::largest(padded, a_slope_.data()) + std::abs(b_slope_) + top);
    for (int round = 0; round < 3 && error > r_floor_; ++round) {
      double* delta = elbow_tau_.data();
      for (Index j = 0; j < m; ++j) delta[j] = -r_slope_[elbow_.point(j)];
      std::fill(delta + m, delta + padded, 0.0);
      const double shift = elbow_.solve(delta, total_ - loops::sum(padded, a_slope_.data())).shift;
      b_slope_ += shift;
      loops::add(m, 1, delta, a_slope_.data());
      const double before = error;
      error = measure_slopes();
      if (error > before / 2) break;
    }
    if (error <= 16 * r_floor_) {
      r_floor_ = std::max(r_floor_, 2 * error);
      return true;
    }
    if (attempt == 1 && error < 1e-7 * (r_floor_ / (64 * eps))) { r_floor_ = 2 * error; return true; }
  }
  return false;
}

double ActiveSetPath::measure_slopes() {
  const Index m = elbow_.size();
  for (Index i = 0; i < n_; ++i) r_slope_[i] = drift_[i] + (b_slope_ - way_ * problem_.target_rate[i]);
  loops::add_columns(n_, m, columns_.data(), a_slope_.data(), r_slope_.data());
  double error = 0;
  for (Index j = 0; j < m; ++j) error = std::max(error, std::abs(r_slope_[elbow_.point(j)]));
  return error;
}

void ActiveSetPath::find_event() {
  const Index m = elbow_.size(), padded = loops::padded(m);
  for (Index j = 0; j < m; ++j) {
    const Index i = elbow_.point(j);
    below_[j] = a_[j] - lower_at(i, T_);
    above_[j] = upper_at(i, T_) - a_[j];
  }
  for (Index j = m; j < padded; ++j) a_slope_[j] = lower_rate_[j] = upper_rate_[j] = 0;
  const loops::Rooms rooms{below_.data(), above_.data(), a_slope_.data(), lower_rate_.data(), upper_rate_.data()};
  const double exit = loops::first_exit(m, rooms, a_floor_, elbow_tau_.data());
  do {
    const loops::Residuals residuals{side_.data(), r_.data(), r_slope_.data()};
    const double entry = loops::first_sign_change(n_, residuals, r_floor_, tau_.data());
    choose_event(std::min(exit, entry));
  } while (step_.point >= 0 && step_.position < 0 && !truly_enters(step_.point));
}

void ActiveSetPath::choose_event(double length) {
  const Index m = elbow_.size();
  step_ = Event{length, -1, -1};
  if (length == loops::never) return;
  const double window = stalled_ > 20 + m ? 1e-12 * std::max(std::abs(T_), 1e-3 * span_) : 0;
  for (Index j = 0; j < m; ++j)
    if (elbow_tau_[j] <= length + window && (step_.point < 0 || elbow_.point(j) < step_.point))
      step_.point = elbow_.point(j), step_.position = j;
  if (step_.point >= 0 && window == 0) return;
  for (Index i = 0; i < n_ && (step_.point < 0 || i < step_.point); ++i)
    if (tau_[i] <= length + window) step_.point = i, step_.position = -1;
}

bool ActiveSetPath::truly_enters(Index point) {
  independence_ = elbow_.independence(point);
  if (independence_ > dependent) return true;
  const Vector& shares = elbow_.shares();
  double slope = -problem_.target_rate[point], size = std::abs(slope);
  for (Index j = 0; j < elbow_.size(); ++j) {
    const double term = shares[j] * problem_.target_rate[elbow_.point(j)];
    slope += term;
    size += std::abs(term);
  }
  if (side_[point] * way_ * slope < -1e-11 * size) return true;
  r_floor_ = std::max(r_floor_, 2 * std::abs(r_slope_[point]));
  r_slope_[point] = 0;
  return false;
}

void ActiveSetPath::pass_event() {
  const Event event = step_;
  advance(event.length);
  if (std::abs(T_ - progress_) > 1e-12 * std::max(std::abs(T_), 1e-3 * span_)) {
    progress_ = T_;
    stalled_ = 0;
  } else if (++stalled_ > 50 * n_ + 1000) {
    return fail("no progress");
  }
  if (event.position >= 0) {
    const Index j = event.position;
    const double up = a_slope_[j] - upper_rate_[j], down = lower_rate_[j] - a_slope_[j];
    const double to_upper = up > a_floor_ ? std::max(above_[j], 0.0) / up : loops::never;
    const double to_lower = down > a_floor_ ? std::max(below_[j], 0.0) / down : loops::never;
    leave(j, to_upper < to_lower ? Stand::upper : Stand::lower);
  } else {
    enter(event.point);
  }
  aim();
}

void ActiveSetPath::enter(Index point) {
  double at = stands_[point] == Stand::lower ? lower_at(point, T_) : upper_at(point, T_);
  for (; independence_ <= dependent; independence_ = elbow_.independence(point))
    if (!exchange(point, at)) return;
  join(point, at);
}

void ActiveSetPath::join(Index point, double a) {
  const Index j = elbow_.size();
  if (boxes_move_) {
    const double rate = bound_rate(point);
    total_ += rate;
    if (rate != 0) loops::add(n_, -rate, gram_->data() + point * gram_->outerStride(), drift_.data());
  }
  elbow_.append();
  stands_[point] = Stand::elbow;
  side_[point] = 0;
  columns_[j] = gram_->data() + point * gram_->outerStride();
  a_[j] = a;
  lower_rate_[j] = way_ * problem_.lower_rate[point];
  upper_rate_[j] = way_ * problem_.upper_rate[point];
}

void ActiveSetPath::leave(Index position, Stand bound) {
  const Index point = elbow_.point(position), last = elbow_.size() - 1;
  elbow_.remove(position);
  a_[position] = a_[last];
  a_slope_[position] = a_slope_[last];
  columns_[position] = columns_[last];
  lower_rate_[position] = lower_rate_[last];
  upper_rate_[position] = upper_rate_[last];
  stand_at(point, bound);
}

void ActiveSetPath::stand_at(Index point, Stand bound) {
  const double before = bound_rate(point);
  stands_[point] = bound;
  side_[point] = bound == Stand::lower ? 1 : -1;
  if (!boxes_move_) return;
  const double rate = bound_rate(point) - before;
  total_ -= rate;
  if (rate != 0) loops::add(n_, rate, gram_->data() + point * gram_->outerStride(), drift_.data());
}

bool ActiveSetPath::exchange(Index point, double& at) {
  const Index m = elbow_.size();
  const double way = stands_[point] == Stand::lower ? 1 : -1;
  const Vector shares = elbow_.shares().head(m);
  const double tiny = 1e-10 * std::max(1.0, shares.cwiseAbs().maxCoeff());
  double length = way > 0 ? upper_at(point, T_) - at : at - lower_at(point, T_);
  Index blocking = -1;
  for (Index j = 0; j < m; ++j) {
    const double slope = -way * shares[j];
    if (std::abs(slope) <= tiny) continue;
    const Index i = elbow_.point(j);
    const double room = std::max(0.0, slope > 0 ? upper_at(i, T_) - a_[j] : a_[j] - lower_at(i, T_));
    const double step = room / std::abs(slope);
    if (step < length || (blocking >= 0 && step == length && std::abs(shares[j]) > std::abs(shares[blocking])))
      length = step, blocking = j;
  }
  for (Index j = 0; j < m; ++j) a_[j] -= way * length * shares[j];
  loops::add(n_, way * length, gram_->data() + point * gram_->outerStride(), r_.data());
  const Vector moved = -way * length * shares;
  loops::add_columns(n_, m, columns_.data(), moved.data(), r_.data());
  at += way * length;
  if (blocking < 0) {
    stand_at(point, way > 0 ? Stand::upper : Stand::lower);
    return false;
  }
  leave(blocking, -way * shares[blocking] > 0 ? Stand::upper : Stand::lower);
  return true;
}

void ActiveSetPath::advance(double length) {
  const Index m = elbow_.size();
  T_ += way_ * length;
  b_ += length * b_slope_;
  loops::add(m, length, a_slope_.data(), a_.data());
  loops::add(n_, length, r_slope_.data(), r_.data());
}

void ActiveSetPath::correct() {
  const Index m = elbow_.size(), padded = loops::padded(m);
  double error = 0;
  for (Index j = 0; j < m; ++j) error = std::max(error, std::abs(r_[elbow_.point(j)]));
  if (error <= 64 * eps * unit_) return;
  double* delta = elbow_tau_.data();
  for (Index j = 0; j < m; ++j) delta[j] = -r_[elbow_.point(j)];
  std::fill(delta + m, delta + padded, 0.0);
  double total = 0;
  for (Index i = 0; i < n_; ++i)
    if (stands_[i] != Stand::elbow) total -= stands_[i] == Stand::upper ? upper_at(i, T_) : lower_at(i, T_);
  for (Index j = 0; j < m; ++j) total -= a_[j];
  const double shift = elbow_.solve(delta, total).shift;
  b_ += shift;
  loops::add(m, 1, delta, a_.data());
  for (Index i = 0; i < n_; ++i) r_[i] += shift;
  loops::add_columns(n_, m, columns_.data(), delta, r_.data());
}

}  // namespace core
