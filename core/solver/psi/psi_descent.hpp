#pragma once
#include <cstdint>
#include <vector>

#include "core/loss/psi.hpp"
#include "core/solver/margin/weighted_dual.hpp"
#include "core/solver/path/exact_lambda_path.hpp"

// Weighted psi-learning by difference-of-convex programming (Wang, Shen & Liu 2008, section 2.2, after Liu,
// Shen & Wong 2005):
//
//   min over f = h + beta_0 of   E(f) = sum_i S_i psi(y_i f(x_i)) + lambda/2 ||h||^2
//
// with S_i and lambda as in core/solver/margin/weighted_dual.hpp. For a set M of observations let E_M be E
// with psi replaced by its majorant `flat` on M and `falling` elsewhere (core/loss/psi.hpp): convex, E_M >=
// E, and E_M(f) = E(f) where M = {i : y_i f(x_i) < 0}. A d.c. step takes this M at the current f and
// minimises E_M, which is the certified convex problem of core/solver/margin/weighted_dual.hpp with the boxes
// Psi::box. Therefore
//
//   E(f_new) <= E_M(f_new) <= E_M(f) + gap = E(f) + gap.
//
// Since psi is the smaller of its majorants, min E = min over the 2^n sets M of min E_M: what small problems
// are checked against. The descent itself finds a point that minimises its own E_M, not always the least of
// these.
namespace core {

/// Where a descent ended.
struct PsiSolution : DualSolution {
  /// E after the start (infinity where a path was only read) and after each d.c. step; the last is the value
  /// of the solution.
  std::vector<double> objectives;

  double objective() const { return objectives.back(); }
  std::int64_t dc_steps() const { return static_cast<std::int64_t>(objectives.size()) - 1; }
};

/// A descent with its decision values on the sample, points of count 0 included.
struct PsiFit : PsiSolution {
  Vector decision; ///< f(x_i) [n]
};

/// The descent from the support vector machine `start` of the same S and lambda: `svm` has the boxes of
/// weighted_dual (times a count where observations are repeated).
///
/// Each convex problem is solved by the active set of core/solver/margin/active_set_solver.hpp from the
/// answer before; the last by `solve` (core/solver/margin/solve.hpp) where it is not proven as it stands.
///
/// Stops when M is that of the step before, so that f minimises E_M for its own M, when E does not fall by
/// more than rule.relative_gap, or after rule.dc_steps where these are limited. M holds the margins below
/// -1e-10: a margin that is zero up to rounding is not negative. Where the intercept of a convex problem is
/// not unique the rule of core/solver/margin/intercept.hpp decides. A descent that ends above the better
/// constant, as at the saddle of an exact tie, gives way to it: to 1 where both are alike.
///
/// The certificate is of the last convex problem in the units of E: `primal` is E_M at the solution, `dual` a
/// lower bound of min E_M (not of min E), iterations are those of all steps. Its status is ok if and only if
/// it proves rule.relative_gap: the start and the steps before say where the descent went,
/// not what its end is worth. Deterministic: a function of its arguments' bits. Never an exception where a
/// step does not converge.
PsiSolution psi_descent(const WeightedDual& svm, const DualSolution& start, const StoppingRule& rule = {});

/// The same descent from the support vector machine that an exact path gives at this lambda > 0. A function
/// of (gram, y, count, pi, lambda) and the rules alone.
PsiFit psi_descent(ExactLambdaPath& path, double lambda, const StoppingRule& rule = {});

/// What a grid of lambda gives at the training points.
struct PsiNodes {
  Matrix decision;                       ///< f(x_i) [n x L], a column for each lambda
  std::vector<Certificate> certificates; ///< [L]
  std::vector<std::int64_t> dc_steps;    ///< [L]
};

/// The descents of psi_descent for a falling grid of lambda > 0, to the certificate: each starts from the
/// decision values that the path reads off, and each of its convex problems from the answer at hand, of this
/// lambda or the one before, whose set M differs at the fewest points. The solver is warm, the descent is
/// not: M is chosen by the support vector machine of its own lambda. Where that has one sign on the whole
/// sample the answer is the constant of that sign. A function of (gram, y, count, pi, lambdas) and the rules.
///
/// Points that come to M or leave it go home to their new box first, while the elbow makes up for them
/// (core/solver/margin/active_set_solver.hpp); then those move whose residuals have changed sign. A path
/// whose boxes move would pass more points. Cost of a live node: n |E| a move, a few moves a d.c. step, and
/// one product with the Gram matrix.
PsiNodes psi_nodes(ExactLambdaPath& path, const Vector& lambdas, const StoppingRule& rule = {});

} // namespace core
