#pragma once
#include "core/sample/types.hpp"
#include "core/solver/certificate.hpp"

// The elastic net of a margin loss L (Zhang, Dai & Jordan 2013, eqs. 14 and 20; Friedman, Hastie & Tibshirani
// 2010):
//
//   min over a, b of   F = (1/n) sum_i L(y_i f_i) + gamma [ (1 - omega)/2 b'Rb + omega |b|_1 ],
//   f = a + M b,   M [n x p],
//
// the intercept a free, R = I, or R = M = K where the columns are those of a kernel. With r_i = -y_i L'(y_i
// f_i) / n the gradient is -sum_i r_i in a and -M'r + gamma (1 - omega) R b in b, without its corners.
//
// Certificate for omega > 0: with the intercept solved exactly and e the smallest subgradient in b, convexity
// gives F - F* <= e'(b - b*) <= |e|_inf (|b|_1 + |b*|_1), and gamma omega |b*|_1 <= F* <= F. What is stored
// as the dual value is F less this bound.
//
// For omega = 0 a Fenchel dual: any a_i with sum_i a_i = 0 gives D = -(1/n) sum_i L*(-n y_i a_i) - a'Ga / (2
// gamma), G = M M' (R = I) or K, as core/solver/logistic/duality.hpp derives; D is taken at r.
namespace core {

/// Relative gap or bound of a converged fit.
inline constexpr double converged_gap = 1e-8;

enum class Ridge { plain, kernel };

/// The columns [n x p] and labels [n] of a problem without its gamma. The columns must outlive it.
struct ElasticNetProblem {
  const Matrix& columns;
  const Labels& y;
  double omega = 0.5; ///< in [0, 1]: the share of the 1-norm
  Ridge ridge = Ridge::plain;
};

struct ElasticNetFit {
  double intercept = 0;
  Vector coefficients; ///< [p], zero exactly where not selected
  Certificate certificate;

  Vector decision(const Matrix& columns) const; ///< [m] at columns [m x p]
  Eigen::Index nonzero() const { return (coefficients.array() != 0).count(); }
};

} // namespace core
