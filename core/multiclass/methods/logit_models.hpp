#pragma once
#include "core/estimate/estimator.hpp"

namespace core {

/// What a logit model is linear in: the inputs as they are, or the inputs and their squares, without
/// products.
enum class Basis { linear, squares };

/// [n x p] or [n x 2p]: the inputs, then their squares.
Matrix expanded(const Matrix& x, Basis basis);

/// The baseline-category logit model of Wu, Zhang & Liu (2010), section 5, log(p_k / p_K) = b_k + x'w_k,
/// fitted by maximum likelihood, or with the penalty 2 lambda sum_k |w_k|^2 on coefficients that sum to zero
/// over the classes, which of two classes is lambda |beta|^2: core/multiclass/logit/multinomial_fit.hpp,
/// which says what certifies it and where the fit stops when classes are separable and no maximum exists.
///
/// Facts: runs_away, 1 where that is so. Cost: about eight Newton steps of n (p K)^2.
struct BaselineLogit final : ProbabilityEstimator {
  double lambda = 0;
  Basis basis = Basis::linear;
  Estimate estimate(DrawCache& cache) const override;
  std::optional<Estimate> predicted(const Predictor& by, const Question& question) const override;
};

/// The cumulative logit model with proportional odds, logit P(Y <= k) = theta_k + x'beta, classes in the
/// order of their labels: core/multiclass/logit/proportional_odds.hpp. Wu, Zhang & Liu (2010) print a slope
/// for each k; such lines cross, and where they do P(Y <= k) falls in k and a probability is negative.
/// Penalty lambda |beta|^2.
///
/// `rounded`: probabilities are differences of P(Y <= k) in double precision and no logarithms are kept, as
/// programs do that compute the model by its formula. A class that is not the first then has probability 0
/// where the two are equal to 2^-53, and a log-likelihood of minus infinity where it occurs.
///
/// Facts: runs_away as above, and residual, the largest entry of the gradient. Cost: about eight Newton steps
/// of n (p + K)^2.
struct CumulativeLogit final : ProbabilityEstimator {
  double lambda = 0;
  Basis basis = Basis::linear;
  bool rounded = false;
  Estimate estimate(DrawCache& cache) const override;
};

/// [m x K] with p(k) = c(k) - c(k - 1) of the cumulative sums c of probabilities p [m x K], each rounded to
/// double precision and at most 1; the last c is 1.
Matrix differences_of_cumulative(const Matrix& p);

} // namespace core
