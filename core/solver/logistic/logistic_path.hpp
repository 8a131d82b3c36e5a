#pragma once
#include <vector>

#include "core/sample/observation_weights.hpp"
#include "core/solver/certificate.hpp"

// Penalised logistic regression of many observations at one lambda after the other:
//
//   minimise over (b, beta)   P = sum_i w_i log(1 + exp(-y_i (b + x_i'beta)))  +  lambda |beta|^2.
//
// The Hessian costs n p^2 / 2, a gradient 2 n p. From one lambda to the next the answer moves little and
// smoothly, and with it the Hessian. So each search begins where the cubic in log lambda through the last
// four answers leads, and goes along
//
//   -(H + 2 lambda I')^{-1} grad P,      H = sum_i w_i L''(y_i f_i) z_i z_i',   z_i = (1, x_i),
//
// with the H of an earlier point until its steps shrink so slowly that a new one is cheaper. They end where
// half of grad'(H + 2 lambda I')^{-1} grad, about what P lies above its minimum, and |grad|^2 / (4 lambda),
// the duality gap at a_i = -w_i y_i L'(y_i f_i) but for what balances the classes, are small beside P. The
// answer is certified by a gap that knows nothing of the way to it
// (core/solver/logistic/certify_logistic.hpp).
namespace core {

struct LogisticFit {
  double beta_0 = 0;
  Vector beta;             ///< [p]
  Certificate certificate; ///< iterations counts Newton's steps

  Vector log_odds(const Matrix& x) const; ///< [m] at x [m x p]

  /// P(Y = +1) [m] at x [m x p]; exactly 0 or 1 where the exponential over- or underflows.
  Vector probability(const Matrix& x) const;
};

/// One sample, x [n x p], which must outlive it, and labels [n]. Memory the labels and matrices of (p + 1)^2.
class LogisticPath {
 public:
  LogisticPath(const Matrix& x, WeightedLabels labels);

  /// lambda > 0. The answer depends on the lambdas that were asked for before, within what is certified: a
  /// relative gap of 1e-8, or the status says that it is not. Asked for in falling order it costs some four
  /// gradients a lambda and a Hessian for some of them.
  LogisticFit at(double lambda);

 private:
  struct Place {
    Vector point; ///< (b, beta) [p + 1]
    double value; ///< P
    Vector gradient;
  };

  struct Answer {
    double log_lambda;
    Vector point; ///< (b, beta) [p + 1]
  };

  /// Where the answers before lead; the last of them where there are no two, or the step turns or is long.
  Vector expected(double log_lambda) const;
  /// Those of one direction of lambda alone.
  void keep(Answer answer);

  Place place(const Vector& point, double lambda) const;
  Matrix hessian(const Vector& point) const;
  /// The place a step leads to, shortened until P falls; the place itself where it falls nowhere.
  Place beyond(const Place& here, const Vector& step, double lambda) const;
  /// Goes down to the minimum; the number of steps.
  int descend(Place& here, double lambda);
  /// Whether a Hessian here, after which two steps arrive, is cheaper than the steps with the one at hand,
  /// with which the miss fell from `before` to `now`.
  bool new_hessian_pays(double now, double before) const;

  const Matrix& x_;
  WeightedLabels labels_;
  std::vector<Answer> known_; ///< the last few answers, the newest last
  Matrix hessian_;            ///< of the loss at an earlier point; empty before the first
};

} // namespace core
