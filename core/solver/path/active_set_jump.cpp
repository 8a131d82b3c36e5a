#include <algorithm>
#include <cmath>

#include "core/solver/gram/columns.hpp"
#include "core/solver/path/active_set_path.hpp"

// Jumps of a path with a rich elbow. Where only the solution at T is asked for, the events on the way there
// are a detour: many points that enter the elbow leave it again, and each event asks for a direction of its
// own. A jump goes to T along the direction at hand and there sets right which points are on the elbow: all
// variables outside their boxes leave it, all points with residuals of the wrong sign enter it, a Newton step
// solves the equations of the elbow that is left, and so on until no sign is wrong. That is the primal-dual
// active-set method (Hintermuller, Ito & Kunisch 2002), which converges in a few rounds from nearby and need
// not from further away: rounds that do not come to an end are taken back, and the events passed one after
// the other.
namespace core {
namespace {

constexpr ActiveSetPath::Index most_corrections = 12;

/// From the third round on fewer points must be on the wrong side than in the round before, unless they are
/// as few as these or this part of the elbow.
constexpr ActiveSetPath::Index few_wrong = 8, few_of_elbow = 8;

/// The first round takes who crosses in this share of the jump: of those that would cross in the rest of it,
/// many do not because others have crossed before.
constexpr double surely = 0.7;

/// What a jump that is taken back, and a node that is reached, make of the share of the elbow that a jump may
/// change.
constexpr double smaller = 0.5, bolder = 1.1;

/// Jumps over fewer events than this save nothing.
constexpr double fewest_changes = 4;

/// An elbow with a smaller pivot share is not jumped from: it might not be factorised anew. A point less
/// independent than this stays out of it.
constexpr double clearly_independent = 1e-10;

} // namespace

bool ActiveSetPath::worth_a_jump() const {
  return ok() && gram_.dense() && !boxes_move_ && is_rich() && stalled_ == 0 && most_changes() > 0 &&
         elbow_.least_pivot_share() > clearly_independent;
}

/// How many points may cross in a jump as long as its direction stays what it is.
ActiveSetPath::Index ActiveSetPath::most_changes() const {
  const double changes = jump_share_ * static_cast<double>(elbow_.size());
  return changes < fewest_changes ? 0 : static_cast<Index>(changes);
}

void ActiveSetPath::jump_further() {
  jump_share_ = std::min(widest_jump_, bolder * jump_share_);
}

/// To T or, where too many points cross before, to where fewer have. False where only an event leads on. A
/// round costs about n|E| multiplications, and |E|^2 for each point that changes.
bool ActiveSetPath::jump_towards(double T) {
  const double length = jump_length(way_ * (T - T_));
  const bool all_the_way = length == way_ * (T - T_);
  if (!(length > 0)) return false;
  const Standing from = standing();
  move(length);
  if (all_the_way) T_ = T;
  if (!settle((1 - surely) * length)) {
    stand_again(from);
    jump_share_ *= smaller;
    ++jumps_taken_back_;
    return false;
  }
  barred_ = -1;
  noise_ = 0;
  progress_ = arrived_ = T_;
  if (events_ > most_events_) {
    fail("more events than the limit");
    return false;
  }
  if (events_ / refresh_every() > from.events / refresh_every()) refresh();
  aim();
  return all_the_way || events_ > from.events;
}

/// At most `length`, and so far that no more points than may change cross on the way.
double ActiveSetPath::jump_length(double length) const {
  if (wrong_before(-length).count() <= most_changes()) return length;
  std::vector<double> crossings;
  for (Index j = 0; j < elbow_.size(); ++j) {
    const auto [to_lower, to_upper] = on_elbow_.exits(j, a_floor_);
    if (const double exit = std::min(to_lower, to_upper); exit < length) crossings.push_back(exit);
  }
  for (Index i = 0; i < n_; ++i) {
    const double closing = -side_[i] * r_slope_[i], left = side_[i] * r_[i];
    if (closing > r_floor_ && left < length * closing) crossings.push_back(std::max(0.0, left / closing));
  }
  if (static_cast<Index>(crossings.size()) <= most_changes()) return length;
  const auto first_beyond = crossings.begin() + most_changes();
  std::nth_element(crossings.begin(), first_beyond, crossings.end());
  return (*std::max_element(crossings.begin(), first_beyond) + *first_beyond) / 2;
}

/// Rounds of the primal-dual active-set method at T, of which the last finds no wrong sign. The first takes
/// those that were wrong `back` before T, if any were.
bool ActiveSetPath::settle(double back) {
  Wrong wrong = wrong_before(back);
  if (wrong.count() == 0) wrong = wrong_before(0);
  for (Index round = 0, last = n_; wrong.count() > 0; ++round) {
    const bool few = wrong.count() <= std::max(few_wrong, elbow_.size() / few_of_elbow);
    if (round == most_corrections || (round > 1 && wrong.count() >= last && !few)) return false;
    last = wrong.count();
    if (!change_sides(wrong) || !solve_on_elbow()) return false;
    wrong = wrong_before(0);
  }
  return true;
}

/// Who is on the wrong side: `back` before T along the direction, or at T.
ActiveSetPath::Wrong ActiveSetPath::wrong_before(double back) const {
  Wrong wrong;
  for (Index j = 0; j < elbow_.size(); ++j) {
    const double a = on_elbow_.a[j] - back * on_elbow_.slope[j], lower = on_elbow_.lower[j],
                 upper = on_elbow_.upper[j], skin = at_bound * (upper - lower);
    if (a < lower - skin) wrong.leave.emplace_back(j, Stand::lower);
    if (a > upper + skin) wrong.leave.emplace_back(j, Stand::upper);
  }
  wrong.enter = wrong_signs(-back);
  return wrong;
}

/// Changes the elbow by all of them but those that depend on it: a duplicate has the residual of its twin,
/// which the next Newton step makes zero. Residuals and sum of `a` wait for that step. False where nothing
/// changes or no elbow is left.
bool ActiveSetPath::change_sides(const Wrong& wrong) {
  if (static_cast<Index>(wrong.leave.size()) == elbow_.size()) return false;
  std::vector<Index> left;
  std::vector<double> by;
  for (auto leaver = wrong.leave.rbegin(); leaver != wrong.leave.rend(); ++leaver) {
    const auto [position, bound] = *leaver;
    const double a = on_elbow_.a[position];
    left.push_back(elbow_.point(position));
    leave(position, bound);
    by.push_back(resting_[left.back()] - a);
  }
  add_columns(gram_, left, by, r_);
  const Index staying = elbow_.size();
  elbow_.append(wrong.enter, clearly_independent);
  for (Index j = staying; j < elbow_.size(); ++j) stand_on_elbow(j, resting_[elbow_.point(j)]);
  const Index changes = static_cast<Index>(left.size()) + elbow_.size() - staying;
  events_ += changes;
  return changes > 0;
}

/// The Newton step of (b, a_E) to r_E = 0 and sum a = 0, whatever the boxes are.
bool ActiveSetPath::solve_on_elbow() {
  const Index m = elbow_.size();
  for (Index j = 0; j < m; ++j) delta_[j] = -r_[elbow_.point(j)];
  std::fill(delta_.data() + m, delta_.data() + loops::padded(m), 0.0);
  const double total = -loops::sum(loops::padded(m), on_elbow_.a.data()) - loops::sum(n_, resting_.data());
  const Elbow::Solved solved = elbow_.solve(delta_.data(), total);
  if (!std::isfinite(solved.shift + solved.magnitude)) return false;
  raise(solved.shift);
  loops::add(m, 1, delta_.data(), on_elbow_.a.data());
  loops::add_columns(n_, combined(m, delta_.data()), r_.data());
  return true;
}

} // namespace core
