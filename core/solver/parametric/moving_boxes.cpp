#include "core/solver/parametric/moving_boxes.hpp"

#include "core/contract.hpp"
#include "core/solver/columns.hpp"
#include "core/solver/solve.hpp"

namespace core {
namespace {

/// The new boxes may leave one feasible point only: events this close to them are its rounding.
constexpr double arrived = 1e-12;

} // namespace

MovingBoxes::MovingBoxes(ExactLambdaPath& path, double lambda, const StoppingRule& rule)
    : problem_(weighted_dual(path.sample(), path.pi(), lambda)),
      rule_(rule),
      path_(path.standing_at(lambda)) {}

DualSolution MovingBoxes::move_to(const Vector& lower, const Vector& upper) {
  expect(lower.size() == problem_.size() && upper.size() == problem_.size(), "every point has a box");
  const bool followed = follow(lower, upper);
  problem_.lower = lower;
  problem_.upper = upper;
  Vector a = followed ? path_->a(1) : Vector::Zero(problem_.size());
  if (followed) {
    Vector feasible = nearest_feasible(problem_, a);
    const Vector field = gram_times(problem_.gram, feasible);
    DualSolution fit = certified(problem_, std::move(feasible), field, path_->b(1) / problem_.lambda);
    if (fit.certificate.relative_gap() <= rule_.relative_gap) return fit;
    a = fit.a;
  }
  ++fallbacks_;
  path_.reset();
  return solve(problem_, dual_point(problem_, a), rule_);
}

bool MovingBoxes::follow(const Vector& lower, const Vector& upper) {
  if (!ok()) return false;
  const Vector target = problem_.lambda * problem_.y, still = Vector::Zero(problem_.size());
  path_->turn({target, still, problem_.lower, lower - problem_.lower, problem_.upper, upper - problem_.upper},
              0, 1);
  if (!path_->reach(1, arrived)) return false;
  path_->advance_to(1);
  return true;
}

} // namespace core
