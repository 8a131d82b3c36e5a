#pragma once
#include "core/random/folds.hpp"
#include "core/tuning/criterion.hpp"
#include "core/tuning/threshold.hpp"

namespace core {

/// argmin over lambdas of the mean cost of held-out points (core/metric/error_costs.hpp), each point held out
/// once by one of the folds, and the threshold with it. The costs are those of the whole training sample.
/// Folds are drawn over rows, whatever they weigh, and costs are by weight. A score is a method's own, or its
/// log-odds; at each lambda the scores of all folds are pooled and decided by a threshold:
///
///   zero    0
///   prior   the log-odds of the share of positives, where probabilities that are right decide at least cost
///   joint   the best one for this lambda (core/tuning/threshold.hpp), nearest to that of `prior`; of scores
///           that are no log-odds, nearest to 0
///   grid    the best one on a grid of log-odds centred there
///
/// Ties go to the larger lambda. The threshold that is chosen with lambda is taken off the scores of the
/// method on the whole training sample. Fact: lambdas_level, how many lambdas cost as little as the chosen
/// one - where only the length of w changes with lambda, a stretch up to the grid's end, which then is no
/// choice. The terms of its curve are the thresholds. Throws UserError where there are more folds than
/// points.
struct CostValidation final : TuningCriterion {
  enum class Rule { zero, prior, joint, grid };
  std::vector<double> lambdas;
  std::int64_t folds = 5;
  FoldAssignment assignment = FoldAssignment::at_random;
  Rule threshold = Rule::zero;
  Tuned choose(const Learner&, DrawCache&) const override;
  bool needs_probabilities() const override { return false; }
  void require_fits(const Learner&) const override;
  void require_rows(const Labels&) const override;
};

} // namespace core
