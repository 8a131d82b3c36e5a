#pragma once
#include "core/solver/margin/weighted_dual.hpp"

// What an answer is worth, computed from the problem and the answer alone: no solver's word is taken.
//
// For any boxes the problem of core/solver/margin/weighted_dual.hpp is the dual of
//
//   P(h, b) = lambda/2 ||h||^2 + sum_i sup_{l_i <= a_i <= u_i} a_i (y_i - h(x_i) - b)
//
// over functions h of the kernel's space and real b. Derivation: exchange the suprema and the minimum; the
// minimum over b is -infinity unless sum a = 0, the minimum over h is taken at sum_i a_i K(x_i, .) / lambda
// and leaves -1/lambda times the dual's objective,
//
//   D(a) = y'a - a'Ka / (2 lambda),   sum a = 0,   l <= a <= u.
//
// Both are in the units of the paper's objective. For the boxes of the support vector machine the supremum is
// S_i (1 - y_i f(x_i))_+ (core/loss/hinge.hpp), so P is the weighted hinge problem itself; for the shifted
// boxes of psi-learning it is the convex majorant. At f = Ka/lambda + b with a feasible, the gap is the sum
// of the terms sup_a' (a' - a_i)(y_i - f(x_i)) >= 0, one per observation: zero if and only if every
// observation satisfies KKT.
namespace core {

/// Ka [n] as computed, and to how many units each entry is right (core/solver/gram/columns.hpp).
struct Product {
  const Vector& field;
  double units;
};

/// P at f = sum_i a_i K(x_i, .) / lambda + beta_0. Any `a` [n] gives an upper bound of the optimum. Cost n^2.
double primal_value(const WeightedDual& problem, const Vector& a, double beta_0);

/// D at the feasible point nearest to `a`: a lower bound of the optimum for any `a` [n]. Cost n^2.
double dual_value(const WeightedDual& problem, const Vector& a);

/// Both values: P at (a, beta_0) as given and D at the feasible point nearest to `a`, so that the optimum
/// lies between them whatever is passed. Where `a` or beta_0 is not finite the primal is infinite. Status is
/// ok: comparing the gap with a tolerance is the caller's business. Cost n |{a_i != 0}|.
Certificate certify(const WeightedDual& problem, const Vector& a, double beta_0);

/// The same from field = Ka [n], for callers that have just computed it, by gram_times or so that it is right
/// to so many units (core/solver/gram/columns.hpp). Cost n.
///
/// `rounding` bounds what both values may be off by: Ka by its units, times what f reaches, over lambda; the
/// sums by their length; D by what sum a lacks to 0. It grows with sum |a_i| sqrt(K_ii) / lambda, so that
/// where max K / lambda leaves no digits the certificate says so. The entries of K themselves count as right
/// to 16 units of sqrt(K_ii K_jj).
Certificate certify(const WeightedDual& problem, const Vector& a, const Vector& field, double beta_0);
Certificate certify(const WeightedDual& problem, const Vector& a, const Product& product, double beta_0);

/// How far an answer is from the optimality conditions, each number zero at an exact optimum.
struct KktViolation {
  double box = 0;      ///< largest excess of an a_i over its box
  double equality = 0; ///< |sum a| relative to sum |a|
  double margin = 0;   ///< largest |y_i - f(x_i)| of a wrong sign, in units of y f
};

/// Checks (a, beta_0) against KKT: a_i < upper_i implies y_i <= f(x_i), a_i > lower_i implies y_i >= f(x_i).
/// An a_i nearer to its bound than `slack` times the width of its box counts as being there. Cost n^2.
KktViolation kkt_violation(const WeightedDual& problem, const DualSolution& solution, double slack = 1e-9);

} // namespace core
