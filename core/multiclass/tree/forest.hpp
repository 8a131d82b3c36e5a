#pragma once
#include "core/multiclass/tree/tree.hpp"

// Random forests (Breiman 2001): each tree is grown of as many observations as there are, drawn with
// replacement, and each of its nodes looks at `inputs` randomly drawn inputs. Nothing is pruned. Tree t of a
// forest has a stream of its own for its observations and one for its nodes, so that forests of the same
// sample share their draws: those of 50 and of 500 trees, or of one input a node and of two.
//
// An observation of weight w is floor(w) copies of itself behind each other and a part of one. A tree draws
// as many as the weights sum to, a part in proportion to its size, and what it draws counts once. So forests
// of whole weights are those of the rows written as often as they count, to the last bit.
//
// Nothing is minimised, and there is no gap to certify; the error out of the bag estimates what the forest is
// worth.
namespace core {

struct ForestRules {
  GrowthRules growth{Impurity::gini, 2, 1};
  Eigen::Index inputs = 1; ///< looked at in each node
  std::int64_t trees = 500;
};

class Forest {
 public:
  /// How a tree speaks: one vote for the majority of the leaf, halved or so among level ones, or the shares
  /// of the classes in it.
  enum class Voice { votes, shares };

  /// A tree's observations are drawn from the positions of these rows. Throws UserError where weights sum to
  /// millions. Cost, beside the trees, a copy of x written out.
  Forest(const Observations& known, const ForestRules& rules, const StreamAxes& axes);

  /// The mean of what the trees say [m x K] at x [m x p]. Cost m trees times their depth.
  Matrix probability(const Matrix& x, Voice voice) const;

  /// The share of the observations, by weight, that are misclassified by the votes of the trees that did not
  /// draw them; level classes share the blame. Observations that every tree drew are left out; 0 where that
  /// is all.
  double error_out_of_bag() const { return error_out_of_bag_; }

  double mean_leaves() const;

 private:
  void grow(const Observations& known, const Vector& parts, const ForestRules& rules, const StreamAxes& axes);

  std::vector<Tree> trees_;
  double error_out_of_bag_ = 0;
};

/// The number of inputs a node looks at, chosen by the error out of the bag (Liaw & Wiener 2002): from
/// floor(sqrt p) down by halves, rounded up, and then up by doubles, each way on as long as the error falls
/// by more than a twentieth. Among those tried the least error wins, then the fewest inputs. `rules.trees`
/// are the trees of each try.
struct InputChoice {
  Eigen::Index inputs = 1;
  std::vector<double> tried, errors; ///< ascending in the inputs
};
InputChoice choose_inputs(const Observations& known, ForestRules rules, const StreamAxes& axes);

} // namespace core
