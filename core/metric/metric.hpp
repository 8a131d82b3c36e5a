#pragma once
#include <span>
#include <string_view>

#include "core/types.hpp"

namespace core {

/// Estimated probabilities q of Y = +1 [m] as losses read them: where a method has their log-odds and q is
/// too coarse (core/loss/logistic.hpp), by the log-odds. Refers to both.
struct Predicted {
  Predicted(const Vector& q) : probability(q) {}
  Predicted(const Vector& q, const Vector& log_odds_of_q)
      : probability(q), log_odds(log_odds_of_q.size() > 0 ? &log_odds_of_q : nullptr) {}

  Eigen::Index size() const { return probability.size(); }

  // At a point:
  double log_of(Eigen::Index point) const;     ///< log q
  double log_of_not(Eigen::Index point) const; ///< log(1 - q)
  double logit(Eigen::Index point) const;      ///< log(q / (1 - q))

  const Vector& probability;
  const Vector* log_odds = nullptr;

 private:
  bool reads_log_odds(Eigen::Index point) const;
};

/// A number that says how good estimated probabilities are on a test sample.
struct MetricRow {
  std::string_view id, label, meaning;
  bool needs_truth; ///< reads Sample::truth
  bool smaller_is_better;
  double (*value)(const Predicted& q, const Draw& draw); ///< q [m] at the m >= 1 test points
};

/// The list of metrics, in the order of the papers.
std::span<const MetricRow> metrics();

/// The row of this id. Throws std::logic_error where there is none.
const MetricRow& metric(std::string_view id);

/// Comparative generalised Kullback-Leibler loss GKL^c: -mean(p log q + (1 - p) log(1 - q)), the entropy of p
/// included (Wang, Shen & Liu 2008, after eq. 5). 0 log 0 = 0; infinite where q is 0 or 1 against p and its
/// log-odds are not known.
double gkl(const Predicted& q, const Sample& test);

/// Cross entropy error: the same with p replaced by the observed label (section 5).
double cre(const Predicted& q, const Sample& test);

/// Mean squared error of the probabilities against the labels coded 0 and 1, also called the Brier score
/// (Brier 1950, for two classes): 0 best, 1 worst, 1/4 for q = 1/2 throughout.
double mse(const Predicted& q, const Sample& test);

/// What Rueping (2004) averages as mCRE: the cross entropies of the test points, summed, over the number of
/// rows of all parts of the draw. Averaged over the folds of a k-fold cross-validation it is a k-th of the
/// mean cross entropy of a row.
double mcre(const Predicted& q, const Draw& draw);

/// Share of test points whose label is not the side of 1/2 that q is on; q = 1/2 counts as half an error.
double test_error(const Predicted& q, const Sample& test);

} // namespace core
