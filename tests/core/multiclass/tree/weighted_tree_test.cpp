#include <cmath>

#include "core/contract.hpp"
#include "core/multiclass/tree/forest.hpp"
#include "core/multiclass/tree/pruning.hpp"
#include "core/multiclass/tree/tree.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_samples.hpp"

using namespace core;
using tests::ClassSample;
using tests::rows_up_to;

// Observation weights of trees and forests: core/sample/observation_weights.hpp.
namespace {

Tree grown_by_weight(const ClassSample& sample, const GrowthRules& rules) {
  return TreeGrower(sample.x, sample.y, rules).grow(rows_up_to(sample.x.rows()));
}

void check_alike(const Tree& a, const Tree& b) {
  CHECK(a.counts == b.counts);
  REQUIRE(a.nodes.size() == b.nodes.size());
  for (std::size_t t = 0; t < a.nodes.size(); ++t) {
    CHECK(a.nodes[t].input == b.nodes[t].input);
    CHECK(a.nodes[t].cut == b.nodes[t].cut);
  }
}

/// Every fifth row in one fold, and its copies with it.
std::vector<Rows> folds_of_rows(const Rows& rows) {
  std::vector<Rows> out(5);
  for (std::size_t at = 0; at < rows.size(); ++at)
    out[static_cast<std::size_t>(rows[at] % 5)].push_back(static_cast<Eigen::Index>(at));
  return out;
}

ChosenTree chosen_by(const ClassSample& sample, const std::vector<Rows>& folds) {
  const TreeGrower grower(sample.x, sample.y, {Impurity::deviance, 4, 2});
  return cross_validated_tree(grower, {sample.x, sample.y, rows_up_to(sample.x.rows())}, folds);
}

const StreamAxes weighted_axes{5, "weighted forests", 0};

Forest forest_of(const ClassSample& sample, const ForestRules& rules) {
  return Forest({sample.x, sample.y, rows_up_to(sample.x.rows())}, rules, weighted_axes);
}

} // namespace

TEST_CASE("tree: a row of whole weight is so many rows alike, also in the least sizes",
          "[tree][weights][oracle]") {
  for (const Impurity kind : {Impurity::deviance, Impurity::gini})
    for (const GrowthRules rules : {GrowthRules{kind, 2, 1}, {kind, 10, 5}, {kind, 4, 3}}) {
      const ClassSample sample = tests::weighted_clouds(60, 3, 6), copies = tests::copies_of(sample);
      const Tree once = grown_by_weight(sample, rules);
      check_alike(once, grown_by_weight(copies, rules));
      CHECK(once.size(0) == sample.y.weights.sum());
      ClassSample alone = sample;
      alone.y.weights = {};
      CHECK(once.counts != grown_by_weight(alone, rules).counts);
    }
}

TEST_CASE("tree: weights that are not whole are the shares of a leaf and choose its splits",
          "[tree][weights][manufactured]") {
  ClassSample line{Matrix(3, 1), {{0, 1, 0}, 2, (Vector(3) << 2.5, 0.75, 1.25).finished()}};
  line.x << 1, 2, 3;
  const Tree tree = grown_by_weight(line, {Impurity::gini, 2, 1});
  REQUIRE(tree.nodes.size() == 3);
  CHECK(tree.nodes[0].cut == 1.5); // behind the second row there are 0.75 to 2.5, before it 0.75 to 1.25
  CHECK(tree.count(2, 0) == 1.25);
  CHECK(tree.count(2, 1) == 0.75);
  CHECK(tree.majority(2) == 0);
  CHECK(tree.errors(2) == 0.75);
}

TEST_CASE("pruning: of rows of whole weight it is that of copies which a fold holds out together",
          "[tree][weights][oracle]") {
  std::size_t cut = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    const ClassSample sample = tests::weighted_clouds(60, 3, seed), copies = tests::copies_of(sample);
    const ChosenTree once = chosen_by(sample, folds_of_rows(rows_up_to(60))),
                     copied = chosen_by(copies, folds_of_rows(tests::copied_rows(sample.y.weights)));
    check_alike(once.tree, copied.tree);
    CHECK(once.level == copied.level);
    CHECK(once.held_out == copied.held_out);
    REQUIRE(once.sequence.levels.size() == copied.sequence.levels.size());
    for (std::size_t k = 0; k < once.sequence.levels.size(); ++k) {
      CHECK(once.sequence.levels[k].complexity() == copied.sequence.levels[k].complexity());
      CHECK(once.sequence.levels[k].misclassified == copied.sequence.levels[k].misclassified);
    }
    cut += once.level > 0 ? 1 : 0;
  }
  CHECK(cut > 4); // or nothing was chosen
}

TEST_CASE("pruning: splits that save nothing are cut first, also where sums of weights round",
          "[tree][weights][degenerate]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const ClassSample sample = tests::weighted_clouds(60, 3, seed);
    const Tree whole = grown_by_weight(sample, {Impurity::deviance, 10, 5});
    Tree tenth = whole; // the same splits, whatever the least size says
    for (std::size_t t = 0; t < tenth.counts.size(); ++t) tenth.counts[t] *= 0.1;
    const PruningSequence of_whole = pruning_sequence(whole), of_tenth = pruning_sequence(tenth);
    CHECK(of_whole.levels.front().leaves == of_tenth.levels.front().leaves);
  }
}

// The copies lie behind each other, and a draw of the rows written out falls on the same row as one of the weights:
// below(number of copies) is asked of the same stream.
TEST_CASE("forest: of rows of whole weight it is that of so many rows alike, to the last bit",
          "[tree][weights][oracle]") {
  for (const Forest::Voice voice : {Forest::Voice::votes, Forest::Voice::shares})
    for (const Eigen::Index nodesize : {1, 5}) {
      const ClassSample sample = tests::weighted_clouds(60, 3, 2), copies = tests::copies_of(sample);
      const ForestRules rules{{Impurity::gini, nodesize + 1, 1}, 1, 30};
      const Forest once = forest_of(sample, rules), copied = forest_of(copies, rules);
      CHECK(once.probability(sample.x, voice) == copied.probability(sample.x, voice));
      CHECK(once.error_out_of_bag() == copied.error_out_of_bag());
      CHECK(once.mean_leaves() == copied.mean_leaves());
    }
  const ClassSample sample = tests::weighted_clouds(60, 3, 2), copies = tests::copies_of(sample);
  const ForestRules rules{{Impurity::gini, 2, 1}, 1, 20};
  CHECK(choose_inputs({sample.x, sample.y, rows_up_to(60)}, rules, weighted_axes).errors ==
        choose_inputs({copies.x, copies.y, rows_up_to(copies.x.rows())}, rules, weighted_axes).errors);
}

TEST_CASE("forest: a row is drawn in proportion to a weight that is not whole",
          "[tree][weights][manufactured]") {
  // Two points of other classes at one place: what a tree says there are the shares of what it has drawn.
  ClassSample sample{Matrix::Zero(3, 1), {{0, 1, 1}, 2, (Vector(3) << 40.25, 20.5, 0.25).finished()}};
  const Matrix p =
      forest_of(sample, {{Impurity::gini, 2, 1}, 1, 4000}).probability(sample.x, Forest::Voice::shares);
  CHECK(p(0, 0) == Approx(40.25 / 61).margin(5 * std::sqrt(0.25 / (61 * 4000))));
  // Each tree draws 61: the shares are whole 61sts, and so is 4000 times their mean.
  const double drawn = 4000 * 61 * p(0, 0);
  CHECK(drawn == Approx(std::round(drawn)).margin(1e-6));
}

TEST_CASE("forest: weights that sum to more than a forest can draw are refused",
          "[tree][weights][degenerate]") {
  ClassSample sample = tests::clouds(10, 2, 1);
  sample.y.weights = Vector::Constant(10, 1e8);
  CHECK_THROWS_WITH(forest_of(sample, {{Impurity::gini, 2, 1}, 1, 1}), Catch::Contains("Divide the weights"));
  sample.y.weights = Vector::Constant(10, 1e-3); // and few are at least one
  CHECK(forest_of(sample, {{Impurity::gini, 2, 1}, 1, 3}).mean_leaves() == 1);
}
