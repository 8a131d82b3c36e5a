#pragma once
#include "core/sample/observation_weights.hpp"
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
// Observation weights v_i make the mean a weighted one, (1/V) sum_i v_i L, V = sum_i v_i, and r_i = -v_i y_i
// L' / V. Where a column stands for c_j equal ones, as the kernel's column of an observation of weight c_j
// does, R = diag(1/c) is what the best split of b_j among them costs; a kernel's own ridge, and |b|_1, ask
// for no change.
//
// Certificate for omega > 0: with the intercept solved exactly and e the smallest subgradient in b, convexity
// gives F - F* <= e'(b - b*) <= |e|_inf (|b|_1 + |b*|_1), and gamma omega |b*|_1 <= F* <= F. What is stored
// as the dual value is F less this bound.
//
// For omega = 0 a Fenchel dual: any a_i with sum_i a_i = 0 gives D = -(1/n) sum_i L*(-n y_i a_i) - a'Ga / (2
// gamma), G = M R^-1 M', as core/solver/logistic/duality.hpp derives, and with weights -(1/V) sum_i v_i L*(-V
// y_i a_i / v_i); D is taken at r.
namespace core {

enum class Ridge { plain, kernel };

/// The columns [n x p] and labels [n] of a problem without its gamma. The columns must outlive it.
struct ElasticNetProblem {
  const Matrix& columns;
  const Labels& y;
  double omega = 0.5; ///< in [0, 1]: the share of the 1-norm
  Ridge ridge = Ridge::plain;
  Vector weights{}; ///< v [n], or empty: each counts once (core/sample/observation_weights.hpp)
  Vector copies{};  ///< c [p] of a plain ridge, or empty: each column stands for itself

  WeightedLabels labels() const { return {y, weights}; }
};

struct ElasticNetFit {
  double intercept = 0;
  Vector coefficients; ///< [p], zero exactly where not selected
  Certificate certificate;

  Vector decision(const Matrix& columns) const; ///< [m] at columns [m x p]
  Eigen::Index nonzero() const { return (coefficients.array() != 0).count(); }
};

} // namespace core
