#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace core {

/// How an iterative solver ended. Not converging is an outcome with a certificate, never an exception.
enum class Status : std::int32_t { ok = 0, not_converged = 1 };

/// What a solver can prove about its answer: a feasible primal value and a feasible dual value of the same
/// convex problem. The optimum lies between them.
struct Certificate {
  Status status = Status::ok;
  double primal = 0;
  double dual = 0;
  std::int64_t iterations = 0;

  double gap() const { return primal - dual; }

  /// (primal - dual) / max(1e-12, |primal|): dimensionless, 0 at an exact optimum.
  double relative_gap() const { return gap() / std::max(1e-12, std::abs(primal)); }
};

} // namespace core
