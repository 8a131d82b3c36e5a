#pragma once
#include "core/sample/types.hpp"

// How far a point is from the infimum of a convex function without a dual point: by Newton's decrement.
//
// Let F be a sum of convex functions of linear forms, and along every line let its second derivative change
// by a factor of at most exp(-R t) over a step of length t,
//
//   v'H v = 1   implies   F''(t) >= exp(-|t| R)   for F(t) = F(theta + t v),
//
// as that of a logistic loss does with R the largest change of a linear form, and that of a softmax with R
// the largest range of the changes of its forms, because a third moment is at most range times variance. Let
// l be the decrement, l^2 = g'H^{-1}g. Then F(t) >= F - l t + (exp(-R t) - 1 + R t) / R^2, and if s = l R
// < 1, the right side is least where exp(-R t) = 1 - s:
//
//   F - inf F  <=  (s + (1 - s) log(1 - s)) / R^2  <=  0.62 l^2   for s <= 1/2.
//
// So F has a minimum, over the whole space, and the point is this close to it. The bound holds in real
// arithmetic: the Hessian is whitened by its computed Cholesky factor T, and what T'HT differs from the
// identity, what rounding did to H and to g, all are counted.
namespace core {

/// A convex function at a point in some coordinates of its space, as computed.
struct Curvature {
  Matrix hessian;            ///< [m x m], symmetric
  double hessian_error = 0;  ///< in the 2-norm, at most
  double decay = 0;          ///< the Hessian is at least exp(-decay) of what the errors above allow
  Vector gradient;           ///< [m]
  double gradient_error = 0; ///< in the 2-norm
  double reach = 0;          ///< R is at most this times the length of v
};

/// At most so much lies between F here and its infimum. Infinite where that is not proved: the Hessian is
/// singular to rounding, or the point is not near.
double above_infimum(const Curvature& at);

/// T [m x m] with T'hT = I to rounding; `h` by its lower triangle. Empty where h is singular to rounding.
Matrix whitening(const Matrix& h);

} // namespace core
