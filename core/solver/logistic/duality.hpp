#pragma once
#include "core/sample/observation_weights.hpp"
#include "core/solver/certificate.hpp"

// Kernel logistic regression with a free intercept and its dual (Keerthi, Duan, Shevade & Poo 2005):
//
//   primal:  min over h, b of   P = lambda/2 |h|^2 + sum_i log(1 + exp(-y_i (h(x_i) + b)))
//   dual:    max over a of      D = -a'Ka / (2 lambda) + sum_i H(|a_i|),   sum_i a_i = 0,  0 <= y_i a_i <= 1
//
// with H(t) = -t log t - (1 - t) log(1 - t). Derivation: log(1 + exp(-m)) = max over 0 <= t <= 1 of H(t) - t
// m. Put t_i = y_i a_i and exchange min and max: the minimum over b is -infinity unless sum_i a_i = 0, that
// over h is taken at h = sum_i a_i K(x_i, .) / lambda, and D is left. The t that attains the maximum is
// sigma(-m) = 1 / (1 + exp(m)), so at the optimum a_i = y_i sigma(-y_i f(x_i)).
//
// Certificate: any h and b have the dual point a_i = y_i sigma(-y_i (h(x_i) + b)) once b balances it, that
// is, makes its sum zero; that b is also the best for h. For h = sum a_i K(x_i, .) / lambda and that dual
// point a^,
//
//   P - D = (a - a^)'K(a - a^) / (2 lambda),
//
// because at a^ the inequality of the derivation holds with equality. P and D are computed from their
// definitions all the same: a certificate that used this identity would not notice a wrong a^.
//
// Observation weights w_i multiply the losses and the boxes: w_i L, w_i H(|a_i| / w_i), 0 <= y_i a_i <= w_i
// and a_i = w_i y_i sigma(-y_i f(x_i)).
//
// With one class missing P has no minimum: it falls to 0 as b runs away.
namespace core {

/// The b that balances the dual point of h, sum_i y_i sigma(-y_i (h_i + b)) = 0, to the last bits. h [n] the
/// values of the function without intercept; both classes must be there. Cost about 10 n exponentials.
double balancing_intercept(const WeightedLabels& labels, const Vector& h, double guess);

/// The dual point [n] of decision values f [n] with a balancing intercept. What rounding leaves of its sum is
/// taken off by scaling one class down: feasible, the sum zero to rounding of the last addition.
Vector dual_point_of(const WeightedLabels& labels, const Vector& f);

/// a [n], y_i a_i >= 0, with the heavier class scaled down until the sum is zero. `positive` and `negative`
/// are what |a_i| sums to in the classes: the bits are those of the caller's sums.
Vector balanced(const Labels& y, const Vector& a, double positive, double negative);

/// start + sum_i w_i L(y_i f_i), added up in this order. Cost n.
double weighted_losses(const WeightedLabels& labels, const Vector& f, double start = 0);

/// sum_i w_i H(|a_i| / w_i), H minus the conjugate of the loss (core/loss/logistic.hpp); weights [n] or
/// empty.
double entropy(const Vector& a, const Vector& weights = {});

} // namespace core
