#include "core/tree/pruning.hpp"

#include <cmath>

#include "tests/core/oracles/multiclass_fixture.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using tests::ClassSample;
using tests::clouds;
using tests::rows_up_to;

namespace {

Matrix shares(const Tree& tree, const Matrix& x) {
  Matrix out(x.rows(), tree.classes);
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const std::size_t leaf = tree.leaf(x, i);
    for (int k = 0; k < tree.classes; ++k)
      out(i, k) = static_cast<double>(tree.count(leaf, k)) / static_cast<double>(tree.size(leaf));
  }
  return out;
}

/// The least R(T) + alpha |T| below a node, by going through both choices there.
double least_cost(const Tree& tree, std::size_t t, double alpha) {
  const double as_leaf = static_cast<double>(tree.errors(t)) + alpha;
  const Tree::Node& node = tree.nodes[t];
  if (node.input < 0) return as_leaf;
  return std::min(as_leaf, least_cost(tree, static_cast<std::size_t>(node.left), alpha) +
                               least_cost(tree, static_cast<std::size_t>(node.right), alpha));
}

} // namespace

TEST_CASE("pruning: the subtrees of the sequence have the least cost for every complexity",
          "[tree][oracle]") {
  const ClassSample sample = clouds(150, 3, 2);
  const Tree tree = TreeGrower(sample.x, sample.y, {Impurity::gini, 2, 1}).grow(rows_up_to(150));
  const PruningSequence sequence = pruning_sequence(tree);
  REQUIRE(sequence.levels.size() > 4);
  CHECK(sequence.levels.back().leaves == 1);
  for (double alpha = 0; alpha < 120; alpha += 0.125) {
    CAPTURE(alpha);
    const int level = sequence.level_at(alpha, 1);
    const Tree subtree = pruned(tree, sequence, level);
    double cost = 0;
    for (std::size_t t = 0; t < subtree.nodes.size(); ++t)
      if (subtree.nodes[t].input < 0) cost += static_cast<double>(subtree.errors(t)) + alpha;
    CHECK(cost == Approx(least_cost(tree, 0, alpha)));
    CHECK(subtree.leaves() == sequence.levels[static_cast<std::size_t>(level)].leaves);
  }
  for (std::size_t k = 1; k < sequence.levels.size(); ++k) {
    CHECK(sequence.levels[k].complexity() > sequence.levels[k - 1].complexity());
    CHECK(sequence.levels[k].leaves < sequence.levels[k - 1].leaves);
  }
}

TEST_CASE("pruning: trees, complexities, held-out errors and leaves of rpart", "[tree][oracle][fixture]") {
  const auto known = tests::fixture_sample();
  for (const auto& [word, kind] : {std::pair{"information", Impurity::deviance}, {"gini", Impurity::gini}}) {
    const TreeGrower grower(known.train.x, known.train.y, {kind, 10, 5});
    const ChosenTree chosen =
        cross_validated_tree(grower, {known.train.x, known.train.y, rows_up_to(120)}, known.folds);
    const Tree full = grower.grow(rows_up_to(120));
    std::size_t level = 0;
    for (const auto& row : tests::fixture("multiclass_tree.csv")) {
      if (row[0] != word) continue;
      CAPTURE(word, level);
      REQUIRE(level < chosen.sequence.levels.size());
      const auto& ours = chosen.sequence.levels[level];
      CHECK(ours.complexity() == Approx(std::stod(row[2])).margin(1e-9));
      CHECK(ours.leaves == std::stol(row[3]));
      CHECK(ours.misclassified == std::lround(std::stod(row[4])));
      CHECK(chosen.held_out[level] == std::lround(std::stod(row[5])));
      const Tree subtree = pruned(full, chosen.sequence, static_cast<int>(level));
      const Matrix expected =
          tests::fixture_probabilities("multiclass_leaves.csv", word, static_cast<double>(level));
      CHECK((shares(subtree, known.further) - expected).cwiseAbs().maxCoeff() < 1e-9);
      ++level;
    }
    CHECK(level == chosen.sequence.levels.size());
  }
}

TEST_CASE("pruning: the tree with the fewest held-out errors is taken, of level ones the smallest",
          "[tree][manufactured]") {
  const auto known = tests::fixture_sample();
  const TreeGrower grower(known.train.x, known.train.y, {Impurity::gini, 10, 5});
  const ChosenTree chosen =
      cross_validated_tree(grower, {known.train.x, known.train.y, rows_up_to(120)}, known.folds);
  for (std::size_t k = 0; k < chosen.held_out.size(); ++k) {
    const auto least = chosen.held_out[static_cast<std::size_t>(chosen.level)];
    CHECK(chosen.held_out[k] >= least);
    if (static_cast<int>(k) > chosen.level) CHECK(chosen.held_out[k] > least);
  }
  CHECK(chosen.tree.leaves() == chosen.sequence.levels[static_cast<std::size_t>(chosen.level)].leaves);
  // Without folds the largest tree stays.
  const ChosenTree unpruned =
      cross_validated_tree(grower, {known.train.x, known.train.y, rows_up_to(120)}, {});
  CHECK(unpruned.tree.leaves() == grower.grow(rows_up_to(120)).leaves());
}

TEST_CASE("pruning: folds without a class and samples of one leaf", "[tree][degenerate]") {
  ClassSample sample = clouds(30, 3, 4);
  for (Eigen::Index i = 0; i < 30; ++i)
    sample.y.of[static_cast<std::size_t>(i)] = i < 3 ? 2 : static_cast<int>(i % 2);
  const TreeGrower grower(sample.x, sample.y, {Impurity::deviance, 2, 1});
  std::vector<Rows> folds(10);
  for (Eigen::Index i = 0; i < 30; ++i) folds[static_cast<std::size_t>(i / 3)].push_back(i);
  const ChosenTree chosen = cross_validated_tree(grower, {sample.x, sample.y, rows_up_to(30)}, folds);
  CHECK(chosen.held_out.size() == chosen.sequence.levels.size());

  const ClassSample alike = tests::awkward_clouds("one class", 30, 1);
  const TreeGrower flat(alike.x, alike.y, {});
  const ChosenTree root = cross_validated_tree(flat, {alike.x, alike.y, rows_up_to(30)}, folds);
  CHECK(root.tree.nodes.size() == 1);
  CHECK(root.held_out == std::vector<std::int64_t>{0});
}
