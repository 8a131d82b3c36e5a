#include "core/solver/path/path_jump.hpp"

#include <algorithm>
#include <cmath>

#include "core/solver/gram/columns.hpp"

namespace core {
namespace {

constexpr Jump::Index most_corrections = 12;

/// From the third round on fewer points must be on the wrong side than in the round before, unless they are
/// as few as these or this part of the elbow.
constexpr Jump::Index few_wrong = 8, few_of_elbow = 8;

/// The first round takes who crosses in this share of the jump: of those that would cross in the rest of it,
/// many do not because others have crossed before.
constexpr double surely = 0.7;

/// What a jump that is taken back, and a node that is reached, make of the share of the elbow that a jump may
/// change.
constexpr double smaller = 0.5, bolder = 1.1;

/// Jumps over fewer events than this save nothing.
constexpr double fewest_changes = 4;

/// An elbow with a smaller pivot share is not jumped from. A point less independent than this stays out of
/// it.
constexpr double clearly_independent = 1e-10;

} // namespace

Jump::Index JumpLimit::most_changes(Index elbow) const {
  const double changes = share_ * static_cast<double>(elbow);
  return changes < fewest_changes ? 0 : static_cast<Index>(changes);
}

void JumpLimit::set_widest(double share) {
  widest_ = share;
  share_ = std::min(share_, share);
}

void JumpLimit::widen() {
  share_ = std::min(widest_, bolder * share_);
}

void JumpLimit::take_back() {
  share_ *= smaller;
  ++taken_back_;
}

bool Jump::possible(const PathState& state) {
  return state.gram.dense() && !state.boxes_move && state.elbow.least_pivot_share() > clearly_independent;
}

double Jump::length(double length, Index most_changes) const {
  if (wrong_before(-length).count() <= most_changes) return length;
  std::vector<double> crossings;
  for (Index j = 0; j < state_.elbow.size(); ++j) {
    const auto [to_lower, to_upper] = state_.on_elbow.exits(j, direction_.a_floor());
    if (const double exit = std::min(to_lower, to_upper); exit < length) crossings.push_back(exit);
  }
  for (Index i = 0; i < state_.n; ++i) {
    const double closing = -state_.side[i] * direction_.r()[i], left = state_.side[i] * state_.r[i];
    if (closing > direction_.r_floor() && left < length * closing)
      crossings.push_back(std::max(0.0, left / closing));
  }
  if (static_cast<Index>(crossings.size()) <= most_changes) return length;
  const auto first_beyond = crossings.begin() + most_changes;
  std::nth_element(crossings.begin(), first_beyond, crossings.end());
  return (*std::max_element(crossings.begin(), first_beyond) + *first_beyond) / 2;
}

/// The first round takes those that were wrong on the way already, if any were.
bool Jump::settle(double length) {
  Wrong wrong = wrong_before((1 - surely) * length);
  if (wrong.count() == 0) wrong = wrong_before(0);
  for (Index round = 0, last = state_.n; wrong.count() > 0; ++round) {
    const bool few = wrong.count() <= std::max(few_wrong, state_.elbow.size() / few_of_elbow);
    if (round == most_corrections || (round > 1 && wrong.count() >= last && !few)) return false;
    last = wrong.count();
    if (!change_sides(wrong) || !state_.solve_on_elbow()) return false;
    wrong = wrong_before(0);
  }
  return true;
}

/// Who is on the wrong side: `back` before T along the direction, or at T.
Jump::Wrong Jump::wrong_before(double back) const {
  Wrong wrong;
  const ElbowVariables& on_elbow = state_.on_elbow;
  for (Index j = 0; j < state_.elbow.size(); ++j) {
    const double a = on_elbow.a[j] - back * on_elbow.slope[j], lower = on_elbow.lower[j],
                 upper = on_elbow.upper[j], skin = PathState::at_bound * (upper - lower);
    if (a < lower - skin) wrong.leave.emplace_back(j, Stand::lower);
    if (a > upper + skin) wrong.leave.emplace_back(j, Stand::upper);
  }
  wrong.enter = state_.wrong_signs(direction_.r(), -back);
  return wrong;
}

/// Changes the elbow by all of them but those that depend on it: a duplicate has the residual of its twin,
/// which the next Newton step makes zero. Residuals and sum of `a` wait for that step. False where nothing
/// changes or no elbow is left.
bool Jump::change_sides(const Wrong& wrong) {
  if (static_cast<Index>(wrong.leave.size()) == state_.elbow.size()) return false;
  std::vector<Index> left;
  std::vector<double> by;
  for (auto leaver = wrong.leave.rbegin(); leaver != wrong.leave.rend(); ++leaver) {
    const auto [position, bound] = *leaver;
    const double a = state_.on_elbow.a[position];
    left.push_back(state_.elbow.point(position));
    state_.leave(position, bound);
    by.push_back(state_.resting[left.back()] - a);
  }
  add_columns(state_.gram, left, by, state_.r);
  const Index staying = state_.elbow.size();
  state_.elbow.append(wrong.enter, clearly_independent);
  for (Index j = staying; j < state_.elbow.size(); ++j)
    state_.stand_on_elbow(j, state_.resting[state_.elbow.point(j)]);
  const Index changes = static_cast<Index>(left.size()) + state_.elbow.size() - staying;
  changes_ += changes;
  return changes > 0;
}

} // namespace core
