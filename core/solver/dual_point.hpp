#pragma once
#include <cstdint>

#include "core/solver/weighted_dual.hpp"

namespace core {

/// A feasible point of the dual together with what every step of a solver needs of it.
struct DualPoint {
  Vector a;        ///< [n], feasible
  Vector gradient; ///< Ka - lambda y [n], of the dual's objective
};

/// The nearest feasible point to `a` with its gradient computed afresh. Cost n |{a_i != 0}|.
DualPoint dual_point(const WeightedDual& problem, const Vector& a);

/// When to stop: at a relative duality gap (core/solver/certificate.hpp), or after so many steps.
struct StoppingRule {
  double relative_gap = 1e-8;
  std::int64_t steps = 1'000'000;
};

/// A point a solver ended at. What it is worth, certify() says.
struct Descent {
  DualPoint point;
  double nu = 0; ///< multiplier of sum a = 0: about -lambda beta_0
  std::int64_t steps = 0;
};

} // namespace core
