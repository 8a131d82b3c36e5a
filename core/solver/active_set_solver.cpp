#include "core/solver/active_set_solver.hpp"

#include <algorithm>
#include <cmath>

#include "core/solver/columns.hpp"

namespace core {
namespace {

using Eigen::Index;

// A gap that in patience rounds per observation has not shrunk by this factor is made of rounding.
constexpr double progress = 0.99;
constexpr std::int64_t patience = 2;

} // namespace

ElbowDescent::ElbowDescent(const WeightedDual& problem)
    : problem_(problem),
      factor_(problem.gram),
      in_elbow_(static_cast<std::size_t>(problem.size()), false),
      change_(problem.size()),
      gap_(problem) {}

bool ElbowDescent::is_free(Index i) const {
  return point_->a(i) > problem_.lower(i) && point_->a(i) < problem_.upper(i);
}

// Free points come into the elbow, all others go.
void ElbowDescent::begin_at_free() {
  for (std::size_t k = factor_.size(); k-- > 0;)
    if (!is_free(factor_.members()[k])) leave(k);
  for (Index i = 0; i < problem_.size(); ++i)
    if (is_free(i) && !in_elbow_[i]) join(i);
}

ElbowDescent::End ElbowDescent::run(DualPoint& point, const StoppingRule& rule) {
  point_ = &point;
  steps_ = 0;
  begin_at_free();
  equalise();
  double least_gap = infinity;
  std::int64_t since_least = 0;
  for (bool descends = true;;) {
    const double nu = multiplier();
    gap_.measure(point, nu);
    since_least = gap_.gap() < progress * least_gap ? 0 : since_least + 1;
    if (since_least == 0) least_gap = gap_.gap();
    const bool stalled = !descends || since_least > patience * problem_.size();
    if (stalled || gap_.within(rule.relative_gap) || steps_ >= rule.steps) return {nu, steps_};
    descends = in_elbow_[gap_.largest()] ? equalise() : take_in(gap_.largest());
  }
}

bool ElbowDescent::join(Index j) {
  in_elbow_[j] = factor_.append(j);
  return in_elbow_[j];
}

void ElbowDescent::leave(std::size_t position) {
  in_elbow_[factor_.members()[position]] = false;
  factor_.remove(position);
}

double ElbowDescent::multiplier() const {
  if (factor_.size() == 0) return extremes(problem_, *point_).nu;
  double sum = 0;
  for (const Index i : factor_.members()) sum += point_->gradient(i);
  return sum / static_cast<double>(factor_.size());
}

// Newton steps on the elbow until one is not cut short by a bound. Says whether anything moved.
bool ElbowDescent::equalise() {
  bool moved = false;
  while (factor_.size() > 1) {
    ++steps_;
    const auto step = factor_.equalising_step(point_->gradient);
    index_ = factor_.members();
    step_.assign(step.begin(), step.end());
    const Move move = advance(1);
    if (move.end == Move::End::flat) return moved;
    moved = true;
    if (move.end == Move::End::minimum) return true;
    leave(move.blocker);
  }
  return moved;
}

// Moves observation j against its residual, the elbow compensating. Says whether anything changed.
bool ElbowDescent::take_in(Index j) {
  if (factor_.size() == 0) {
    const Extremes ends = extremes(problem_, *point_);
    if (ends.rise < 0 || ends.fall < 0) return false;
    j = ends.rise;
    if (!join(ends.fall)) return false;
  }
  const double direction = point_->gradient(j) < multiplier() ? 1 : -1;
  while (factor_.size() > 0) {
    ++steps_;
    const auto step = factor_.compensation(j);
    index_ = factor_.members();
    index_.push_back(j);
    step_.assign(step.begin(), step.end());
    step_.push_back(1);
    for (double& s : step_) s *= direction;
    const Move move = advance(infinity);
    if (move.end == Move::End::flat) return false;
    if (move.end == Move::End::minimum) {
      join(j);
      return true;
    }
    if (index_[move.blocker] == j) return true;
    leave(move.blocker);
  }
  join(j);
  return true;
}

// Minimises the objective over a + t step, 0 <= t <= longest, within the boxes. A Newton step has longest
// 1: where nothing is left to equalise, slope and curvature are rounding, and so is their ratio.
ElbowDescent::Move ElbowDescent::advance(double longest) {
  change_.setZero();
  add_columns(problem_.gram, index_, step_, change_);
  double slope = 0, curvature = 0, room = infinity;
  Move move{Move::End::minimum};
  for (std::size_t k = 0; k < index_.size(); ++k) {
    const Index i = index_[k];
    slope += step_[k] * point_->gradient(i);
    curvature += step_[k] * change_(i);
    // One of the two leads back; both are infinite or undefined where the step is zero.
    const double a = point_->a(i);
    const double length = std::max((problem_.upper(i) - a) / step_[k], (problem_.lower(i) - a) / step_[k]);
    if (length < room) {
      room = length;
      move.blocker = k;
    }
  }
  if (!(slope < 0)) return {Move::End::flat};
  double length = curvature > 0 ? std::min(longest, -slope / curvature) : longest;
  if (length >= room) {
    length = room;
    move.end = Move::End::bound;
  }
  step_by(length, move);
  return move;
}

void ElbowDescent::step_by(double length, const Move& move) {
  for (std::size_t k = 0; k < index_.size(); ++k) {
    const Index i = index_[k];
    const double a = point_->a(i) + length * step_[k];
    point_->a(i) = std::min(std::max(a, problem_.lower(i)), problem_.upper(i));
  }
  if (move.end == Move::End::bound) {
    const Index i = index_[move.blocker];
    point_->a(i) = step_[move.blocker] > 0 ? problem_.upper(i) : problem_.lower(i);
  }
  point_->gradient += length * change_;
}

Descent solve_by_active_set(const WeightedDual& problem, DualPoint start, const StoppingRule& rule) {
  const auto [nu, steps] = ElbowDescent(problem).run(start, rule);
  return {std::move(start), nu, steps};
}

} // namespace core
