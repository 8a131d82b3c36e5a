#pragma once
#include "core/multiclass/tree/tree.hpp"

// Cost-complexity pruning (Breiman et al. 1984, chapter 3): for every alpha >= 0 the smallest subtree T with
// the same root that minimises
//
//   R(T) + alpha |T|,   R(T) the misclassified training observations, |T| the leaves.
//
// These subtrees are nested. They are found by cutting the weakest link until the root is left: the nodes t
// with the least g(t) = (R(t) - R(T_t)) / (|T_t| - 1), T_t what hangs below t, become leaves. R and |T| are
// counts, so that g is compared without rounding and the sequence is exact. With weights R is a sum of
// weights, exact where these are whole.
//
// How far to prune is chosen by the misclassified held-out observations of folds: the tree of the other folds
// is pruned at the geometric mean of neighbouring complexities an observation, and stands for the level
// between them. Level numbers of errors go to the smaller tree.
namespace core {

/// The nested subtrees, from the largest.
struct PruningSequence {
  struct Level {
    double errors = 0; ///< alpha = errors / links
    std::int64_t links = 1;
    std::int64_t leaves = 1;
    double misclassified = 0; ///< of the training observations, by weight

    double complexity() const { return errors / static_cast<double>(links); }
  };
  std::vector<Level> levels;   ///< the first of alpha = 0, the last the root alone
  std::vector<int> leaf_since; ///< [nodes] the level from which on it is a leaf

  /// The last level whose alpha, divided by the number (weight) of observations, is at most this.
  int level_at(double complexity, double observations) const;

  /// The leaf of a level's subtree of `tree` that row i of x comes to.
  std::size_t leaf(const Tree& tree, int level, const Matrix& x, Eigen::Index i) const;
};

/// Cost: nodes x levels.
PruningSequence pruning_sequence(const Tree& tree);

/// The subtree of a level: nodes keep their counts.
Tree pruned(const Tree& tree, const PruningSequence& sequence, int level);

struct ChosenTree {
  Tree tree;
  PruningSequence sequence;     ///< of the tree of all observations
  int level = 0;                ///< the one that was chosen
  std::vector<double> held_out; ///< [levels] misclassified held-out observations, by weight
};

/// Grows and prunes by these folds: fold f holds out the positions folds[f] of the known rows. No fold:
/// the tree as it has grown. Cost: folds + 1 trees.
ChosenTree cross_validated_tree(const TreeGrower& grower, const Observations& known,
                                const std::vector<Rows>& folds);

} // namespace core
