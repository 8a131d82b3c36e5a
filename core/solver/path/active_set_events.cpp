#include <algorithm>
#include <cmath>

#include "core/solver/path/active_set_path.hpp"

namespace core {
namespace {

/// T has moved on where it changed by more than this share of itself.
constexpr double progress = 1e-12;

/// So many events (and n more) without progress end the path: it circles in rounding.
constexpr ActiveSetPath::Index most_stalled = 200;

/// Along a null vector, entries below this share of the largest do not block: their variables hardly move.
constexpr double unmoved = 1e-10;

} // namespace

void ActiveSetPath::pass_event() {
  if (!ok()) return;
  if (++events_ > most_events_) return fail("more events than the limit");
  if (step_.point < 0) return fail("no event is left");
  const Event event = step_;
  Stand bound = Stand::lower;
  if (event.position >= 0) {
    const auto [to_lower, to_upper] = on_elbow_.exits(event.position, a_floor_);
    if (to_upper < to_lower) bound = Stand::upper;
  }
  move(event.length);
  note_progress();
  if (!ok()) return;
  barred_ = event.point;
  if (!near_.on() && events_ % refresh_every() == 0) {
    refresh();
    recompute_drift();
  }
  if (event.position < 0) return enter(event.point);
  leave(event.position, bound);
  aim();
}

void ActiveSetPath::note_progress() {
  if (std::abs(T_ - progress_) > progress * std::max(std::abs(T_), 1e-3 * span_)) {
    progress_ = T_;
    stalled_ = 0;
    noise_ = 0;
  } else {
    if (++stalled_ > most_stalled + n_) fail("no progress");
  }
}

void ActiveSetPath::enter(Index point) {
  const Stand from = stands_[point];
  const double slope = std::abs(slope_of(point));
  const bool exchanged = independence_ <= dependent;
  double at = bound(point, T_);
  bool joins = true;
  for (; joins && independence_ <= dependent; independence_ = elbow_.independence(point))
    joins = exchange(point, at);
  if (joins) join(at);
  if (exchanged) return aim();
  if (try_to_aim() && !contradicts(point, from)) return;
  noise_ = 2 * slope;
  leave(elbow_.size() - 1, from);
  aim();
}

/// The saddle matrix makes every point that enters move into its box. Where rounding says otherwise, the
/// slope that made it enter was rounding too.
bool ActiveSetPath::contradicts(Index point, Stand from) const {
  if (step_.position < 0 || step_.point != point) return false;
  const auto [to_lower, to_upper] = on_elbow_.exits(step_.position, a_floor_);
  return (from == Stand::lower ? to_lower : to_upper) == 0;
}

/// Moves along the null vector (1, -u) of (point, E), on which no residual moves, until a variable meets a
/// bound: one of the elbow leaves (true) or the point itself arrives at its other bound (false).
bool ActiveSetPath::exchange(Index point, double& at) {
  const Index m = elbow_.size();
  const double way = stands_[point] == Stand::lower ? 1 : -1;
  const Vector move = -way * elbow_.shares().head(m);
  const double tiny = unmoved * std::max(1.0, move.cwiseAbs().maxCoeff());
  double length = way > 0 ? problem_->upper_at(point, T_) - at : at - problem_->lower_at(point, T_);
  Index blocking = -1;
  for (Index j = 0; j < m; ++j) {
    if (std::abs(move[j]) <= tiny) continue;
    const Index i = elbow_.point(j);
    const double room =
        move[j] > 0 ? problem_->upper_at(i, T_) - on_elbow_.a[j] : on_elbow_.a[j] - problem_->lower_at(i, T_);
    const double step = std::max(0.0, room) / std::abs(move[j]);
    const bool firmer = blocking >= 0 && step == length && std::abs(move[j]) > std::abs(move[blocking]);
    if (step < length || firmer) {
      length = step;
      blocking = j;
    }
  }
  const Vector moved = length * move;
  on_elbow_.a.head(m) += moved;
  add_column(point, way * length, r_);
  loops::add_columns(n_, combined(m, moved.data()), r_.data());
  at += way * length;
  if (blocking >= 0)
    leave(blocking, move[blocking] > 0 ? Stand::upper : Stand::lower);
  else
    stand_at(point, way > 0 ? Stand::upper : Stand::lower);
  return blocking >= 0;
}

void ActiveSetPath::join(double a) {
  elbow_.append();
  stand_on_elbow(elbow_.size() - 1, a);
}

/// Brings everything but the elbow's equations in line with the point that has come to this position.
void ActiveSetPath::stand_on_elbow(Index j, double a) {
  const Index point = elbow_.point(j);
  if (boxes_move_) {
    add_column(point, -bound_rate(point), drift_);
    total_ += bound_rate(point);
  }
  on_elbow_.reserve(j + 1);
  if (near_.on()) near_.enter(point);
  stands_[point] = Stand::elbow;
  side_[point] = resting_[point] = 0;
  on_elbow_.columns[static_cast<std::size_t>(j)] = gram_.dense() ? gram_.dense()->col(point).data() : nullptr;
  on_elbow_.a[j] = a;
  on_elbow_.lower[j] = problem_->lower_at(point, T_);
  on_elbow_.upper[j] = problem_->upper_at(point, T_);
  on_elbow_.lower_rate[j] = way_ * problem_->lower_rate[point];
  on_elbow_.upper_rate[j] = way_ * problem_->upper_rate[point];
}

void ActiveSetPath::leave(Index position, Stand bound) {
  const Index point = elbow_.point(position);
  elbow_.remove(position);
  on_elbow_.remove(position, elbow_.size());
  stand_at(point, bound);
  if (near_.on()) near_.leave(position, side_[point], rate_[point]);
}

void ActiveSetPath::stand_at(Index point, Stand bound) {
  const double before = bound_rate(point);
  stands_[point] = bound;
  side_[point] = bound == Stand::lower ? 1 : -1;
  resting_[point] = this->bound(point, T_);
  if (!boxes_move_) return;
  add_column(point, bound_rate(point) - before, drift_);
  total_ -= bound_rate(point) - before;
}

} // namespace core
