#pragma once
#include "core/multiclass/logit/certify_multinomial.hpp"
#include "core/sample/class_numbers.hpp"
#include "core/solver/certificate.hpp"

// Multinomial logistic regression of K classes,
//
//   minimise over b [K], W [p x K]   F = sum_i [ log sum_k exp(f_k(x_i)) - f_{y_i}(x_i) ] + rho/2 sum_k
//   |w_k|^2, f_k(x) = b_k + x'w_k,   sum_k f_k = 0,   rho >= 0.
//
// Observation weights multiply the terms of the sum over i.
//
// The sum to zero fixes what the likelihood leaves open; with rho > 0 the minimum over W has it anyway. It is
// kept by coordinates in K - 1 orthonormal contrasts of the classes, so that |W| is what it is. For two
// classes f_1 - f_2 is the logistic regression of core/probability/penalised_logistic.hpp with lambda = rho /
// 4 and, in a feature space, that of core/solver/logistic/duality.hpp with lambda = rho / 2.
//
// Certificate: core/multiclass/logit/certify_multinomial.hpp, made afresh from the answer, with a bound of
// rounding. With a penalty it is a duality gap; without one a bound by Newton's decrement and the curvature,
// over all coefficients. Newton itself stops by a gap (core/multiclass/logit/certified_newton.hpp) whose
// dual point changes p_ik by p_ik (d_ik - sum_j p_ij d_ij), d_i the step of f(x_i).
//
// Without a penalty the data may be separable, so that F has no minimum; the rule there is that of
// certified_newton. Columns that depend on each other but for rounding (a total beside its parts) leave F
// with a minimum that no digits tell from others, and the status is not converged. A class without an
// observation has b_k = -infinity, probability 0, and F has no minimum either: the others are fitted without
// it, their gap stands, and the status is not converged.
namespace core {

struct MultinomialFit {
  Matrix weights;    ///< W [p x K], 0 for an absent class
  Vector intercepts; ///< b [K], -infinity for an absent class
  Certificate certificate;
  bool runs_away = false; ///< F has no minimum over the classes that are there

  /// log P(Y = k) [m x K] at x [m x p].
  Matrix log_probability(const Matrix& x) const;
};

/// x [n x p]. Cost of a Newton step n (p K)^2 / 4 + (p K)^3 / 3, about eight steps.
MultinomialFit fit_multinomial(const Matrix& x, const ClassNumbers& y, double rho);

/// The same in a feature space that is known by its kernel matrix [n x n] and a factor of it, K(x_i, x_j) =
/// x_i'x_j up to a small remainder: rho > 0. F is exact, because x_i holds coordinates of the feature space,
/// and D is of the whole space, so that the gap counts what the factor leaves out.
MultinomialFit fit_multinomial(const FeatureSpace& space, const ClassNumbers& y, double rho);

struct KernelMultinomialFit {
  KernelFactor factor;
  MultinomialFit fit; ///< in the coordinates of the factor
};

/// The same, the factor chosen: it leaves 1e-7 rho / 2 of the largest K(x, x), which usually costs 1e-9 of
/// the objective, or a hundredth of that where the gap asks for it.
KernelMultinomialFit fit_kernel_multinomial(const Matrix& gram, const ClassNumbers& y, double rho);

} // namespace core
