#include "core/probability/multiclass/tree_estimators.hpp"

#include "core/contract.hpp"
#include "core/metric/metric.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_draws.hpp"

using namespace core;

TEST_CASE("tree estimators: probabilities of two, three and five classes, better than chance",
          "[multiclass][manufactured]") {
  for (const int classes : {2, 3, 5}) {
    const Draw draw = tests::cloud_draw(200, classes, 3);
    DrawCache cache(draw, tests::kAxes);
    RandomForest forest;
    forest.rules.trees = 60;
    forest.tuning_trees = 20;
    for (const Estimate& estimate : {ClassificationTree{}.estimate(cache), forest.estimate(cache)}) {
      CAPTURE(classes);
      CHECK(estimate.probability.classes() == classes);
      CHECK(tests::missing_mass(estimate.probability) < 1e-12);
      CHECK(test_error(estimate.probability, draw.test) < 0.85 * (1 - 1.0 / classes));
      CHECK(estimate.summary.fits == 0);
      CHECK(estimate.summary.worst_relative_gap == 0);
      CHECK(estimate.facts.at("leaves") > 1);
    }
  }
}

TEST_CASE("tree estimators: the tree reports the level it was pruned to", "[multiclass][manufactured]") {
  DrawCache cache(tests::cloud_draw(150, 3, 5), tests::kAxes);
  ClassificationTree method;
  const Estimate estimate = method.estimate(cache);
  const auto& held_out = estimate.series.at("pruning.held_out");
  const auto& leaves = estimate.series.at("pruning.leaves");
  bool found = false;
  for (std::size_t k = 0; k < held_out.size(); ++k) {
    CHECK(estimate.facts.at("held_out") * 150 <= held_out[k] + 1e-9);
    found = found || leaves[k] == estimate.facts.at("leaves");
  }
  CHECK(found);
  method.folds = 0;
  const Estimate whole = method.estimate(cache);
  CHECK(whole.facts.at("leaves") >= leaves.front());
  CHECK(whole.facts.count("complexity") == 0);
}

TEST_CASE("tree estimators: the forest that is tuned is the one of the mtry it names",
          "[multiclass][reproducibility]") {
  DrawCache cache(tests::cloud_draw(80, 3, 7), tests::kAxes);
  RandomForest tuned;
  tuned.rules.trees = 30;
  const Estimate estimate = tuned.estimate(cache);
  RandomForest told = tuned;
  told.rules.inputs = static_cast<Eigen::Index>(estimate.facts.at("mtry"));
  CHECK(tests::largest_difference(estimate.probability, told.estimate(cache).probability) == 0);
  CHECK(estimate.series.at("mtry.inputs").size() == estimate.series.at("mtry.out_of_bag").size());
}

TEST_CASE("tree estimators: refuse more inputs than there are and more folds than points",
          "[multiclass][degenerate]") {
  DrawCache cache(tests::cloud_draw(8, 3, 7), tests::kAxes);
  RandomForest forest;
  forest.rules.inputs = 3;
  CHECK_THROWS_WITH(forest.estimate(cache), Catch::Contains("mtry is 3 (the data have 2 inputs"));
  CHECK_THROWS_AS(ClassificationTree{}.estimate(cache), UserError);
}
