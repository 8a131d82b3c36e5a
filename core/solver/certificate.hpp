#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace core {

/// How an iterative solver ended. Not converging is an outcome with a certificate, never an exception.
enum class Status : std::int32_t { ok = 0, not_converged = 1 };

/// The largest relative gap of an answer that is ok, unless a solver is asked for another.
inline constexpr double certified_gap = 1e-8;

/// What a solver can prove about its answer: a feasible primal value and a feasible dual value of the same
/// convex problem. The optimum lies between them.
struct Certificate {
  Status status = Status::ok;
  double primal = 0;
  double dual = 0;
  std::int64_t iterations = 0;
  double rounding = 0; ///< how far the two values, as computed, may be from those of real arithmetic, in all

  /// An upper bound of what the answer may lack to the optimum, in real arithmetic.
  double gap() const { return std::max(0.0, primal - dual) + rounding; }

  /// gap / max(1e-12, |primal|): dimensionless, 0 at an exact optimum but for rounding.
  double relative_gap() const { return gap() / std::max(1e-12, std::abs(primal)); }

  /// Whether the two values meet within `wanted`, relative, and what rounding may hide is at most 1e-6: the
  /// solver has done its part, and the digits carry what is claimed.
  bool proves(double wanted) const {
    constexpr double most_hidden = 1e-6;
    return meets(wanted) && relative_gap() <= std::max(wanted, most_hidden);
  }

  /// Enters by that whether the answer is ok.
  void conclude(double wanted = certified_gap) {
    status = proves(wanted) ? Status::ok : Status::not_converged;
  }

  /// The first half of proves().
  bool meets(double wanted) const { return primal - dual <= wanted * std::max(1e-12, std::abs(primal)); }
};

} // namespace core
