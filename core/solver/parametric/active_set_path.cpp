#include "core/solver/parametric/active_set_path.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/solver/parametric/vector_loops.hpp"

namespace core {

ActiveSetPath::ActiveSetPath(const Matrix& gram)
    : gram_(&gram), n_(gram.rows()), padded_(loops::padded(n_ + 1)), elbow_(gram), most_events_(1000 + 50 * n_) {
  for (Vector* v : {&side_, &r_, &r_slope_, &drift_, &rate_, &a_, &a_slope_, &lower_, &upper_, &lower_rate_,
                    &upper_rate_, &delta_})
    *v = Vector::Zero(padded_);
  columns_.resize(static_cast<std::size_t>(padded_));
}

void ActiveSetPath::place(const MovingProblem& problem, double T, const std::vector<Stand>& stands, double b) {
  expect(problem.size() == n_ && static_cast<Index>(stands.size()) == n_, "one box and one stand for every point");
  problem_ = problem;
  stands_ = stands;
  elbow_.clear();
  failure_.clear();
  events_ = stalled_ = 0;
  T_ = T;
  b_ = b;
  Vector bound = Vector::Zero(n_);
  side_.setZero();
  for (Index i = 0; i < n_; ++i) {
    expect(stands_[i] != Stand::elbow, "a path starts with every point at a bound");
    bound[i] = stands_[i] == Stand::upper ? upper_at(i, T) : lower_at(i, T);
    side_[i] = static_cast<double>(static_cast<signed char>(stands_[i]));
  }
  r_.setZero();
  r_.head(n_) = (*gram_) * bound - problem.target - T * problem.target_rate + Vector::Constant(n_, b);
}

void ActiveSetPath::refresh() {
  r_.head(n_) = Vector::Constant(n_, b_) - problem_.target - T_ * problem_.target_rate;
  for (Index i = 0; i < n_; ++i)
    if (stands_[i] != Stand::elbow) add_column(i, stands_[i] == Stand::upper ? upper_at(i, T_) : lower_at(i, T_), r_);
  loops::add_columns(n_, columns(a_.data()), r_.data());
}

void ActiveSetPath::raise(double c) {
  b_ += c;
  r_.head(n_).array() += c;
}

void ActiveSetPath::turn(const MovingProblem& problem, double T, double to) {
  r_.head(n_) += (problem_.target - problem.target) + (T_ * problem_.target_rate - T * problem.target_rate);
  for (Index i = 0; i < n_; ++i) {
    if (stands_[i] != Stand::pinned) continue;
    const double at = lower_at(i, T_), low = problem.lower[i] + T * problem.lower_rate[i],
                 high = problem.upper[i] + T * problem.upper_rate[i];
    const double skew = (at - low) - (high - at);
    stands_[i] = skew > 0 || (skew == 0 && r_[i] < 0) ? Stand::upper : Stand::lower;
  }
  problem_ = problem;
  T_ = T;
  way_ = to < T ? -1 : 1;
  span_ = std::abs(to - T);
  set_rates();
  stalled_ = 0;
  barred_ = -1;
  noise_ = 0;
  progress_ = T;
  aim();
}

void ActiveSetPath::set_rates() {
  const auto& p = problem_;
  rate_.head(n_) = p.target_rate;
  boxes_move_ = (p.lower_rate.array() != 0).any() || (p.upper_rate.array() != 0).any();
  double mass = 0, reach = 0;
  for (Index i = 0; i < n_; ++i) {
    const bool pinned = p.lower[i] == p.upper[i] && p.lower_rate[i] == p.upper_rate[i];
    if (pinned) expect(stands_[i] != Stand::elbow, "a box on the elbow has positive width");
    if (pinned) stands_[i] = Stand::pinned;
    side_[i] = stands_[i] == Stand::lower ? 1 : stands_[i] == Stand::upper ? -1 : 0;
    const double to = T_ + way_ * span_;
    mass += std::max({std::abs(lower_at(i, T_)), std::abs(upper_at(i, T_)), std::abs(lower_at(i, to)),
                      std::abs(upper_at(i, to))});
    reach = std::max({reach, std::abs(p.target[i] + T_ * p.target_rate[i])});
  }
  unit_ = elbow_.lift() * mass + reach;
  place_bounds();
  for (Index j = 0; j < elbow_.size(); ++j) {
    lower_rate_[j] = way_ * p.lower_rate[elbow_.point(j)];
    upper_rate_[j] = way_ * p.upper_rate[elbow_.point(j)];
  }
  recompute_drift();
}

void ActiveSetPath::place_bounds() {
  for (Index j = 0; j < elbow_.size(); ++j) {
    lower_[j] = lower_at(elbow_.point(j), T_);
    upper_[j] = upper_at(elbow_.point(j), T_);
  }
}

double ActiveSetPath::bound_rate(Index i) const {
  if (stands_[i] == Stand::elbow) return 0;
  return way_ * (stands_[i] == Stand::upper ? problem_.upper_rate[i] : problem_.lower_rate[i]);
}

void ActiveSetPath::recompute_drift() {
  drift_.setZero();
  total_ = 0;
  if (!boxes_move_) return;
  for (Index i = 0; i < n_; ++i) {
    const double rate = bound_rate(i);
    if (rate == 0) continue;
    const double* column = gram_->data() + i * gram_->outerStride();
    loops::add_columns(n_, {1, &column, &rate}, drift_.data());
    total_ -= rate;
  }
}

bool ActiveSetPath::reach(double T) {
  while (ok() && way_ * (segment_end() - T) < 0) {
    if (++events_ > most_events_) fail("more events than the limit");
    else pass_event();
  }
  return ok();
}

void ActiveSetPath::advance_to(double T) {
  advance(way_ * (T - T_));
  T_ = T;
}

Vector ActiveSetPath::a(double T) const {
  const double length = way_ * (T - T_);
  Vector a(n_);
  for (Index i = 0; i < n_; ++i) a[i] = stands_[i] == Stand::upper ? upper_at(i, T) : lower_at(i, T);
  for (Index j = 0; j < elbow_.size(); ++j) a[elbow_.point(j)] = a_[j] + length * a_slope_[j];
  return a;
}

double ActiveSetPath::b(double T) const { return b_ + way_ * (T - T_) * b_slope_; }

void ActiveSetPath::decisions(double T, double* f) const {
  loops::decisions(n_, {way_ * (T - T_), 1 / T, r_.data(), r_slope_.data(), rate_.data()}, f);
}

bool ActiveSetPath::has_free_point(double T) const {
  const double length = way_ * (T - T_);
  for (Index j = 0; j < elbow_.size(); ++j) {
    const Index i = elbow_.point(j);
    const double a = a_[j] + length * a_slope_[j], low = lower_at(i, T), high = upper_at(i, T);
    const double skin = 1e-12 * (high - low);
    if (a > low + skin && a < high - skin) return true;
  }
  return false;
}

void ActiveSetPath::fail(const char* why) {
  failure_ = why;
  step_ = Event{loops::never, -1, -1};
}

}  // namespace core
