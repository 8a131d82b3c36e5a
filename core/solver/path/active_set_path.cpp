#include "core/solver/path/active_set_path.hpp"

#include <algorithm>
#include <cmath>

namespace core {
namespace {

using Index = ActiveSetPath::Index;

/// Residuals and drift are computed afresh, at the cost of n^2, after this many events or n / 2, whichever is
/// more.
constexpr Index least_refresh = 64;

/// T has moved on where it changed by more than this share of itself.
constexpr double moved_on = 1e-12;

/// After this many events without progress (and |E| more) ties are broken by the least index.
constexpr Index patience = 20;

/// So many events (and n more) without progress end the path: it circles in rounding.
constexpr Index most_stalled = 200;

/// A longer run of ties is passed with every point in sight.
constexpr Index most_ties = 8;

/// Along a null vector, entries below this share of the largest do not block: their variables hardly move.
constexpr double unmoved = 1e-10;

/// Boxes whose movements cancel to this share of their sum are balanced.
constexpr double cancelled = 1e-13;

/// The point at a bound on this side whose residual is the first to become 0 as b moves towards it, or -1.
Index first_absorber(const PathState& state, double side) {
  Index best = -1;
  for (Index i = 0; i < state.n; ++i)
    if (state.side[i] == side && (best < 0 || side * state.r[i] < side * state.r[best])) best = i;
  return best;
}

} // namespace

ActiveSetPath::ActiveSetPath(const Gram& gram)
    : state_(gram),
      direction_(state_.padded),
      most_events_(1000 + 50 * state_.n),
      stretch_points_(state_.n) {}

void ActiveSetPath::place(const MovingProblem& problem, double T, const std::vector<Stand>& stands,
                          double b) {
  state_.place(problem, T, stands, b);
  failure_.clear();
  progress_.events = 0;
}

void ActiveSetPath::turn(MovingProblem problem, double T, double to) {
  state_.turn(std::move(problem), T, to);
  progress_ = {.events = progress_.events, .T = T};
  aim();
}

bool ActiveSetPath::reach(double T, double slack) {
  const Index events = progress_.events;
  while (ok() && before(T, slack)) {
    if (worth_a_jump() && jump_towards(T)) continue;
    if (worth_a_stretch()) {
      pass_stretches(T, slack);
    } else {
      pass_event();
      stretch_points_.follow_fewer();
    }
  }
  if (progress_.events != events) jump_limit_.widen();
  return ok();
}

bool ActiveSetPath::before(double T, double slack) const {
  return way() * (segment_end() - T) < -slack;
}

void ActiveSetPath::advance_to(double T) {
  direction_.go(state_, way() * (T - state_.T));
  state_.T = T;
  state_.refresh();
}

Vector ActiveSetPath::residuals(double T) const {
  return state_.r.head(state_.n) + way() * (T - state_.T) * direction_.r().head(state_.n);
}

void ActiveSetPath::fail(const char* why) {
  failure_ = why;
  next_ = PathEvent::none();
}

Index ActiveSetPath::refresh_every() const {
  return std::max(least_refresh, state_.n / 2);
}

void ActiveSetPath::stand_again(const Standing& at) {
  progress_ = at.progress;
  failure_.clear();
  if (!state_.stand_again(at.state)) return fail("no accurate direction");
  aim();
}

bool ActiveSetPath::is_rich() const {
  const Features* const inputs = state_.gram.features();
  return state_.elbow.size() >= rich ||
         (inputs && inputs->x.cols() >= many_inputs && state_.elbow.size() > 1);
}

/// Whether many events may be passed at once.
bool ActiveSetPath::may_pass_many() const {
  return ok() && !state_.boxes_move && is_rich() && progress_.stalled == 0;
}

bool ActiveSetPath::worth_a_jump() const {
  return may_pass_many() && jump_limit_.most_changes(state_.elbow.size()) > 0 && Jump::possible(state_);
}

/// To T or, where too many points cross before, to where fewer have. False where only an event leads on.
bool ActiveSetPath::jump_towards(double T) {
  Jump jump(state_, direction_);
  const double whole = way() * (T - state_.T);
  const double length = jump.length(whole, jump_limit_.most_changes(state_.elbow.size()));
  if (!(length > 0)) return false;
  const Standing from = standing();
  direction_.go(state_, length);
  if (length == whole) state_.T = T;
  if (!jump.settle(length)) {
    stand_again(from);
    jump_limit_.take_back();
    return false;
  }
  progress_ = {.events = progress_.events + jump.changes(), .T = state_.T};
  arrived_ = state_.T;
  if (progress_.events > most_events_) {
    fail("more events than the limit");
    return false;
  }
  if (progress_.events / refresh_every() > from.progress.events / refresh_every()) state_.refresh();
  aim();
  return length == whole || jump.changes() > 0;
}

bool ActiveSetPath::worth_a_stretch() const {
  return may_pass_many() && next_.point >= 0 && leaves_an_elbow() && stretch_points_.pay(state_);
}

/// An event that asks nothing of points that are not followed, and leaves an elbow. Of a linear kernel, whose
/// elbow is often as large as it can be, an exchange of points is one.
bool ActiveSetPath::leaves_an_elbow() const {
  if (!next_.enters()) return state_.elbow.size() > 1;
  const NearPoints& near = state_.near;
  return !next_.depends() || (state_.gram.features() && (!near.on() || near.room() > state_.elbow.size()));
}

/// Stretches, one after the other, until the segment contains T or an event wants all points. One that has
/// missed a sign change begins anew and follows more.
void ActiveSetPath::pass_stretches(double T, double slack) {
  std::vector<Index> missed;
  bool aimed = true; // by the slopes of all points
  while (worth_a_stretch() && before(T, slack)) {
    const Standing from = standing();
    const Vector a_from = state_.a(state_.T);
    stretch_points_.follow(state_, direction_, next_.point, missed);
    if (!aimed) aim();
    const Index last = progress_.events + stretch_points_.events();
    while (ok() && progress_.events < last && progress_.stalled <= most_ties && leaves_an_elbow() &&
           before(T, slack))
      pass_event();
    const bool arrived = ok();
    state_.catch_up(from.state, a_from);
    missed = state_.wrong_signs(direction_.r(), 0);
    aimed = !arrived || !missed.empty();
    if (aimed) {
      stand_again(from);
      stretch_points_.begin_anew();
    } else {
      stretch_points_.follow_fewer();
      if (progress_.events / refresh_every() > from.progress.events / refresh_every()) state_.refresh();
      state_.correct();
    }
  }
  if (!aimed) aim();
}

void ActiveSetPath::pass_event() {
  if (!ok()) return;
  if (++progress_.events > most_events_) return fail("more events than the limit");
  if (next_.point < 0) return fail("no event is left");
  const PathEvent event = next_;
  const Stand bound = event.enters() ? Stand::lower : direction_.bound_met(state_, event.position);
  direction_.go(state_, event.length);
  note_progress();
  if (!ok()) return;
  progress_.barred = event.point;
  if (!state_.near.on() && progress_.events % refresh_every() == 0) {
    state_.refresh();
    state_.recompute_drift();
  }
  if (event.enters()) return enter(event);
  state_.leave(event.position, bound);
  aim();
}

void ActiveSetPath::note_progress() {
  const double T = state_.T;
  if (std::abs(T - progress_.T) > moved_on * std::max(std::abs(T), 1e-3 * state_.span)) {
    progress_.T = T;
    progress_.stalled = 0;
    progress_.noise = 0;
  } else {
    if (++progress_.stalled > most_stalled + state_.n) fail("no progress");
  }
}

void ActiveSetPath::enter(const PathEvent& event) {
  const Index point = event.point;
  const Stand from = state_.stands[point];
  const double slope = std::abs(direction_.of(state_, point));
  double at = state_.bound(point, state_.T), independence = event.independence;
  bool joins = true;
  for (; joins && independence <= PathEvent::dependent; independence = state_.elbow.independence(point))
    joins = exchange(point, at);
  if (joins) state_.join(at);
  if (event.depends()) return aim();
  if (try_to_aim() && !direction_.contradicts(state_, next_, point, from)) return;
  progress_.noise = 2 * slope;
  state_.leave(state_.elbow.size() - 1, from);
  aim();
}

/// Moves along the null vector (1, -u) of (point, E), on which no residual moves, until a variable meets a
/// bound: one of the elbow leaves (true) or the point itself arrives at its other bound (false).
bool ActiveSetPath::exchange(Index point, double& at) {
  const MovingProblem& problem = *state_.problem;
  ElbowVariables& on_elbow = state_.on_elbow;
  const Index m = state_.elbow.size();
  const double T = state_.T, way = state_.stands[point] == Stand::lower ? 1 : -1;
  const Vector move = -way * state_.elbow.shares().head(m);
  const double tiny = unmoved * std::max(1.0, move.cwiseAbs().maxCoeff());
  double length = way > 0 ? problem.upper_at(point, T) - at : at - problem.lower_at(point, T);
  Index blocking = -1;
  for (Index j = 0; j < m; ++j) {
    if (std::abs(move[j]) <= tiny) continue;
    const Index i = state_.elbow.point(j);
    const double room =
        move[j] > 0 ? problem.upper_at(i, T) - on_elbow.a[j] : on_elbow.a[j] - problem.lower_at(i, T);
    const double step = std::max(0.0, room) / std::abs(move[j]);
    const bool firmer = blocking >= 0 && step == length && std::abs(move[j]) > std::abs(move[blocking]);
    if (step < length || firmer) {
      length = step;
      blocking = j;
    }
  }
  const Vector moved = length * move;
  on_elbow.a.head(m) += moved;
  NearPoints& near = state_.near;
  if (!near.on()) { // else the end of the stretch measures what rounding moves
    state_.add_column(point, way * length, state_.r);
    loops::add_columns(state_.n, state_.combined(m, moved.data()), state_.r.data());
  }
  at += way * length;
  if (blocking >= 0)
    state_.leave(blocking, move[blocking] > 0 ? Stand::upper : Stand::lower);
  else
    state_.stand_at(point, way > 0 ? Stand::upper : Stand::lower);
  if (blocking < 0 && near.on()) near.side(point) = state_.side[point];
  return blocking >= 0;
}

void ActiveSetPath::aim() {
  if (ok() && !try_to_aim()) fail("no accurate direction");
}

bool ActiveSetPath::try_to_aim() {
  if (state_.elbow.size() == 0 && !fill_empty_elbow()) return true;
  if (!state_.near.on()) state_.correct();
  if (!direction_.find(state_, progress_.noise)) return false;
  const bool by_least_index = progress_.stalled > patience + state_.elbow.size();
  next_ = direction_.first_event(state_, progress_.barred, by_least_index);
  return true;
}

/// With E empty only b can move. What the boxes move must be absorbed: b goes down to the first residual at a
/// lower bound where mass must be added, up to the first at an upper bound where it must be taken. At rest b
/// goes to an end of its interval. False where there is nothing left to follow.
bool ActiveSetPath::fill_empty_elbow() {
  progress_.barred = -1;
  double moved = 0;
  state_.total = 0;
  for (Index i = 0; i < state_.n; ++i) {
    state_.total -= state_.bound_rate(i);
    moved += std::abs(state_.bound_rate(i));
  }
  const bool at_rest = std::abs(state_.total) <= cancelled * moved;
  Index best = first_absorber(state_, at_rest || state_.total > 0 ? 1 : -1);
  if (best < 0 && at_rest) best = first_absorber(state_, -1);
  if (best >= 0) {
    state_.raise(-state_.r[best]);
    state_.elbow.independence(best);
    state_.join(state_.bound(best, state_.T));
    return true;
  }
  if (!at_rest) {
    fail("no point can absorb what the boxes move");
    return false;
  }
  direction_.find_none(state_);
  next_ = PathEvent::none();
  return false;
}

} // namespace core
