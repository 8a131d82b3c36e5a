#pragma once
#include <cstdint>
#include <vector>

#include "core/random/stream.hpp"
#include "core/sample/class_numbers.hpp"
#include "core/sample/types.hpp"

// Classification trees (Breiman, Friedman, Olshen & Stone 1984) of K classes with splits x_j < cut.
//
// A node is split where that lowers the impurity of its observations most: with n_k of n in class k, the
// deviance -2 sum_k n_k log(n_k / n), or n times the Gini index 1 - sum_k (n_k / n)^2. A cut lies in the
// middle between two neighbouring distinct values in the node. Gains that differ by less than `level_gains`
// are level, and the first stays: inputs are looked at in their order, or in that of their draw, cuts from
// below.
//
// An observation of weight w counts as w observations, in n_k as in the smallest sizes.
//
// Growing is greedy and minimises nothing: a tree has no optimum to be near to and no gap. What is guaranteed
// is that it is the tree of these rules to the last bit, whatever the order of the observations; weights that
// are no whole numbers are summed in that order, and their sums round.
namespace core {

enum class Impurity { deviance, gini };

struct GrowthRules {
  Impurity impurity = Impurity::deviance;
  Eigen::Index smallest_split = 10; ///< a node with fewer distinct observations (by weight) stays a leaf
  Eigen::Index smallest_leaf = 5;   ///< neither side of a split has fewer, repeated ones counted
};

struct Tree {
  struct Node {
    int input = -1; ///< -1: a leaf
    double cut = 0; ///< x_input < cut goes left
    int left = 0, right = 0;
  };
  std::vector<Node> nodes;    ///< the root first, each node before those below it
  std::vector<double> counts; ///< [nodes x K], row by row: observations of each class, by weight
  int classes = 0;

  double count(std::size_t node, int k) const {
    return counts[node * static_cast<std::size_t>(classes) + static_cast<std::size_t>(k)];
  }
  double size(std::size_t node) const;

  /// The class with the most observations, the first of level ones.
  int majority(std::size_t node) const;

  /// Observations of other classes than that.
  double errors(std::size_t node) const { return size(node) - count(node, majority(node)); }

  /// The leaf that row i of x comes to. Cost: its depth.
  std::size_t leaf(const Matrix& x, Eigen::Index i) const;

  std::int64_t leaves() const;
};

/// Rows of a matrix of inputs, perhaps repeated.
using Rows = std::vector<Eigen::Index>;

/// Some observations: rows of x [n x p], perhaps repeated, with their classes among y [n]. A view of x and y.
struct Observations {
  const Matrix& x;
  const ClassNumbers& y;
  Rows rows;

  int class_of_row(Eigen::Index i) const { return y.of[static_cast<std::size_t>(i)]; }

  /// Of some rows: how many there are, or their weight.
  double weight_of(const Rows& some) const {
    double sum = 0;
    for (const Eigen::Index i : some) sum += weight_at(y.weights, i);
    return sum;
  }
};

/// Which inputs a node looks at: all, or with a stream `inputs` randomly drawn ones of those that vary in it
/// (Breiman 2001). Nodes draw in their order.
struct InputDraw {
  Stream* stream = nullptr;
  Eigen::Index inputs = 0;
};

/// Grows the tree of some observations. x [n x p] and y [n] must outlive it.
class TreeGrower {
 public:
  TreeGrower(const Matrix& x, const ClassNumbers& y, const GrowthRules& rules);

  /// At least one row. Cost about m log m for each input looked at and each depth.
  Tree grow(const Rows& rows, const InputDraw& draw = {}) const;

 private:
  struct Split;
  Split best_split(const Rows& rows, const std::vector<double>& counts, const InputDraw& draw) const;
  bool improve(Split& best, Eigen::Index input, const Rows& rows, const std::vector<double>& counts) const;
  double purity(const std::vector<double>& counts, double size) const;
  double weight_of_distinct(Rows rows) const;

  const Matrix& x_;
  const ClassNumbers& y_;
  GrowthRules rules_;
};

inline constexpr double level_gains = 1e-9;

} // namespace core
