#include <algorithm>
#include <cmath>
#include <limits>

#include "core/solver/path/active_set_path.hpp"

// Stretches of a path with a rich elbow. Nearly all of what an event costs there are the slopes of residuals,
// n|E|, and nearly all of these belong to points that are far from changing sign. So for a stretch of some
// events only the points nearest to it are followed. At its end every residual is caught up with, by what the
// variables have moved by. Where all of them have the signs that belong to their stands, the optimality
// conditions hold, and the stretch has arrived at the solution there, whatever happened on the way; where one
// has not, the stretch begins anew and follows more.
namespace core {
namespace {

/// A stretch follows at least so many points and has a third as many events.
constexpr ActiveSetPath::Index followed_at_least = 64, followed_an_event = 3;

/// Following more than this share of the bound points saves nothing.
constexpr double worthwhile = 0.6;

/// A longer run of ties is passed with every point in sight.
constexpr ActiveSetPath::Index most_ties = 8;

} // namespace

bool ActiveSetPath::worth_a_stretch() const {
  const auto bound = static_cast<double>(n_ - elbow_.size());
  return ok() && gram_.dense() && !boxes_move_ && is_rich() && stalled_ == 0 && step_.point >= 0 &&
         plain_event() && static_cast<double>(followed_) <= worthwhile * bound;
}

/// The larger the sample, the more points come near in as many events.
ActiveSetPath::Index ActiveSetPath::least_followed() const {
  return std::max(followed_at_least, n_ / 10);
}

void ActiveSetPath::follow_fewer() {
  followed_ -= (followed_ - least_followed()) / 8;
}

ActiveSetPath::Index ActiveSetPath::stretch_events() const {
  return followed_ / followed_an_event;
}

/// An event that asks nothing of points that are not followed, and leaves an elbow.
bool ActiveSetPath::plain_event() const {
  return step_.position < 0 ? independence_ > dependent : elbow_.size() > 1;
}

bool ActiveSetPath::before(double T, double slack) const {
  return way_ * (segment_end() - T) < -slack;
}

/// Everything of the path that a stretch or a jump changes.
ActiveSetPath::Standing ActiveSetPath::standing() const {
  return {T_, b_, r_, stands_, elbow_.points(), on_elbow_, events_, stalled_, progress_, noise_, barred_};
}

void ActiveSetPath::stand_again(const Standing& at) {
  T_ = at.T;
  b_ = at.b;
  r_ = at.r;
  stands_ = at.stands;
  on_elbow_ = at.on_elbow;
  events_ = at.events;
  stalled_ = at.stalled;
  progress_ = at.progress;
  noise_ = at.noise;
  barred_ = at.barred;
  failure_.clear();
  if (!elbow_.take(at.elbow)) return fail("no accurate direction");
  for (Index i = 0; i < n_; ++i) bring_in_line(i);
  aim();
}

/// Stretches, one after the other, until the segment contains T or an event wants all points. One that has
/// missed a sign change begins anew and follows more.
void ActiveSetPath::pass_stretches(double T, double slack) {
  std::vector<Index> missed;
  bool aimed = true; // by the slopes of all points
  while (worth_a_stretch() && before(T, slack)) {
    const Standing from = standing();
    const Vector a_from = a(T_);
    near_.begin({*gram_.dense(), r_, r_slope_, side_, rate_}, nearest(missed), elbow_.points(),
                stretch_events());
    if (!aimed) aim();
    const Index last = events_ + stretch_events();
    while (ok() && events_ < last && stalled_ <= most_ties && plain_event() && before(T, slack)) pass_event();
    const bool arrived = ok();
    catch_up(from, a_from);
    missed = wrong_signs(0);
    aimed = !arrived || !missed.empty();
    if (aimed) {
      stand_again(from);
      followed_ *= 2;
      ++begun_anew_;
    } else {
      follow_fewer();
      if (events_ / refresh_every() > from.events / refresh_every()) refresh();
      correct();
    }
  }
  if (!aimed) aim();
}

/// The bound points that would change sign first if slopes stayed much as they are, with those that are named
/// and the one that changes first.
std::vector<ActiveSetPath::Index> ActiveSetPath::nearest(const std::vector<Index>& named) const {
  std::vector<std::pair<double, Index>> order;
  const double typical =
      std::sqrt((side_.array() * r_slope_.array()).square().sum() / static_cast<double>(n_));
  for (Index i = 0; i < n_; ++i) {
    if (side_[i] == 0) continue;
    const double closing = std::max(0.0, -side_[i] * r_slope_[i]);
    order.emplace_back(side_[i] * r_[i] / (typical + closing), i);
  }
  // Before all others, of which rounding leaves many at or below zero where points are duplicates.
  for (auto& [time, i] : order) {
    if (std::find(named.begin(), named.end(), i) != named.end()) time = std::numeric_limits<double>::lowest();
    if (i == step_.point) time = -loops::never;
  }
  const auto count = std::min(order.size(), static_cast<std::size_t>(followed_));
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count) - 1, order.end());
  std::vector<Index> points;
  for (std::size_t k = 0; k < count; ++k) points.push_back(order[k].second);
  std::sort(points.begin(), points.end());
  return points;
}

/// Brings every residual from where a stretch began to where the path is, and follows all points from here
/// on.
void ActiveSetPath::catch_up(const Standing& from, const Vector& a_from) {
  r_.head(n_) += Vector::Constant(n_, b_ - from.b) - (T_ - from.T) * rate_.head(n_);
  add_combination(a(T_) - a_from, r_);
  near_.end();
}

/// The bound points whose residuals do not have the sign that belongs to their stand, after this step along
/// the direction.
std::vector<ActiveSetPath::Index> ActiveSetPath::wrong_signs(double step) const {
  std::vector<Index> wrong(static_cast<std::size_t>(n_));
  const loops::Residuals at{side_.data(), r_.data(), r_slope_.data()};
  wrong.resize(static_cast<std::size_t>(loops::wrong_signs(n_, at, {step, rounding * unit_}, wrong.data())));
  return wrong;
}

} // namespace core
