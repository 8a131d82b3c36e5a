#include "core/solver/margin/active_set_solver.hpp"

#include <algorithm>
#include <cmath>

#include "core/solver/gram/columns.hpp"
#include "core/solver/loops/vector_loops.hpp"

namespace core {
namespace {

using Eigen::Index;

// A gap that in patience rounds per observation has not shrunk by this factor is made of rounding.
constexpr double progress = 0.99;
constexpr std::int64_t patience = 2;

/// Where two vectors differ, and by how much.
void differences(const Vector& from, const Vector& to, std::vector<Index>& index, std::vector<double>& step) {
  index.clear();
  step.clear();
  for (Index i = 0; i < from.size(); ++i) {
    if (from(i) == to(i)) continue;
    index.push_back(i);
    step.push_back(to(i) - from(i));
  }
}

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
void ElbowDescent::begin(DualPoint& point) {
  point_ = &point;
  steps_ = 0;
  for (std::size_t k = factor_.size(); k-- > 0;)
    if (!is_free(factor_.members()[k])) leave(k);
  for (Index i = 0; i < problem_.size(); ++i)
    if (is_free(i) && !in_elbow_[i]) join(i);
}

ElbowDescent::End ElbowDescent::run(DualPoint& point, const StoppingRule& rule) {
  begin(point);
  equalise();
  return descend(rule);
}

std::optional<ElbowDescent::End> ElbowDescent::run(DualPoint& point, const Vector& target,
                                                   const StoppingRule& rule) {
  begin(point);
  if (!move_to(target)) return std::nullopt;
  return descend(rule);
}

void ElbowDescent::take(const ElbowDescent& other) {
  factor_.take(other.factor_);
  in_elbow_ = other.in_elbow_;
}

ElbowDescent::End ElbowDescent::descend(const StoppingRule& rule) {
  double least_gap = infinity;
  std::int64_t since_least = 0;
  for (bool descends = true;;) {
    const double nu = multiplier();
    gap_.measure(*point_, nu);
    since_least = gap_.gap() < progress * least_gap ? 0 : since_least + 1;
    if (since_least == 0) least_gap = gap_.gap();
    const bool stalled = !descends || since_least > patience * problem_.size();
    if (stalled || gap_.within(rule) || steps_ >= rule.steps) return {nu, steps_};
    descends = in_elbow_[gap_.largest()] ? equalise() : take_in(gap_.largest());
  }
}

// Free variables that are away leave the elbow: they go to their targets with the others.
void ElbowDescent::note_away(const Vector& target) {
  away_.from = point_->a;
  differences(away_.from, target, away_.points, away_.way);
  for (std::size_t k = factor_.size(); k-- > 0;) {
    const Index i = factor_.members()[k];
    if (target(i) != point_->a(i)) leave(k);
  }
  away_.gradient = point_->gradient;
  add_columns(problem_.gram, away_.points, away_.way, away_.gradient);
  away_.sum = point_->a.sum();
  for (const double way : away_.way) away_.sum += way;
}

// As the variables that are away go to their targets together, a share T of their way, the elbow moves so
// that its gradients, too, have gone the share T of what lies between them. Where one of the elbow meets a
// bound it leaves, and T goes on. Says whether all have arrived.
bool ElbowDescent::move_to(const Vector& target) {
  note_away(target);
  double left = 1;
  while (left > 0 && factor_.size() > 0) {
    ++steps_;
    const auto step = factor_.equalising_step(away_.gradient, -away_.sum);
    index_ = factor_.members();
    step_.assign(step.begin(), step.end());
    Move move{Move::End::minimum};
    const double length = room(left, move);
    move_by(length, move);
    left = move.end == Move::End::bound ? left - length : 0;
    if (move.end == Move::End::bound) leave(move.blocker);
  }
  for (const Index i : away_.points) point_->a(i) = target(i);
  differences(away_.from, point_->a, index_, step_);
  add_columns(problem_.gram, index_, step_, point_->gradient);
  return left <= 0 || away_.points.empty();
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
  double slope = 0, curvature = 0;
  for (std::size_t k = 0; k < index_.size(); ++k) {
    slope += step_[k] * point_->gradient(index_[k]);
    curvature += step_[k] * change_(index_[k]);
  }
  if (!(slope < 0)) return {Move::End::flat};
  Move move{Move::End::minimum};
  const double length = room(curvature > 0 ? std::min(longest, -slope / curvature) : longest, move);
  move_by(length, move);
  const double* const change = change_.data();
  loops::add_columns(change_.size(), {1, &change, &length}, point_->gradient.data());
  return move;
}

// How far the coordinates can go within their boxes, and `longest` at most. The bound that lies ahead
// has a product with the step that is not negative, the other bound one that is not positive.
double ElbowDescent::room(double longest, Move& move) const {
  for (std::size_t k = 0; k < index_.size(); ++k) {
    const Index i = index_[k];
    const double a = point_->a(i), step = step_[k], square = step * step;
    const double ahead = std::max(step * (problem_.upper(i) - a), step * (problem_.lower(i) - a));
    const bool is_nearer =
        move.end == Move::End::bound ? ahead < longest * square : ahead <= longest * square;
    if (!is_nearer || square == 0) continue;
    longest = ((step > 0 ? problem_.upper(i) : problem_.lower(i)) - a) / step;
    move = {Move::End::bound, k};
  }
  return longest;
}

void ElbowDescent::move_by(double length, const Move& move) {
  for (std::size_t k = 0; k < index_.size(); ++k) {
    const Index i = index_[k];
    const double a = point_->a(i) + length * step_[k];
    point_->a(i) = std::min(std::max(a, problem_.lower(i)), problem_.upper(i));
  }
  if (move.end == Move::End::bound) {
    const Index i = index_[move.blocker];
    point_->a(i) = step_[move.blocker] > 0 ? problem_.upper(i) : problem_.lower(i);
  }
}

Descent solve_by_active_set(const WeightedDual& problem, DualPoint start, const StoppingRule& rule) {
  const auto [nu, steps] = ElbowDescent(problem).run(start, rule);
  return {std::move(start), nu, steps};
}

} // namespace core
