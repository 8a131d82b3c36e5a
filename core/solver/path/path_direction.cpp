#include "core/solver/path/path_direction.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace core {
namespace {

/// Slopes of elbow variables are differences: below this share of what is subtracted they are rounding.
constexpr double slope_noise = 1e-12;

/// Events closer together than this share of T, or of a thousandth of its span, are ties.
constexpr double tied = 1e-12;

} // namespace

bool PathDirection::find(PathState& state, double noise) {
  return solve(state, noise) || (state.elbow.factor() && solve(state, noise));
}

void PathDirection::find_none(PathState& state) {
  b_slope_ = 0;
  measure(state);
}

bool PathDirection::solve(PathState& state, double noise) {
  const Index m = state.elbow.size();
  double* slope = state.on_elbow.slope.data();
  double right_side = 0;
  for (Index j = 0; j < m; ++j) {
    const Index i = state.elbow.point(j);
    slope[j] = state.way * state.rate[i] - state.drift[i];
    right_side = std::max(right_side, std::abs(slope[j]));
  }
  const Elbow::Solved solved = state.elbow.solve(slope, state.total);
  b_slope_ = solved.shift;
  a_floor_ = slope_noise * solved.magnitude;
  const double size = static_cast<double>(m) * state.elbow.lift() * solved.largest;
  const double expected = PathState::rounding * (size + std::abs(b_slope_) + right_side);
  r_floor_ = expected;
  const double error = refine(state, measure(state));
  r_floor_ = std::max({expected, 2 * error, noise});
  return std::isfinite(b_slope_ + solved.magnitude) && error <= 16 * expected;
}

/// Up to three rounds of iterative refinement, while each halves the residual. Returns the residual.
double PathDirection::refine(PathState& state, double error) {
  const Index m = state.elbow.size(), padded = loops::padded(m);
  for (int round = 0; round < 3 && error > r_floor_; ++round) {
    correction_.setZero(padded);
    for (Index j = 0; j < m; ++j) correction_[j] = -r_slope_[state.elbow.point(j)];
    double* slope = state.on_elbow.slope.data();
    b_slope_ += state.elbow.solve(correction_.data(), state.total - loops::sum(padded, slope)).shift;
    loops::add(m, 1, correction_.data(), slope);
    const double before = error;
    error = measure(state);
    if (error > before / 2) break;
  }
  return error;
}

/// dr = drift + K_E da_E + db - dtarget; returns its largest entry on E, where it should be zero.
/// In a stretch they are zero there but for rounding, which its end measures.
double PathDirection::measure(PathState& state) {
  const Index m = state.elbow.size();
  if (state.near.on()) {
    state.near.measure(state.on_elbow.slope.data(), b_slope_, state.way);
    return 0;
  }
  loops::affine_and_columns(state.n, {-state.way, state.rate.data(), b_slope_, state.drift.data()},
                            state.combined(m, state.on_elbow.slope.data()), r_slope_.data());
  double error = 0;
  for (Index j = 0; j < m; ++j) error = std::max(error, std::abs(r_slope_[state.elbow.point(j)]));
  return error;
}

void PathDirection::go(PathState& state, double length) const {
  state.T += state.way * length;
  state.b += length * b_slope_;
  loops::add(state.elbow.size(), length, state.on_elbow.slope.data(), state.on_elbow.a.data());
  if (state.near.on())
    state.near.move(length);
  else
    loops::add(state.n, length, r_slope_.data(), state.r.data());
}

PathEvent PathDirection::first_event(PathState& state, Index barred, bool by_least_index) {
  if (state.boxes_move) state.place_bounds();
  const bool bars = barred >= 0 && (!state.near.on() || state.near.follows(barred));
  double none = 0;
  double& side = !bars ? none : state.near.on() ? state.near.side(barred) : state.side[barred];
  const double before = std::exchange(side, 0.0);
  PathEvent event;
  do {
    event = first(state);
    if (by_least_index && event.length != loops::never) choose_least_index(state, event);
  } while (event.point >= 0 && event.enters() && !truly_enters(state, event));
  side = before;
  return event;
}

PathEvent PathDirection::first(PathState& state) const {
  const loops::First exit = loops::first_exit(state.elbow.size(), state.on_elbow.rooms(), a_floor_);
  const loops::Residuals at{state.side.data(), state.r.data(), r_slope_.data()};
  const loops::First entry = state.near.on() ? state.near.first_sign_change(r_floor_)
                                             : loops::first_sign_change(state.n, at, r_floor_);
  if (exit.step > entry.step) return {.length = entry.step, .point = entry.where};
  if (exit.step == loops::never) return PathEvent::none();
  return {.length = exit.step, .point = state.elbow.point(exit.where), .position = exit.where};
}

/// Among all events within rounding of this one that of the point with the least index.
void PathDirection::choose_least_index(const PathState& state, PathEvent& event) const {
  const double length = event.length + tied * std::max(std::abs(state.T), 1e-3 * state.span);
  Index best = state.n;
  for (Index j = 0; j < state.elbow.size(); ++j) {
    const auto [to_lower, to_upper] = state.on_elbow.exits(j, a_floor_);
    if (std::min(to_lower, to_upper) > length || state.elbow.point(j) >= best) continue;
    best = event.point = state.elbow.point(j);
    event.position = j;
  }
  for (Index i = 0; i < best; ++i) {
    const double closing = -state.side[i] * r_slope_[i];
    if (!(closing > r_floor_ && state.side[i] * state.r[i] <= length * closing)) continue;
    best = event.point = i;
    event.position = -1;
  }
}

/// A point that depends on the elbow has a residual whose slope is -nu'dtarget along their null vector nu.
/// Where that is zero the slope at hand is rounding: all as small as it are ignored in this segment.
bool PathDirection::truly_enters(PathState& state, PathEvent& event) {
  const Index point = event.point;
  event.independence = state.elbow.independence(point);
  if (!event.depends()) return true;
  double slope = -state.rate[point], size = std::abs(slope);
  for (Index j = 0; j < state.elbow.size(); ++j) {
    const double term = state.elbow.shares()[j] * state.rate[state.elbow.point(j)];
    slope += term;
    size += std::abs(term);
  }
  if (-state.side[point] * state.way * slope > 1e-11 * size) return true;
  r_floor_ = std::max(r_floor_, 2 * std::abs(of(state, point)));
  return false;
}

bool PathDirection::contradicts(const PathState& state, const PathEvent& next, Index point,
                                Stand from) const {
  if (next.position < 0 || next.point != point) return false;
  const auto [to_lower, to_upper] = state.on_elbow.exits(next.position, a_floor_);
  return (from == Stand::lower ? to_lower : to_upper) == 0;
}

} // namespace core
