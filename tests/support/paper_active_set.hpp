#pragma once
#include <cstdint>
#include <vector>

#include "core/loss/truncated_logistic.hpp"
#include "core/solver/interior/sparse_logistic_fit.hpp"

// Sparse logistic regression by the active set method of Herault & Grandvalet (2007), eqs 12-16: a second
// road to the optimum that the interior point method of core/solver/interior finds, by other equations, in
// alpha and not in (w, b). It minimises, over alpha [n] with sum alpha y = 0 and alpha >= 0,
//
//   q(alpha) = alpha' G alpha / 2 + sum_i c_i(alpha_i),   G_ij = y_i y_j K_ij / lambda,
//   c_i(a) = a F_i up to sigmoid(F_i), a log a + (1 - a) log(1 - a) + log(1 + exp F_i) - [..] beyond,
//
// by Newton's method on the examples that are active, which steps stop at alpha = 0, where an example becomes
// inactive; the inactive example furthest beyond its corner becomes active with alpha = 0. It needs dense
// systems of as many rows as there are active examples, and one of them at a time comes in, so that it is of
// use for a few hundred rows.
//
// Corrected in the paper: D(alpha) is diag(log(a / (1 - a)) / a), so that D alpha is the gradient's term; the
// candidate is y_i f(x_i), not f(x_i), by sums of G; the matrix (15) is indefinite, so that the logarithmic
// block is factored and what is left is solved by eigenvalues. Where rows at their corner depend on one
// another what is left is singular: then the step goes along a direction without curvature as far as the
// bounds allow. A step may pass from I_h to I_l, where q is smooth; the paper stops there and can go to and
// fro.
//
// Nothing is certified here: the answer is compared, and core::certify() can be asked of it.
namespace tests {

struct ActiveSetAnswer {
  core::Vector alpha; ///< [n]
  double b = 0;
  std::vector<core::Piece> pieces; ///< [n] I_0, I_h, I_l as the method left them
  std::int64_t steps = 0;
  bool converged = false; ///< no inactive example is beyond its corner by more than 1e-9
};

/// Of a kernel matrix K [n x n] and labels y [n] of both classes, lambda > 0.
ActiveSetAnswer paper_active_set(const core::Matrix& gram, const core::Labels& y,
                                 const core::FaithfulInterval& interval, double lambda);

} // namespace tests
