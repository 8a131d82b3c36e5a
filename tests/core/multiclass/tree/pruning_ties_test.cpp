#include "core/multiclass/tree/pruning.hpp"
#include "core/multiclass/tree/tree.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_samples.hpp"

using namespace core;

TEST_CASE("pruning: a complexity stands for the last level whose link it equals", "[tree][degenerate]") {
  PruningSequence sequence;
  sequence.levels = {{0, 1, 3, 0}, {2, 1, 2, 1}, {3, 1, 1, 4}};
  // Of 10 observations the links are 0, .2 and .3 an observation.
  CHECK(sequence.level_at(0, 10) == 0);
  CHECK(sequence.level_at(0.1999, 10) == 0);
  CHECK(sequence.level_at(0.2, 10) == 1);
  CHECK(sequence.level_at(0.2999, 10) == 1);
  CHECK(sequence.level_at(0.3, 10) == 2);
  CHECK(sequence.level_at(infinity, 10) == 2);
}

TEST_CASE("pruning: trees that err alike on the held-out rows give way to the smallest of them",
          "[tree][degenerate]") {
  int ties = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const tests::ClassSample sample = tests::clouds(40, 3, seed);
    const TreeGrower grower(sample.x, sample.y, {Impurity::gini, 4, 2});
    std::vector<Rows> folds(5);
    for (Eigen::Index i = 0; i < 40; ++i) folds[static_cast<std::size_t>(i % 5)].push_back(i);
    const ChosenTree chosen =
        cross_validated_tree(grower, {sample.x, sample.y, tests::rows_up_to(40)}, folds);
    std::size_t best = 0, times = 0;
    for (std::size_t k = 0; k < chosen.held_out.size(); ++k)
      if (chosen.held_out[k] <= chosen.held_out[best]) best = k;
    for (const auto errors : chosen.held_out) times += errors == chosen.held_out[best] ? 1 : 0;
    ties += times > 1 ? 1 : 0;
    CHECK(chosen.level == static_cast<int>(best));
  }
  CHECK(ties > 3); // or the rule was not asked
}
