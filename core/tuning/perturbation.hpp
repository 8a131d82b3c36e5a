#pragma once
#include <cstdint>
#include <vector>

#include "core/estimate/estimate.hpp"
#include "core/random/stream.hpp"
#include "core/sample/observation_weights.hpp"

// Data perturbation (Wang, Shen & Liu 2008, section 3.1, eqs 9-14): an estimate of GKL^c(p, p_lambda) from
// the training sample alone, as the empirical loss plus a covariance penalty plus a correction for random
// inputs.
//
// With y in {0, 1} and p0 an initial estimate, each of D input samples X*^l draws X*_i = X_i with probability
// 1 - tau, else a random training point; each of D label samples on it draws y*_i = y_i with probability 1 -
// tau, else Bernoulli(p0(X*_i)). With phi = logit and p*_lm the method trained on (X*^l, y*^lm),
//
//   EGKL(p_lambda) + n^-1 sum_i D^-1 sum_l (D-1)^-1 K_li^-1 sum_m (y*_lmi - ybar*_l.i) phi(p*_lm(X*_li))
//                  + D^-2 sum_lm [Delta(p_lambda, p*_lm; X*^l) - Delta(p_lambda, p*_lm; X)]
//
//   K_li = tau + tau (1 - tau) (y_i - p0(X*_li))^2 / (p0 (1 - p0))
//   Delta(p, q; X) = n^-1 sum_i p(X_i) log q(X_i) + (1 - p(X_i)) log(1 - q(X_i))
//
// Observation weights w_i multiply the terms of the sums over i, whose mean they make a weighted one, and "a
// random training point" is drawn in proportion to them: the weighted sample is perturbed row by row, and a
// row keeps its weight. So a row of weight 2 moves as one, where two rows alike would move apart.
//
// This is the corrected estimator. Eq. 13 as printed has Y in {-1, +1} inside K, a stray "+ 1", labels
// centred over all D^2 samples and divisors D^2 - 1; it is kept as a reading. Nothing is minimised here: the
// estimate is checked against a literal transcription of the formulas on small cases.
namespace core {

/// The perturbed samples of one replicate: the same for every lambda, method and classifier whose p0 is the
/// same.
struct PerturbedSamples {
  std::vector<std::vector<Eigen::Index>> rows; ///< [D][n]: X*_li = X_rows[l][i]
  std::vector<std::vector<Vector>> labels;     ///< [D][D][n]: y*_lmi in {0, 1}
};

/// Whether a perturbed sample has inputs of its own, or those of the training sample as they are: then X* is
/// X, and the correction for random inputs is 0.
enum class PerturbedInputs { resampled, as_they_are };

/// How much is perturbed: D, tau, and the inputs or not.
struct PerturbationSize {
  std::int64_t samples = 10;
  double tau = 0.5;
  PerturbedInputs inputs = PerturbedInputs::resampled;
};

/// Draws them. p0 [n] at the training points, y [n] in {0, 1}. Cost D^2 n, of weighted rows D n log n more.
PerturbedSamples perturb(const Vector& p0, const WeightedLabels& labels, const PerturbationSize& size,
                         Stream& stream);

/// The pieces of the estimate at one lambda, and their sum.
struct LossEstimate {
  double empirical = 0, covariance = 0, correction = 0;
  double total() const { return empirical + covariance + correction; }
};

enum class CovarianceReading { corrected, printed };

/// An estimate's probabilities [n] at the training points. Their log-odds are kept only where some
/// probability is too coarse to do without: they are as many numbers.
Probabilities read_off(Estimate&& estimate);

inline const Vector no_weights{};

/// A training sample and what was drawn from it.
struct PerturbedTraining {
  const Vector& y;  ///< [n] in {0, 1}
  const Vector& p0; ///< [n]
  const PerturbedSamples& samples;
  double tau;
  const Vector& weights = no_weights; ///< [n], or empty
};

/// Eq. 9 as a function of the estimates alone: what does not depend on lambda is computed once. The perturbed
/// samples must outlive it. Cost D^2 n.
class EstimatedLoss {
 public:
  EstimatedLoss(const PerturbedTraining& training, CovarianceReading reading);

  /// At one lambda: p_lambda [n] and p*_lm [D][D][n] at the training points. Where p* is 0 or 1 and its
  /// log-odds are not known the logit is infinite, and so is the estimate. Cost D^2 n.
  LossEstimate at(const Probabilities& p, const std::vector<std::vector<Probabilities>>& star) const;

 private:
  double covariance(const std::vector<Matrix>& logits) const;

  Vector y_, weights_;
  double n_; ///< the weight of all
  const PerturbedSamples& samples_;
  CovarianceReading reading_;
  std::vector<Matrix> label_weights_; ///< [D] of [D x n]: what a logit is multiplied by
  std::vector<Vector> spreads_;       ///< [D] of [n]: K_li
};

} // namespace core
