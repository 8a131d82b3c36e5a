#include <algorithm>
#include <cmath>
#include <utility>

#include "core/solver/parametric/active_set_path.hpp"
#include "core/solver/parametric/vector_loops.hpp"

namespace core {
namespace {

constexpr double dependent = 1e-13;
constexpr double eps = 2.2e-16;

}  // namespace

void ActiveSetPath::aim() {
  if (ok() && !try_to_aim()) fail("no accurate direction");
}

bool ActiveSetPath::try_to_aim() {
  if (elbow_.size() == 0 && !fill_empty_elbow()) return true;
  correct();
  if (!find_direction()) return false;
  find_event();
  return true;
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
  barred_ = -1;
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
      double* delta = delta_.data();
      for (Index j = 0; j < m; ++j) delta[j] = -r_slope_[elbow_.point(j)];
      std::fill(delta + m, delta + padded, 0.0);
      const double shift = elbow_.solve(delta, total_ - loops::sum(padded, a_slope_.data())).shift;
      b_slope_ += shift;
      loops::affine(padded, 1, delta, 0, a_slope_.data(), a_slope_.data());
      const double before = error;
      error = measure_slopes();
      if (error > before / 2) break;
    }
    r_floor_ = std::max(r_floor_, noise_);
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
  loops::affine(n_, -way_, rate_.data(), b_slope_, drift_.data(), r_slope_.data());
  loops::add_columns(n_, columns(a_slope_.data()), r_slope_.data());
  double error = 0;
  for (Index j = 0; j < m; ++j) error = std::max(error, std::abs(r_slope_[elbow_.point(j)]));
  return error;
}

loops::Columns ActiveSetPath::columns(const double* coefficients) const {
  return {elbow_.size(), columns_.data(), coefficients};
}

void ActiveSetPath::find_event() {
  if (boxes_move_) place_bounds();
  const double side = barred_ >= 0 ? std::exchange(side_[barred_], 0.0) : 0;
  do choose_event();
  while (step_.point >= 0 && step_.position < 0 && !truly_enters(step_.point));
  if (barred_ >= 0) side_[barred_] = side;
}

void ActiveSetPath::choose_event() {
  const Index m = elbow_.size();
  const loops::First exit = loops::first_exit(m, {a_.data(), a_slope_.data(), lower_.data(), lower_rate_.data(), upper_.data(), upper_rate_.data()}, a_floor_);
  const loops::First entry = loops::first_sign_change(n_, {side_.data(), r_.data(), r_slope_.data()}, r_floor_);
  step_ = Event{std::min(exit.step, entry.step), -1, -1};
  if (step_.length == loops::never) return;
  if (exit.step <= entry.step) step_.point = elbow_.point(exit.where), step_.position = exit.where;
  else step_.point = entry.where;
  if (stalled_ > 20 + m) choose_least_index(step_.length + 1e-12 * std::max(std::abs(T_), 1e-3 * span_));
}

void ActiveSetPath::choose_least_index(double length) {
  Index best = n_;
  for (Index j = 0; j < elbow_.size(); ++j) {
    const auto [to_lower, to_upper] = exits(j);
    if (std::min(to_lower, to_upper) <= length && elbow_.point(j) < best) best = step_.point = elbow_.point(j), step_.position = j;
  }
  for (Index i = 0; i < best; ++i) {
    const double closing = -side_[i] * r_slope_[i];
    if (closing > r_floor_ && side_[i] * r_[i] <= length * closing) best = step_.point = i, step_.position = -1;
  }
}

std::pair<double, double> ActiveSetPath::exits(Index j) const {
  const double up = a_slope_[j] - upper_rate_[j], down = lower_rate_[j] - a_slope_[j];
  return {down > a_floor_ ? std::max(a_[j] - lower_[j], 0.0) / down : loops::never,
          up > a_floor_ ? std::max(upper_[j] - a_[j], 0.0) / up : loops::never};
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
  const auto [to_lower, to_upper] = event.position >= 0 ? exits(event.position) : std::pair{0.0, 0.0};
  const Stand bound = to_upper < to_lower ? Stand::upper : Stand::lower;
  advance(event.length);
  if (std::abs(T_ - progress_) > 1e-12 * std::max(std::abs(T_), 1e-3 * span_)) {
    progress_ = T_;
    stalled_ = 0;
    noise_ = 0;
  } else if (++stalled_ > 50 * n_ + 1000) {
    return fail("no progress");
  }
  barred_ = event.point;
  if (events_ % 64 == 0) refresh();
  if (event.position >= 0) {
    leave(event.position, bound);
    return aim();
  }
  const Stand from = stands_[event.point];
  const double slope = std::abs(r_slope_[event.point]);
  const bool plain = independence_ > dependent;
  enter(event.point);
  const bool aimed = try_to_aim();
  if (aimed && !(plain && contradicts(event.point, from))) return;
  if (!plain) return fail("no accurate direction");
  noise_ = 2 * slope;
  leave(elbow_.size() - 1, from);
  aim();
}

/// A point that enters moves into its box: the elbow's matrix is positive definite. Where rounding says otherwise its
/// residual's slope was rounding too.
bool ActiveSetPath::contradicts(Index point, Stand bound) const {
  if (step_.position < 0 || step_.point != point || stands_[point] != Stand::elbow) return false;
  const auto [to_lower, to_upper] = exits(step_.position);
  return bound == Stand::lower ? to_lower == 0 : to_upper == 0;
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
    add_column(point, -rate, drift_);
  }
  elbow_.append();
  stands_[point] = Stand::elbow;
  side_[point] = 0;
  columns_[j] = gram_->data() + point * gram_->outerStride();
  a_[j] = a;
  lower_[j] = lower_at(point, T_);
  upper_[j] = upper_at(point, T_);
  lower_rate_[j] = way_ * problem_.lower_rate[point];
  upper_rate_[j] = way_ * problem_.upper_rate[point];
}

void ActiveSetPath::leave(Index position, Stand bound) {
  const Index point = elbow_.point(position), last = elbow_.size() - 1;
  elbow_.remove(position);
  a_[position] = a_[last];
  lower_[position] = lower_[last];
  upper_[position] = upper_[last];
  columns_[position] = columns_[last];
  lower_rate_[position] = lower_rate_[last];
  upper_rate_[position] = upper_rate_[last];
  for (Vector* v : {&a_, &a_slope_, &lower_, &upper_, &lower_rate_, &upper_rate_}) (*v)[last] = 0;
  stand_at(point, bound);
}

void ActiveSetPath::stand_at(Index point, Stand bound) {
  const double before = bound_rate(point);
  stands_[point] = bound;
  side_[point] = bound == Stand::lower ? 1 : -1;
  if (!boxes_move_) return;
  const double rate = bound_rate(point) - before;
  total_ -= rate;
  add_column(point, rate, drift_);
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
  add_column(point, way * length, r_);
  const Vector moved = -way * length * shares;
  loops::add_columns(n_, columns(moved.data()), r_.data());
  at += way * length;
  if (blocking < 0) {
    stand_at(point, way > 0 ? Stand::upper : Stand::lower);
    return false;
  }
  leave(blocking, -way * shares[blocking] > 0 ? Stand::upper : Stand::lower);
  return true;
}

void ActiveSetPath::add_column(Index point, double c, Vector& y) const {
  const double* column = gram_->data() + point * gram_->outerStride();
  if (c != 0) loops::add_columns(n_, {1, &column, &c}, y.data());
}

void ActiveSetPath::advance(double length) {
  T_ += way_ * length;
  b_ += length * b_slope_;
  loops::affine(elbow_.size(), length, a_slope_.data(), 0, a_.data(), a_.data());
  loops::affine(n_, length, r_slope_.data(), 0, r_.data(), r_.data());
}

void ActiveSetPath::correct() {
  const Index m = elbow_.size(), padded = loops::padded(m);
  if (boxes_move_) place_bounds();
  double error = 0;
  for (Index j = 0; j < m; ++j) error = std::max(error, std::abs(r_[elbow_.point(j)]));
  if (error <= 64 * eps * unit_) return;
  double* delta = delta_.data();
  for (Index j = 0; j < m; ++j) delta[j] = -r_[elbow_.point(j)];
  std::fill(delta + m, delta + padded, 0.0);
  double total = 0;
  for (Index i = 0; i < n_; ++i)
    if (stands_[i] != Stand::elbow) total -= stands_[i] == Stand::upper ? upper_at(i, T_) : lower_at(i, T_);
  for (Index j = 0; j < m; ++j) total -= a_[j];
  const double shift = elbow_.solve(delta, total).shift;
  for (Index j = 0; j < m; ++j) {
    const double skin = 1e-9 * (upper_[j] - lower_[j]);
    if (a_[j] + delta[j] < lower_[j] - skin || a_[j] + delta[j] > upper_[j] + skin) return;
  }
  b_ += shift;
  loops::affine(m, 1, delta, 0, a_.data(), a_.data());
  for (Index i = 0; i < n_; ++i) r_[i] += shift;
  loops::add_columns(n_, columns(delta), r_.data());
}

}  // namespace core
