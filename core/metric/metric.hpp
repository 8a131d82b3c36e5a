#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "core/metric/metric_row.hpp"
#include "core/sample/types.hpp"

namespace core {

/// The list of metrics, in the order of the papers, the further ones behind them.
std::span<const MetricRow> metrics();

/// The rows of these numbers as a package computes them.
std::span<const MetricRow> metrics_as_coded();

/// None; a program that links further metrics to the library defines this list itself.
std::vector<MetricRow> further_metrics();

/// The row of this id. Throws std::logic_error where there is none.
const MetricRow& metric(std::string_view id);

/// Comparative generalised Kullback-Leibler loss GKL^c: -mean sum_k p_k log q_k, of two classes
/// -mean(p log q + (1 - p) log(1 - q)), the entropy of p included (Wang, Shen & Liu 2008, after eq. 5).
/// 0 log 0 = 0; infinite where q is 0 against p and its logarithm is not known.
double gkl(const Probabilities& q, const Sample& test);

/// Cross entropy error: the same with p replaced by the observed label (section 5).
double cre(const Probabilities& q, const Sample& test);

/// Mean squared error of the probabilities against the labels coded 0 and 1, also called the Brier score
/// (Brier 1950, for two classes): 0 best, 1 worst, 1/4 for q = 1/2 throughout. For K classes half the
/// squared distance from the label's corner of the simplex, which for two is the same.
double mse(const Probabilities& q, const Sample& test);

/// What Rueping (2004) averages as mCRE: the cross entropies of the test points, summed, over the number of
/// rows of all parts of the draw. Averaged over the folds of a k-fold cross-validation it is a k-th of the
/// mean cross entropy of a row.
double mcre(const Probabilities& q, const Draw& draw);

/// Share of test points whose label is not the class of largest q: of two, not the side of 1/2 that q is on,
/// by the log-odds where they are known. Where t classes are level at the top, each counts as chosen by one
/// in t, so that q = 1/2 is half an error.
double test_error(const Probabilities& q, const Sample& test);

/// The same of a method that decides by a score, where it has one; 0 counts as half an error.
double test_error(const Estimate& estimate, const Sample& test);

/// How many test points that share is of, by weight where they have weights. cre, mse and test_error are
/// weighted means then, and so are mean_test_loss_x100 and the metrics of calibration; the others take no
/// weights.
double errors(const Estimate& estimate, const Sample& test);

/// 100 times the mean cost of the errors on the test sample (core/metric/error_costs.hpp; Herault &
/// Grandvalet 2007, section 5), C- the share of positives in the training part and C+ that of negatives.
/// Decided by the score where there is one, else by rule (1) of the paper: positive where P(Y = +1) is at
/// least C- / (C+ + C-); a point at the threshold costs half. Throws UserError for more than two classes.
double mean_test_loss_x100(const Estimate& estimate, const Draw& draw);

// Against the true p (Wu, Zhang & Liu 2010, section 5), no roots taken:
double l1(const Probabilities& q, const Sample& test);   ///< mean sum_k |p_k - q_k|
double l2(const Probabilities& q, const Sample& test);   ///< mean sum_k (p_k - q_k)^2
double egkl(const Probabilities& q, const Sample& test); ///< mean sum_k p_k log(p_k / q_k), 0 log 0 = 0

// As the package of Zeng & Zhang (2023) computes them. Losses are of the first class alone and times K; of
// level classes one is taken, where test_error counts a share.
double egkl_as_coded(const Probabilities& q, const Sample& test); ///< K mean p_1 log(p_1 / q_1)
double gkl_as_coded(const Probabilities& q, const Sample& test);  ///< the same, with 1 - p_1 beside p_1

/// The first class of largest q is taken.
double test_error_first(const Probabilities& q, const Sample& test);

/// The class is taken that wins most pairs, of a method that puts pairs together; of others the first of
/// largest q, which wins most pairs q_i >= q_j.
double test_error_voted(const Estimate& estimate, const Sample& test);

/// sum_i log q_{y_i}(x_i) over the test sample, not its mean (Wu, Zhang & Liu 2010, section 6).
double log_likelihood(const Probabilities& q, const Sample& test);

/// The same in percent: 100 test_error.
double error_percent(const Estimate& estimate, const Sample& test);

} // namespace core
