#include "core/multiclass/tree/tree.hpp"

#include <algorithm>
#include <cmath>

#include "core/multiclass/tree/forest.hpp"
#include "core/multiclass/tree/pruning.hpp"
#include "tests/core/oracles/multiclass_fixture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_samples.hpp"

using namespace core;
using Voice = Forest::Voice;
using tests::ClassSample;
using tests::clouds;
using tests::rows_up_to;

namespace {

Tree grown(const ClassSample& sample, const GrowthRules& rules) {
  return TreeGrower(sample.x, sample.y, rules).grow(rows_up_to(sample.x.rows()));
}

bool same(const Tree& a, const Tree& b) {
  if (a.nodes.size() != b.nodes.size() || a.counts != b.counts) return false;
  for (std::size_t t = 0; t < a.nodes.size(); ++t)
    if (a.nodes[t].input != b.nodes[t].input || a.nodes[t].cut != b.nodes[t].cut) return false;
  return true;
}

ClassSample line(const std::vector<double>& x, const std::vector<int>& k, int classes) {
  ClassSample out{Matrix(static_cast<Eigen::Index>(x.size()), 1), {k, classes}};
  for (std::size_t i = 0; i < x.size(); ++i) out.x(static_cast<Eigen::Index>(i), 0) = x[i];
  return out;
}

double impurity(const std::vector<double>& counts, Impurity kind) {
  double n = 0, sum = 0;
  for (const double m : counts) n += m;
  for (const double m : counts)
    if (m > 0) sum += kind == Impurity::gini ? m * (1 - m / n) : -m * std::log(m / n);
  return sum;
}

} // namespace

TEST_CASE("tree: the first split is the best of all, by search", "[tree][oracle]") {
  for (const Impurity kind : {Impurity::deviance, Impurity::gini}) {
    const ClassSample sample = clouds(40, 3, 12);
    const Tree tree = grown(sample, {kind, 10, 5});
    const auto after = [&](int input, double cut) {
      std::vector<double> left(3, 0), right(3, 0);
      for (Eigen::Index i = 0; i < 40; ++i)
        (sample.x(i, input) < cut
             ? left
             : right)[static_cast<std::size_t>(sample.y.of[static_cast<std::size_t>(i)])] += 1;
      double n = 0;
      for (const double m : left) n += m;
      return n < 5 || n > 35 ? infinity : impurity(left, kind) + impurity(right, kind);
    };
    double least = infinity;
    for (int input = 0; input < 2; ++input)
      for (Eigen::Index i = 0; i < 40; ++i) least = std::min(least, after(input, sample.x(i, input)));
    REQUIRE(tree.nodes[0].input >= 0);
    CHECK(after(tree.nodes[0].input, tree.nodes[0].cut) == Approx(least).epsilon(1e-12));
  }
}

TEST_CASE("tree: counts add up, leaves keep their least size, and points lie where they are counted",
          "[tree][manufactured]") {
  const ClassSample sample = clouds(200, 3, 1);
  const Tree tree = grown(sample, {Impurity::deviance, 10, 5});
  CHECK(tree.leaves() > 5);
  std::vector<double> ended(tree.nodes.size(), 0);
  for (Eigen::Index i = 0; i < 200; ++i) ++ended[tree.leaf(sample.x, i)];
  for (std::size_t t = 0; t < tree.nodes.size(); ++t) {
    const Tree::Node& node = tree.nodes[t];
    if (node.input < 0) {
      CHECK(ended[t] == tree.size(t));
      CHECK(tree.size(t) >= 5);
      continue;
    }
    CHECK(tree.size(t) >= 10);
    for (int k = 0; k < 3; ++k)
      CHECK(tree.count(t, k) == tree.count(static_cast<std::size_t>(node.left), k) +
                                    tree.count(static_cast<std::size_t>(node.right), k));
  }
}

TEST_CASE("tree: one row a leaf reproduces distinct training points", "[tree][degenerate]") {
  const ClassSample sample = clouds(100, 3, 3);
  const Tree tree = grown(sample, {Impurity::gini, 2, 1});
  for (Eigen::Index i = 0; i < 100; ++i)
    CHECK(tree.majority(tree.leaf(sample.x, i)) == sample.y.of[static_cast<std::size_t>(i)]);
}

TEST_CASE("tree: does not depend on the order of the observations", "[tree][degenerate]") {
  ClassSample sample = clouds(120, 3, 7);
  sample.x = (4 * sample.x.array()).round() / 4; // many ties
  const TreeGrower grower(sample.x, sample.y, {Impurity::deviance, 2, 1});
  Rows rows = rows_up_to(120);
  const Tree forth = grower.grow(rows);
  std::reverse(rows.begin(), rows.end());
  CHECK(same(forth, grower.grow(rows)));
  Stream stream("order");
  const auto order = stream.permutation(120);
  CHECK(same(forth, grower.grow(Rows(order.begin(), order.end()))));
}

TEST_CASE("tree: level gains go to the first input and the lowest cut", "[tree][degenerate]") {
  // The second input repeats the first: never chosen.
  ClassSample sample = clouds(60, 3, 5);
  sample.x.col(1) = sample.x.col(0);
  for (const Tree::Node& node : grown(sample, {}).nodes) CHECK(node.input <= 0);
  // Cutting after the first or before the last gains the same.
  const Tree tree = grown(line({1, 2, 3}, {0, 1, 0}, 2), {Impurity::gini, 2, 1});
  CHECK(tree.nodes[0].cut == 1.5);
}

TEST_CASE("tree: what cannot be split is one leaf", "[tree][degenerate]") {
  const GrowthRules to_the_end{Impurity::deviance, 2, 1};
  CHECK(grown(tests::awkward_clouds("one class", 30, 1), to_the_end).nodes.size() == 1);
  const Tree points = grown(tests::awkward_clouds("all at one point", 30, 1), to_the_end);
  CHECK(points.nodes.size() == 1);
  CHECK(points.size(0) == 30);
  CHECK(grown(line({1}, {2}, 3), to_the_end).majority(0) == 2);
  // An exclusive or on a square: no split lowers the impurity.
  ClassSample square{Matrix(4, 2), {{0, 1, 1, 0}, 2}};
  square.x << 0, 0, 0, 1, 1, 0, 1, 1;
  CHECK(grown(square, to_the_end).nodes.size() == 1);
  CHECK(grown(square, {Impurity::gini, 2, 1}).nodes.size() == 1);
}

TEST_CASE("tree: a constant input is never split, and cuts lie between neighbouring doubles",
          "[tree][degenerate]") {
  for (const Tree::Node& node : grown(tests::awkward_clouds("constant column", 60, 2), {}).nodes)
    CHECK(node.input <= 0);
  const double one = 1, next = std::nextafter(one, 2.0);
  const ClassSample close = line({one, one, next, next}, {0, 0, 1, 1}, 2);
  const Tree tree = grown(close, {Impurity::gini, 2, 1});
  REQUIRE(tree.nodes.size() == 3);
  CHECK(tree.majority(tree.leaf(close.x, 0)) == 0);
  CHECK(tree.majority(tree.leaf(close.x, 3)) == 1);
}

TEST_CASE("tree: repeated rows weigh as often as they are drawn", "[tree][manufactured]") {
  const ClassSample sample = clouds(50, 3, 8);
  Rows drawn;
  ClassSample copied{Matrix(100, 2), {{}, 3}};
  Stream stream("bag");
  for (Eigen::Index i = 0; i < 100; ++i) {
    drawn.push_back(static_cast<Eigen::Index>(stream.below(50)));
    copied.x.row(i) = sample.x.row(drawn.back());
    copied.y.of.push_back(sample.y.of[static_cast<std::size_t>(drawn.back())]);
  }
  const GrowthRules rules{Impurity::deviance, 2, 3};
  CHECK(same(TreeGrower(sample.x, sample.y, rules).grow(drawn), grown(copied, rules)));
}

namespace {

Matrix shares(const Tree& tree, const Matrix& x) {
  Matrix out(x.rows(), tree.classes);
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const std::size_t leaf = tree.leaf(x, i);
    for (int k = 0; k < tree.classes; ++k) out(i, k) = tree.count(leaf, k) / tree.size(leaf);
  }
  return out;
}

/// The least R(T) + alpha |T| below a node, by going through both choices there.
double least_cost(const Tree& tree, std::size_t t, double alpha) {
  const double as_leaf = tree.errors(t) + alpha;
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
      if (subtree.nodes[t].input < 0) cost += subtree.errors(t) + alpha;
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

// Its ties: pruning_ties_test.cpp.
TEST_CASE("pruning: the tree with the fewest held-out errors is taken", "[tree][manufactured]") {
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
  CHECK(root.held_out == std::vector<double>{0});
}

namespace {

const StreamAxes forest_axes{7, "forests", 0};

ForestRules rules_of(Eigen::Index nodesize, Eigen::Index inputs, std::int64_t trees) {
  return {{Impurity::gini, nodesize + 1, 1}, inputs, trees};
}

} // namespace

TEST_CASE("forest: the votes of randomForest within Monte Carlo error", "[tree][oracle][fixture][slow]") {
  const auto known = tests::fixture_sample();
  constexpr std::int64_t trees = 2000;
  for (const auto& row : tests::fixture("multiclass_forest.csv")) {
    if (std::stoi(row[2]) >= 0) continue; // the error out of the bag, once for each forest
    const int nodesize = std::stoi(row[0]), inputs = std::stoi(row[1]);
    CAPTURE(nodesize, inputs);
    const Forest forest({known.train.x, known.train.y, rows_up_to(120)}, rules_of(nodesize, inputs, trees),
                        forest_axes);
    const Matrix expected = tests::fixture_probabilities("multiclass_forest.csv", row[0], inputs);
    const Matrix p = forest.probability(known.further, Voice::votes);
    // 120 shares of 2000 and of 20,000 votes: none is off by five standard errors.
    const Matrix error = (expected.array() * (1 - expected.array()) * (1.0 / trees + 1.0 / 20000)).sqrt();
    CHECK(((p - expected).array().abs() <= 5 * error.array() + 2e-3).all());
    CHECK(forest.error_out_of_bag() == Approx(std::stod(row[3])).margin(0.03));
  }
}

TEST_CASE("forest: forests of more trees keep the trees of smaller ones", "[tree][reproducibility]") {
  const ClassSample sample = clouds(60, 3, 1);
  const auto rows = rows_up_to(60);
  const Matrix few = Forest({sample.x, sample.y, rows}, rules_of(1, 1, 20), forest_axes)
                         .probability(sample.x, Voice::votes),
               more = Forest({sample.x, sample.y, rows}, rules_of(1, 1, 21), forest_axes)
                          .probability(sample.x, Voice::votes);
  const Matrix last = 21 * more - 20 * few; // the votes of the last tree
  CHECK((last.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-9);
  CHECK(last.minCoeff() > -1e-9);
  const StreamAxes other{8, "forests", 0};
  CHECK(Forest({sample.x, sample.y, rows}, rules_of(1, 1, 20), other).probability(sample.x, Voice::votes) !=
        few);
  CHECK(Forest({sample.x, sample.y, rows}, rules_of(1, 1, 20), forest_axes)
            .probability(sample.x, Voice::votes) == few);
}

TEST_CASE("forest: votes and shares are probabilities, and alike where leaves are pure",
          "[tree][manufactured]") {
  const ClassSample sample = clouds(80, 4, 2);
  const Forest pure({sample.x, sample.y, rows_up_to(80)}, rules_of(1, 1, 50), forest_axes);
  const Matrix votes = pure.probability(sample.x, Voice::votes);
  CHECK((votes - pure.probability(sample.x, Voice::shares)).cwiseAbs().maxCoeff() < 1e-12);
  CHECK((votes.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
  const Forest coarse({sample.x, sample.y, rows_up_to(80)}, rules_of(20, 1, 50), forest_axes);
  CHECK((votes - coarse.probability(sample.x, Voice::shares)).cwiseAbs().maxCoeff() > 0.1);
  CHECK(coarse.mean_leaves() < pure.mean_leaves());
}

TEST_CASE("forest: the error out of the bag is that of points the trees did not see",
          "[tree][manufactured]") {
  // Labels that have nothing to do with the inputs: nobody does better than chance on points not seen.
  ClassSample noise = clouds(200, 3, 9);
  tests::Dice dice(4);
  for (int& k : noise.y.of) k = dice.below(3);
  const Forest forest({noise.x, noise.y, rows_up_to(200)}, rules_of(1, 1, 100), forest_axes);
  CHECK(forest.error_out_of_bag() > 0.5);
  const Matrix p = forest.probability(noise.x, Voice::votes);
  int right = 0;
  for (Eigen::Index i = 0; i < 200; ++i) {
    Eigen::Index told = 0;
    p.row(i).maxCoeff(&told);
    right += told == noise.y.of[static_cast<std::size_t>(i)] ? 1 : 0;
  }
  CHECK(right > 190); // each point was in most bags
}

TEST_CASE("forest: the inputs a node looks at are those with the least error out of the bag",
          "[tree][manufactured]") {
  // One input tells the class, eight tell nothing: looking at more of them is better.
  tests::Dice dice(6);
  ClassSample sample{Matrix(120, 9), {{}, 2}};
  for (Eigen::Index i = 0; i < 120; ++i) {
    for (Eigen::Index j = 0; j < 9; ++j) sample.x(i, j) = dice.normal();
    sample.y.of.push_back(sample.x(i, 4) > 0 ? 1 : 0);
  }
  const auto rows = rows_up_to(120);
  const InputChoice choice = choose_inputs({sample.x, sample.y, rows}, rules_of(1, 1, 50), forest_axes);
  CHECK(choice.inputs > 3);
  REQUIRE(choice.tried.size() >= 2);
  double least = infinity;
  for (std::size_t k = 0; k < choice.tried.size(); ++k) {
    const auto inputs = static_cast<Eigen::Index>(choice.tried[k]);
    CHECK(Forest({sample.x, sample.y, rows}, rules_of(1, inputs, 50), forest_axes).error_out_of_bag() ==
          choice.errors[k]);
    if (choice.errors[k] < least) least = choice.errors[k];
    if (inputs == choice.inputs) CHECK(choice.errors[k] == least);
  }
  // One input leaves no choice.
  const Matrix first = sample.x.leftCols(1);
  const InputChoice single = choose_inputs({first, sample.y, rows}, rules_of(1, 1, 10), forest_axes);
  CHECK(single.inputs == 1);
}

TEST_CASE("forest: awkward samples give probabilities", "[tree][degenerate]") {
  for (const std::string& way : tests::kAwkwardClasses) {
    CAPTURE(way);
    const ClassSample sample = tests::awkward_clouds(way, 20, 3);
    const Forest forest({sample.x, sample.y, rows_up_to(20)}, rules_of(1, 2, 20), forest_axes);
    for (const Voice voice : {Voice::votes, Voice::shares}) {
      const Matrix p = forest.probability(sample.x, voice);
      CHECK((p.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
      CHECK(p.minCoeff() >= 0);
    }
  }
  const ClassSample one = clouds(1, 3, 1);
  CHECK(Forest({one.x, one.y, {0}}, rules_of(1, 1, 3), forest_axes).error_out_of_bag() == 0);
}
