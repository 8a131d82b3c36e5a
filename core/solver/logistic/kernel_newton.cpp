#include "core/solver/logistic/kernel_newton.hpp"

namespace core {
namespace {

/// What a step changes: of b only as the losses believe it.
struct KernelStep {
  Vector a, image;
  double beta_0;
};

/// Goes as far along the step as lowers the objective; false where nothing as long as `shortest` does.
bool advance(const KernelLosses& losses, const KernelStep& step, double shortest, KernelIterate& at) {
  for (double length = 1; length >= shortest; length /= 2) {
    KernelIterate next{at.a + length * step.a, at.image + length * step.image, at.beta_0};
    losses.balance(next, length * step.beta_0);
    if (!(next.primal < at.primal)) continue;
    at = std::move(next);
    return true;
  }
  return false;
}

} // namespace

std::int64_t descend_by_newton(const KernelLosses& losses, NewtonSystem& system, const NewtonRule& rule,
                               KernelIterate& at) {
  const double lambda = losses.lambda();
  losses.balance(at, 0);
  Certificate best{Status::not_converged, at.primal, -infinity};
  for (;; ++best.iterations) {
    const auto [target, roots] = losses.at((at.image / lambda).array() + at.beta_0);
    const Vector target_image = losses.times(target);
    best.primal = at.primal;
    best.dual = std::max(best.dual, losses.dual(target, target_image));
    if (best.relative_gap() <= rule.enough || best.iterations == rule.most_steps) break;
    const NewtonStep step = system.solve(roots, (target_image - at.image) / lambda, losses.miss(best));
    const Vector correction = roots.cwiseProduct(step.u);
    if (!advance(
            losses,
            {target + correction - at.a, target_image + losses.times(correction) - at.image, step.intercept},
            rule.shortest, at))
      break;
  }
  return best.iterations;
}

} // namespace core
