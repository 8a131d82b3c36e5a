#pragma once
#include "core/estimate/estimator.hpp"
#include "core/multiclass/tree/forest.hpp"

namespace core {

/// A classification tree (core/multiclass/tree/tree.hpp) pruned by cost and complexity
/// (core/multiclass/tree/pruning.hpp): the probabilities of a point are the shares of the classes in its
/// leaf, so that some may be 0. The folds are drawn at random by a stream of their own, whatever the classes;
/// a row with a weight is held out whole.
///
/// It minimises nothing beyond each split, so there is no gap, and its summary counts no fits. Facts: leaves;
/// complexity, the alpha pruned at; held_out, the share of held-out observations misclassified. Series, by
/// level of pruning: pruning.complexity, pruning.leaves, pruning.misclassified and pruning.held_out. Throws
/// UserError where there are more folds than training points. Cost: folds + 1 trees.
struct ClassificationTree final : ProbabilityEstimator {
  GrowthRules growth;
  std::int64_t folds = 10; ///< 0: not pruned
  Estimate estimate(DrawCache& cache) const override;
};

/// A random forest of these trees (core/multiclass/tree/forest.hpp). Its summary counts no fits either.
/// Facts: mtry, the inputs looked at in a node; out_of_bag, the error; leaves, the mean of its trees. Series,
/// where mtry is tuned: mtry.inputs and mtry.out_of_bag. Cost: trees times n log n times mtry, and m trees
/// times their depth.
struct RandomForest final : ProbabilityEstimator {
  ForestRules rules{{Impurity::gini, 2, 1}, 0, 500}; ///< inputs 0: tuned
  std::int64_t tuning_trees = 50;
  Forest::Voice voice = Forest::Voice::votes;
  Estimate estimate(DrawCache& cache) const override;
};

} // namespace core
