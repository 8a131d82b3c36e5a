#pragma once
#include "core/sample/types.hpp"
#include "core/solver/certificate.hpp"

// Temperature scaling (Guo, Pleiss, Sun & Weinberger 2017, section 4.2).
//
// Problem: for scores z_i [K] and targets t_i that sum to one, p_i in proportion to exp(b z_i), b = 1 / T >=
// 0,
//
//   minimise over b   L(b) = mean_i [ log sum_k exp(b z_ik) - b sum_k t_ik z_ik ].
//
// L is convex in b, not in T. Its slope is the mean of sum_k (p_ik - t_ik) z_ik and rises.
//
// Solution: where L'(0) >= 0 the scores run against the targets and b is 0, T infinite. Else b is bracketed
// by doubling, and Newton's method finds it within the bracket. Scores that are level in every row leave b
// open; then T is 1.
//
// Certificate: L' < 0 at `lower` and L' > 0 at `upper`, each by more than L' is rounded. L is convex, so L(b)
// is at most |L'(b)| (upper - lower) above the minimum. Where every target is positive a minimum exists. With
// labels for targets there is none if every label has the largest score of its row: not converged.
namespace core {

struct TemperatureFit {
  double inverse = 1; ///< b
  double lower = 0, upper = 0;
  double loss = 0; ///< L(b)
  double gap = 0;  ///< the certificate, absolute
  Status status = Status::ok;
};

/// scores, targets [n x K], n >= 1; the means are weighted where there are weights [n]. Cost n K an
/// evaluation, about thirty.
TemperatureFit fit_temperature(const Matrix& scores, const Matrix& targets, const Vector& weights = {});

} // namespace core
