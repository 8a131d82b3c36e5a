#include <algorithm>
#include <cmath>

#include "core/solver/path/active_set_path.hpp"

namespace core {
namespace {

/// Boxes whose movements cancel to this share of their sum are balanced.
constexpr double cancelled = 1e-13;

/// Slopes of elbow variables are differences: below this share of what is subtracted they are rounding.
constexpr double slope_noise = 1e-12;

/// A correction of the elbow may leave a box by this share of its width.
constexpr double skin = 1e-9;

/// After this many events without progress (and |E| more) ties are broken by the least index.
constexpr ActiveSetPath::Index patience = 20;

} // namespace

void ActiveSetPath::aim() {
  if (ok() && !try_to_aim()) fail("no accurate direction");
}

bool ActiveSetPath::try_to_aim() {
  if (elbow_.size() == 0 && !fill_empty_elbow()) return true;
  if (!near_.on()) correct();
  if (!find_direction()) return false;
  find_event();
  return true;
}

/// With E empty only b can move. What the boxes move must be absorbed: b goes down to the first residual at a
/// lower bound where mass must be added, up to the first at an upper bound where it must be taken. At rest b
/// goes to an end of its interval. False where there is nothing left to follow.
bool ActiveSetPath::fill_empty_elbow() {
  barred_ = -1;
  double moved = 0;
  total_ = 0;
  for (Index i = 0; i < n_; ++i) {
    total_ -= bound_rate(i);
    moved += std::abs(bound_rate(i));
  }
  const bool at_rest = std::abs(total_) <= cancelled * moved;
  Index best = at_rest || total_ > 0 ? first_absorber(1) : first_absorber(-1);
  if (best < 0 && at_rest) best = first_absorber(-1);
  if (best >= 0) {
    raise(-r_[best]);
    elbow_.independence(best);
    join(bound(best, T_));
    return true;
  }
  if (!at_rest) {
    fail("no point can absorb what the boxes move");
    return false;
  }
  b_slope_ = 0;
  measure_slopes();
  step_ = Event{loops::never, -1, -1};
  return false;
}

ActiveSetPath::Index ActiveSetPath::first_absorber(double side) const {
  Index best = -1;
  for (Index i = 0; i < n_; ++i)
    if (side_[i] == side && (best < 0 || side * r_[i] < side * r_[best])) best = i;
  return best;
}

/// One Newton step towards r_E = 0 and sum a = 0 where rounding has left more than it must. On a nearly
/// dependent elbow a small residual may ask for a large step: one that would leave the boxes is not taken.
void ActiveSetPath::correct() {
  const Index m = elbow_.size();
  if (boxes_move_) place_bounds();
  double error = 0;
  for (Index j = 0; j < m; ++j) {
    delta_[j] = -r_[elbow_.point(j)];
    error = std::max(error, std::abs(delta_[j]));
  }
  if (error <= rounding * unit_) return;
  std::fill(delta_.data() + m, delta_.data() + loops::padded(m), 0.0);
  double total = -on_elbow_.a.head(m).sum();
  for (Index i = 0; i < n_; ++i)
    if (stands_[i] != Stand::elbow) total -= bound(i, T_);
  const double shift = elbow_.solve(delta_.data(), total).shift;
  for (Index j = 0; j < m; ++j) {
    const double a = on_elbow_.a[j] + delta_[j], slack = skin * (on_elbow_.upper[j] - on_elbow_.lower[j]);
    if (!(a >= on_elbow_.lower[j] - slack && a <= on_elbow_.upper[j] + slack)) return;
  }
  raise(shift);
  loops::add(m, 1, delta_.data(), on_elbow_.a.data());
  loops::add_columns(n_, combined(m, delta_.data()), r_.data());
}

bool ActiveSetPath::find_direction() {
  return solve_direction() || (elbow_.factor() && solve_direction());
}

bool ActiveSetPath::solve_direction() {
  const Index m = elbow_.size();
  double* slope = on_elbow_.slope.data();
  double right_side = 0;
  for (Index j = 0; j < m; ++j) {
    const Index i = elbow_.point(j);
    slope[j] = way_ * rate_[i] - drift_[i];
    right_side = std::max(right_side, std::abs(slope[j]));
  }
  const Elbow::Solved solved = elbow_.solve(slope, total_);
  b_slope_ = solved.shift;
  a_floor_ = slope_noise * solved.magnitude;
  const double size = static_cast<double>(m) * elbow_.lift() * solved.largest;
  const double expected = rounding * (size + std::abs(b_slope_) + right_side);
  r_floor_ = expected;
  const double error = refine_direction(measure_slopes());
  r_floor_ = std::max({expected, 2 * error, noise_});
  return std::isfinite(b_slope_ + solved.magnitude) && error <= 16 * expected;
}

/// Up to three rounds of iterative refinement, while each halves the residual. Returns the residual.
double ActiveSetPath::refine_direction(double error) {
  const Index m = elbow_.size();
  for (int round = 0; round < 3 && error > r_floor_; ++round) {
    for (Index j = 0; j < m; ++j) delta_[j] = -r_slope_[elbow_.point(j)];
    std::fill(delta_.data() + m, delta_.data() + loops::padded(m), 0.0);
    double* slope = on_elbow_.slope.data();
    b_slope_ += elbow_.solve(delta_.data(), total_ - loops::sum(loops::padded(m), slope)).shift;
    loops::add(m, 1, delta_.data(), slope);
    const double before = error;
    error = measure_slopes();
    if (error > before / 2) break;
  }
  return error;
}

/// dr = drift + K_E da_E + db - dtarget; returns its largest entry on E, where it should be zero.
/// In a stretch they are zero there but for rounding, which its end measures.
double ActiveSetPath::measure_slopes() {
  const Index m = elbow_.size();
  if (near_.on()) {
    near_.measure(on_elbow_.slope.data(), b_slope_, way_);
    return 0;
  }
  loops::affine_and_columns(n_, {-way_, rate_.data(), b_slope_, drift_.data()},
                            combined(m, on_elbow_.slope.data()), r_slope_.data());
  double error = 0;
  for (Index j = 0; j < m; ++j) error = std::max(error, std::abs(r_slope_[elbow_.point(j)]));
  return error;
}

double ActiveSetPath::slope_of(Index point) const {
  return near_.on() ? near_.slope(point) : r_slope_[point];
}

void ActiveSetPath::find_event() {
  if (boxes_move_) place_bounds();
  const bool bars = barred_ >= 0 && (!near_.on() || near_.follows(barred_));
  double none = 0;
  double& side = !bars ? none : near_.on() ? near_.side(barred_) : side_[barred_];
  const double before = std::exchange(side, 0.0);
  do choose_event();
  while (step_.point >= 0 && step_.position < 0 && !truly_enters(step_.point));
  side = before;
}

void ActiveSetPath::choose_event() {
  const loops::First exit = loops::first_exit(elbow_.size(), on_elbow_.rooms(), a_floor_);
  const loops::First entry =
      near_.on() ? near_.first_sign_change(r_floor_)
                 : loops::first_sign_change(n_, {side_.data(), r_.data(), r_slope_.data()}, r_floor_);
  step_ = exit.step <= entry.step ? Event{exit.step, -1, exit.where} : Event{entry.step, entry.where, -1};
  if (step_.length == loops::never) return;
  if (step_.position >= 0) step_.point = elbow_.point(step_.position);
  if (stalled_ > patience + elbow_.size())
    choose_least_index(step_.length + 1e-12 * std::max(std::abs(T_), 1e-3 * span_));
}

/// Among all events within this length the one of the point with the least index.
void ActiveSetPath::choose_least_index(double length) {
  Index best = n_;
  for (Index j = 0; j < elbow_.size(); ++j) {
    const auto [to_lower, to_upper] = on_elbow_.exits(j, a_floor_);
    if (std::min(to_lower, to_upper) > length || elbow_.point(j) >= best) continue;
    best = step_.point = elbow_.point(j);
    step_.position = j;
  }
  for (Index i = 0; i < best; ++i) {
    const double closing = -side_[i] * r_slope_[i];
    if (!(closing > r_floor_ && side_[i] * r_[i] <= length * closing)) continue;
    best = step_.point = i;
    step_.position = -1;
  }
}

/// A point that depends on the elbow has a residual whose slope is -nu'dtarget along their null vector nu.
/// Where that is zero the slope at hand is rounding: all as small as it are ignored in this segment.
bool ActiveSetPath::truly_enters(Index point) {
  independence_ = elbow_.independence(point);
  if (independence_ > dependent) return true;
  double slope = -rate_[point], size = std::abs(slope);
  for (Index j = 0; j < elbow_.size(); ++j) {
    const double term = elbow_.shares()[j] * rate_[elbow_.point(j)];
    slope += term;
    size += std::abs(term);
  }
  if (-side_[point] * way_ * slope > 1e-11 * size) return true;
  r_floor_ = std::max(r_floor_, 2 * std::abs(slope_of(point)));
  return false;
}

} // namespace core
