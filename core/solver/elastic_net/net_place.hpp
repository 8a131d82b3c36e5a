#pragma once
#include "core/loss/coherence.hpp"
#include "core/loss/slopes.hpp"
#include "core/solver/elastic_net/problem.hpp"

// An elastic net with a plain ridge (core/solver/elastic_net/problem.hpp) at a point that need be optimal
// neither in the coefficients nor in the intercept, and what the point is worth. A pass over the observations
// gives all that a step or a certificate asks of them; blocks of rows stay in the cache from the decision
// values to the gradient.
//
// Certificate. Any r in the domain of the conjugate with sum_i r_i = 0 gives a dual value
//
//   D(r) = -(1/n) sum_i L*(-n y_i r_i) - |S_one(M'r)|^2 / (2 ridge),   S_one(u) = sign(u) (|u| - one)_+,
//
// where one = gamma omega and ridge = gamma (1 - omega); where ridge is 0, |m_j'r| <= one is asked for
// instead. With u = M'r the gap at (a, b) is
//
//   F - D = sum_j [ (ridge b_j - S_one(u_j))^2 / (2 ridge) + one |b_j| - b_j (u_j - S_one(u_j)) ]
//           + sum_i Y_i,
//
// no term below 0. Y_i is what Fenchel and Young leave of the loss of an observation, 0 where r_i is the pull
// of the loss at f_i. Here r_i is that pull less w_i (sum r / sum w), which balances the sum, times a share s
// <= 1 where ridge is
// 0. For this loss n Y_i / kappa rho is a divergence of Kullback and Leibler between two classes, which that
// of Pearson bounds, so that Y_i <= (change of r_i)^2 / w_i. A misfit e of the gradient costs about e^2 / (2
// ridge).
namespace core {

/// gamma omega and gamma (1 - omega).
struct NetPenalty {
  double one, ridge;

  double at(const Vector& b) const { return ridge / 2 * b.squaredNorm() + one * b.lpNorm<1>(); }
};

/// The losses at f = a + M b: their mean, and sums over the observations of r_i and w_i as PointLosses has
/// them (core/solver/elastic_net/point_losses.hpp).
struct NetPlace {
  double a = 0;
  Vector b;            ///< [p]
  double mean = 0;     ///< of the losses
  Vector pulled;       ///< M'r [p]
  Vector drawn;        ///< M'w [p]
  Vector curvature;    ///< w [n]
  double pull = 0;     ///< sum_i r_i
  double pulls = 0;    ///< sum_i |r_i|
  double weight = 0;   ///< sum_i w_i
  double pearson = 0;  ///< sum_i r_i^2 / w_i
  double furthest = 0; ///< max_i |f_i|

  double objective(const NetPenalty& penalty) const { return mean + penalty.at(b); }
};

/// What is known of a sample beforehand.
struct NetSample {
  const Matrix& columns; ///< M [n x p]
  WeightedLabels labels;
  Coherence loss;
  double largest_entry; ///< max |M_ij|

  NetSample(const ElasticNetProblem& problem, const Coherence& of_point);
};

/// Cost 3 n p and an exponential for each observation. The sums are taken in blocks of 1024 rows, with the
/// same bits on every processor.
NetPlace net_place(const NetSample& sample, double a, const Vector& b);

/// F and F - D of the above. `rounding` bounds what M'r and the sums may be off by, as they are added up, in
/// blocks; what f is off by enters a gap by its square, and F once. Status ok: comparing the gap with a
/// tolerance is the caller's business. Cost p.
Certificate certify_net(const NetSample& sample, const NetPlace& at, const NetPenalty& penalty);

} // namespace core
