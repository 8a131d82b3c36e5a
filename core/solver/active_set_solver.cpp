#include "core/solver/active_set_solver.hpp"

#include <algorithm>
#include <vector>

#include "core/solver/columns.hpp"
#include "core/solver/elbow_factor.hpp"
#include "core/solver/gap_terms.hpp"

namespace core {
namespace {

using Eigen::Index;

// A gap that in patience rounds per observation has not shrunk by this factor is made of rounding.
constexpr double progress = 0.99;
constexpr std::int64_t patience = 2;

// How a move along a direction ended.
struct Move {
  enum class End { minimum, bound, flat } end;
  std::size_t blocker = 0; // bound: which coordinate of the direction met its bound
};

class ElbowDescent {
 public:
  ElbowDescent(const WeightedDual& problem, DualPoint start)
      : problem_(problem),
        point_(std::move(start)),
        factor_(problem.gram),
        in_elbow_(problem.size(), false),
        change_(problem.size()),
        gap_(problem) {
    for (Index i = 0; i < problem.size(); ++i)
      if (point_.a(i) > problem.lower(i) && point_.a(i) < problem.upper(i)) join(i);
  }

  Descent run(const StoppingRule& rule) {
    equalise();
    double least_gap = infinity;
    std::int64_t since_least = 0;
    for (bool descends = true;;) {
      const double nu = multiplier();
      gap_.measure(point_, nu);
      since_least = gap_.gap() < progress * least_gap ? 0 : since_least + 1;
      if (since_least == 0) least_gap = gap_.gap();
      const bool stalled = !descends || since_least > patience * problem_.size();
      if (stalled || gap_.within(rule.relative_gap) || steps_ >= rule.steps)
        return {std::move(point_), nu, steps_};
      descends = in_elbow_[gap_.largest()] ? equalise() : take_in(gap_.largest());
    }
  }

 private:
  bool join(Index j) {
    in_elbow_[j] = factor_.append(j);
    return in_elbow_[j];
  }

  void leave(std::size_t position) {
    in_elbow_[factor_.members()[position]] = false;
    factor_.remove(position);
  }

  double multiplier() const {
    if (factor_.size() == 0) return extremes(problem_, point_).nu;
    double sum = 0;
    for (const Index i : factor_.members()) sum += point_.gradient(i);
    return sum / static_cast<double>(factor_.size());
  }

  // Newton steps on the elbow until one is not cut short by a bound. Says whether anything moved.
  bool equalise() {
    bool moved = false;
    while (factor_.size() > 1) {
      ++steps_;
      const auto step = factor_.equalising_step(point_.gradient);
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
  bool take_in(Index j) {
    if (factor_.size() == 0) {
      const Extremes ends = extremes(problem_, point_);
      if (ends.rise < 0 || ends.fall < 0) return false;
      j = ends.rise;
      if (!join(ends.fall)) return false;
    }
    const double direction = point_.gradient(j) < multiplier() ? 1 : -1;
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
  Move advance(double longest) {
    change_.setZero();
    add_columns(problem_.gram, index_, step_, change_);
    double slope = 0, curvature = 0, room = infinity;
    Move move{Move::End::minimum};
    for (std::size_t k = 0; k < index_.size(); ++k) {
      const Index i = index_[k];
      slope += step_[k] * point_.gradient(i);
      curvature += step_[k] * change_(i);
      if (step_[k] == 0) continue;
      const double bound = step_[k] > 0 ? problem_.upper(i) : problem_.lower(i);
      const double length = (bound - point_.a(i)) / step_[k];
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

  void step_by(double length, const Move& move) {
    for (std::size_t k = 0; k < index_.size(); ++k) {
      const Index i = index_[k];
      point_.a(i) = std::clamp(point_.a(i) + length * step_[k], problem_.lower(i), problem_.upper(i));
    }
    if (move.end == Move::End::bound) {
      const Index i = index_[move.blocker];
      point_.a(i) = step_[move.blocker] > 0 ? problem_.upper(i) : problem_.lower(i);
    }
    point_.gradient += length * change_;
  }

  const WeightedDual& problem_;
  DualPoint point_;
  ElbowFactor factor_;
  std::vector<char> in_elbow_;
  Vector change_; // K step
  GapTerms gap_;
  std::vector<Index> index_; // the coordinates that move
  std::vector<double> step_; // and by how much
  std::int64_t steps_ = 0;
};

} // namespace

Descent solve_by_active_set(const WeightedDual& problem, DualPoint start, const StoppingRule& rule) {
  return ElbowDescent(problem, std::move(start)).run(rule);
}

} // namespace core
