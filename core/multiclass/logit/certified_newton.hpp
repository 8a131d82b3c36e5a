#pragma once
#include "core/sample/types.hpp"
#include "core/solver/certificate.hpp"

// Newton's method for a likelihood of linear forms,
//
//   minimise over theta   F(theta) = sum_i l_i(A_i theta) + rho/2 |the penalised part of theta|^2,   rho >=
//   0,
//
// with convex, smooth l_i. It ends by a duality gap that Newton's own step provides: for any u_i,
//
//   D(u) = -sum_i l_i*(u_i) - |the penalised part of A'u|^2 / (2 rho)  <=  F,   the rest of A'u zero,
//
// and the slopes linearised along the step d, u_i = l_i' + l_i'' A_i d, satisfy the constraint because that
// is Newton's equation. Where d is short they lie in the domain of l*; else they are put back into it. What
// then is left of the constraint, e = A'u, is counted against the answer: every theta whose coefficients are
// at most twice as large as those found and those of the next step has F >= D - 2 max|theta| sum|e|. So
// where nothing holds a coefficient this gap speaks of those in a box, and it does not count rounding: it
// tells when to stop. What an answer is worth is certified afresh, from the answer alone
// (core/multiclass/logit/certify_multinomial.hpp, certify_odds.hpp).
//
// Without a penalty the minimum need not exist: F falls towards its infimum while theta runs away. Then the
// gap closes all the same and Newton's steps do not: each moves some linear form of the sample by about 1.
// The rule: the answer is the first iterate whose gap is at most `near_infimum` from which on every step,
// until the gap is gone, moves a form by 1/2 or more; it is reported as running away and not converged.
namespace core {

/// A problem of this kind.
struct ConvexLikelihood {
  virtual ~ConvexLikelihood() = default;

  /// F at theta, infinity outside its domain.
  virtual double value(const Vector& theta) const = 0;

  struct Expansion {
    Vector gradient;
    Matrix hessian; ///< the lower triangle
  };
  virtual Expansion expansion(const Vector& theta) const = 0;

  /// What Newton's step from theta says: D less what is left of the constraint, and the largest change of a
  /// linear form of the sample.
  struct Bound {
    double dual = -infinity, moves = 0;
  };
  virtual Bound bound(const Vector& theta, const Vector& step) const = 0;
};

struct NewtonMinimum {
  Vector theta, step;      ///< the answer, and Newton's step from it
  Certificate certificate; ///< of the box, without rounding and status; iterations counts Newton's steps
  bool runs_away = false;  ///< F has no minimum
  double residual = 0;     ///< the largest entry of the gradient
};

/// From `start` with step halving until the relative gap is at most 1e-12 or Newton's model promises nothing
/// more. Cost of an iteration: an expansion, a factorisation of its Hessian, a bound and about one value.
NewtonMinimum newton_minimum(const ConvexLikelihood& problem, Vector start);

inline constexpr double near_infimum = 1e-4;

/// The certificate of an answer: `proof`, made from the answer, with a status; of one that runs away, which
/// no bound over all coefficients holds, the gap of the box.
Certificate concluded(const NewtonMinimum& found, Certificate proof);

/// What is counted against a dual point whose constraint has this left, of the entries of theta and step that
/// no penalty holds.
double left_of_constraint(const Vector& left, const Vector& theta, const Vector& step);

} // namespace core
