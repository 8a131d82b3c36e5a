#pragma once
#include "core/multiclass/machine/convex_step.hpp"
#include "core/sample/observation_weights.hpp"

// The weighted multiclass machine with the truncated hinge loss (Wu & Liu 2007; Wu, Zhang & Liu 2010, eq.
// 10):
//
//   min over f of   E(f) = 1/2 sum_k |w_k|^2 + ridge/2 |b|^2 + C sum_i pi_{y_i} min((1 - m_i)_+, 1 - s),
//   m_i = min over k != y_i of f_{y_i}(x_i) - f_k(x_i),   sum_k f_k = 0,
//
// by difference-of-convex programming: the truncated loss is (1 - m)_+ - (s - m)_+, and s - m_i is at least s
// - g_ik for every k. With M = {i : m_i < s} and k_i the class that attains m_i at the current f, the convex
// P of core/multiclass/machine/convex_step.hpp is at least E everywhere and equal to it there, so that
//
//   E(f_new) <= P(f_new) <= P(f) + gap = E(f) + gap.
//
// The descent starts at the hinge solution (M empty, what f = 0 asks for too), ends where M repeats, and
// never takes a step upwards. It finds an f that minimises its own P, not always the least of E; small
// problems are checked against all sets M. s = -infinity is the hinge loss.
//
// Observation weights multiply the terms of the sum over i: the cost of an observation is C w_i pi_{y_i}.
//
// The ridge on the intercepts is there because a class that is truncated as a whole has no finite best b.
namespace core {

/// Where a descent ended.
struct MachineFit {
  Matrix w;            ///< [r x K] f_k(x) = w_k'x + b_k
  Vector b;            ///< [K]
  Matrix coefficients; ///< [n x K] with w = x' coefficients to the gap: f at any point of a kernel
  double objective = 0;
  Certificate certificate;   ///< of the convex problem that the answer minimises; iterations of all
  std::int64_t dc_steps = 0; ///< convex problems beyond the hinge start
  /// Observations with a coefficient beyond 1e-4 of their cost, and those of them that the hinge start has
  /// not.
  std::int64_t support = 0, further_support = 0;
};

/// One sample, fitted again and again. The hinge start of a fit begins at that of the fit before, and its
/// minimum is the same but for the gap: a sequence of fits is a function of the sequence.
class MulticlassMachine {
 public:
  MulticlassMachine(const Matrix& x, const WeightedLabels& labels, Eigen::Index classes);

  /// costs C pi_k [K], each > 0; s at most 0, -infinity for the hinge loss. The convex problems
  /// are solved to a relative gap of 1e-8 but for rounding; status not_converged where that of the answer
  /// stays above 1e-6.
  MachineFit fit(const Vector& costs, double s);

 private:
  double objective(const MachineState& state, Truncated& truncated) const;
  void descend(Truncated truncated, MachineState& best, MachineFit& fit);
  void count_support(const Matrix& hinge, MachineFit& fit) const;

  ConvexStep step_;
  Vector weights_; ///< [n], or empty
  MachineState hinge_;
};

} // namespace core
