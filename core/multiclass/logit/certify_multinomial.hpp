#pragma once
#include "core/sample/class_numbers.hpp"
#include "core/solver/certificate.hpp"
#include "core/solver/large/kernel_factor.hpp"

// What an answer of multinomial logistic regression (core/multiclass/logit/multinomial_fit.hpp) is worth,
// computed from the problem and the answer alone, with what both values may be off by as they were computed.
//
// With a penalty: a duality gap. A dual point is a probability vector q_i for each observation whose sums
// over the observations are the numbers of the classes,
//
//   D = sum_i entropy(q_i) - |X'(Y - Q)|^2 / (2 rho)  <=  F.
//
// It is kept by Y - Q, an observation's own entry the sum of the others: then every row sums to zero and a q
// near a vertex keeps its digits. Any Q is balanced by scaling down the classes that have too much and giving
// what that frees to those that have too little. What rounding leaves of the balance, in all u, could be
// taken off in the same way: that costs at most u (1 + entropy + 2 max|X X'(Y - Q)| / rho + 2 u max|x_i|^2 /
// rho).
//
// Observation weights w_i multiply the entropies and the rows of Y - Q; the sums are then those of the
// weights.
//
// Without a penalty no dual point that rounding leaves feasible is at hand, and F need not have a minimum.
// Where it has one, the answer is bounded by Newton's decrement and the curvature
// (core/multiclass/logit/decrement_bound.hpp), over all coefficients, not those of some box: H = sum_i S_i
// x z_i z_i', S_i the covariance of class contrasts. The columns of x that depend on others exactly are left
// out (core/multiclass/logit/independent_columns.hpp), which changes no value of F; columns that depend on
// others but for rounding are kept, and are a Hessian that is singular to rounding: no certificate. The dual
// value is what F is at least, 0 where nothing else is known.
//
// An error d_i of f(x_i) moves a loss by at most 2 d_i min(1, (1 - p_y) e^{2 d_i}), because p changes by a
// factor of at most e^{2 d_i}; so do the gradient and the Hessian.
namespace core {

/// The coefficients W [p x K] and b [K] of an answer, all finite, and [n x K] where Newton's step from it
/// would move f: it chooses the dual point, and whatever it is the bound holds.
struct MultinomialAnswer {
  const Matrix& weights;
  const Vector& intercepts;
  const Matrix& step;
};

/// Every class has an observation, rho >= 0. Status is ok: comparing is the caller's business. Cost about
/// that of two of Newton's steps.
Certificate certify_multinomial(const Matrix& x, const ClassNumbers& y, double rho,
                                const MultinomialAnswer& answer);

/// A feature space known by its kernel matrix [n x n], whose entries count as right to 16 units of sqrt(K_ii
/// K_jj), and coordinates in the span of some of the observations.
struct FeatureSpace {
  const KernelFactor& factor;
  const Matrix& gram;
};

/// The same of the functions that have the coordinates W in the span: h_k = sum_j a_jk K(x_j, .), a = L'^{-1}
/// W for the rows L of the factor at the pivots; rho > 0. D is of the whole space.
Certificate certify_multinomial(const FeatureSpace& space, const ClassNumbers& y, double rho,
                                const MultinomialAnswer& answer);

} // namespace core
