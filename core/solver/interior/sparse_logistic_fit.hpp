#pragma once
#include "core/loss/truncated_logistic.hpp"
#include "core/sample/observation_weights.hpp"
#include "core/solver/certificate.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/interior/design.hpp"
#include "core/solver/margin/weighted_dual.hpp"

// Sparse logistic regression (Herault & Grandvalet 2007, eqs 8 and 9), the penalised likelihood of a linear
// log-odds that is to be faithful in an interval of probabilities only:
//
//   primal:  min over w, b of   P = lambda/2 |w|^2 + sum_i log(1 + exp(max(-y_i (w'x_i + b), F_i)))
//   dual:    max over alpha of  D = -|sum_i alpha_i y_i x_i|^2 / (2 lambda) - sum_i L_i*(-alpha_i),
//            sum_i alpha_i y_i = 0,   0 <= alpha_i <= 1
//
// with F_i and the conjugate L_i* of core/loss/truncated_logistic.hpp: eq. 11 with its entropies in brackets
// and the best beta for each alpha, max(sigmoid(F_i) - alpha_i, 0). The loss is summed, b is not penalised.
// At the optimum lambda w = sum alpha_i y_i x_i, and each observation is of one of three kinds (the paper's
// Table 1), z_i = -y_i f(x_i):
//
//   flat         I_0:  z < F,  alpha = 0
//   at a corner  I_h:  z = F,  0 <= alpha <= sigmoid(F)
//   logarithmic  I_l:  z > F,  alpha = sigmoid(z)
//
// w and b are unique where both classes are present and p_min < p_max; alpha need not be. At p_min = p_max
// w = 0 and b = logit p. With one class only w = 0 and b is where its loss becomes flat; without such a place
// there is no minimum, and the fit is not converged.
//
// Observation weights v_i multiply the losses and the boxes: v_i L_i, v_i L_i*(-alpha_i / v_i), 0 <= alpha_i
// <= v_i, and the slopes alpha of the three kinds.
//
// Certificate: any alpha in [0, v] gives a lower bound once the larger of its two sides is scaled down so
// that sum alpha y = 0. The scaling mends some wrong answers; what it hides the KKT residual shows, which is
// computed from alpha as it stands.
namespace core {

struct SparseLogisticProblem {
  const Matrix& x; ///< [n x p]
  const Labels& y; ///< [n]
  FaithfulInterval interval;
  double lambda;    ///< > 0
  Vector weights{}; ///< v [n], or empty: each counts once (core/sample/observation_weights.hpp)
};

struct SparseLogisticAnswer {
  Vector w; ///< [p]
  double b = 0;
  Vector alpha; ///< [n] in [0, v], of the Lagrangian's first constraint
};

/// P at (w, b) as given and D at alpha, scaled; the optimum lies between. Status ok: comparing the gap with a
/// tolerance is the caller's business. An alpha outside [0, v] has an infinite gap. Cost n p.
Certificate certify(const SparseLogisticProblem& problem, const SparseLogisticAnswer& answer);

/// How far an answer is from the optimality conditions, each number zero at an exact optimum.
struct SparseLogisticViolation {
  double stationarity = 0; ///< largest |lambda w - sum alpha y x|, |sum alpha y| over 1 + the sums' size
  double multiplier = 0;   ///< largest distance of an alpha / v from what its kind allows
};

/// An observation with |z - F| <= slack is at its corner. Cost n p.
SparseLogisticViolation kkt_violation(const SparseLogisticProblem& problem,
                                      const SparseLogisticAnswer& answer, double slack = 1e-6);

enum class Piece : char { flat, corner, logarithmic };

/// An observation is a support vector where it is not flat: alpha / v > 1e-6 sigmoid(F). At its corner it is
/// where alpha / v is also below sigmoid(F) by that much.
Piece piece_of(const SparseLogisticProblem& problem, const SparseLogisticAnswer& answer, Eigen::Index i);

struct SparseLogisticFit : SparseLogisticAnswer {
  Certificate certificate;
  double support_vectors = 0, at_corner = 0; ///< how many observations, by weight

  Vector log_odds(const Matrix& points) const { return row_products(points, w).array() + b; } ///< [m]
};

/// The problem on one sample, whatever the interval and lambda. From 0 to 1 no loss has a corner, and
/// Newton's method with step halving solves it; else the interior point method does. The answer is certified
/// to the rule's gap, or not converged. Cost of a fit: core/solver/interior/interior_point.hpp.
class SparseLogisticSample {
 public:
  /// x [n x p] must outlive it.
  SparseLogisticSample(const Matrix& x, const WeightedLabels& labels);

  /// lambda > 0, 0 <= p_min <= p_max <= 1, p_min < 1, p_max > 0. A pure function of the sample and these.
  SparseLogisticFit at(const FaithfulInterval& interval, double lambda, const StoppingRule& rule = {}) const;

 private:
  SparseLogisticFit of_one_class(const SparseLogisticProblem& problem) const;
  SparseLogisticFit without_corners(const SparseLogisticProblem& problem) const;
  SparseLogisticFit with_corners(const SparseLogisticProblem& problem, const StoppingRule& rule) const;

  const Matrix& x_;
  WeightedLabels labels_;
  mutable Design design_;
};

} // namespace core
