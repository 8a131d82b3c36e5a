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
  const std::optional<MovedFit> fit = follow_to(lower, upper);
  if (fit && fit->certificate.relative_gap() <= rule_.relative_gap) return *fit;
  give_up();
  return solve(problem_, dual_point(problem_, fit ? fit->a : Vector::Zero(problem_.size())), rule_);
}

std::optional<MovedFit> MovingBoxes::follow_to(const Vector& lower, const Vector& upper) {
  expect(lower.size() == problem_.size() && upper.size() == problem_.size(), "every point has a box");
  const Eigen::Index before = events();
  const bool followed = follow(lower, upper);
  problem_.lower = lower;
  problem_.upper = upper;
  if (!followed) return std::nullopt;
  Vector a = nearest_feasible(problem_, path_->a(1));
  Vector field = gram_times(problem_.gram, a);
  DualSolution fit = certified(problem_, std::move(a), field, path_->b(1) / problem_.lambda);
  fit.certificate.iterations = events() - before;
  return MovedFit{std::move(fit), std::move(field)};
}

void MovingBoxes::give_up() {
  ++fallbacks_;
  path_.reset();
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
