#include "core/tree/forest.hpp"

#include <cmath>

#include "tests/core/oracles/multiclass_fixture.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using tests::ClassSample;
using tests::clouds;
using tests::rows_up_to;
using Voice = Forest::Voice;

namespace {

const StreamAxes axes{7, "forests", 0};

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
                        axes);
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
  const Matrix
      few = Forest({sample.x, sample.y, rows}, rules_of(1, 1, 20), axes).probability(sample.x, Voice::votes),
      more = Forest({sample.x, sample.y, rows}, rules_of(1, 1, 21), axes).probability(sample.x, Voice::votes);
  const Matrix last = 21 * more - 20 * few; // the votes of the last tree
  CHECK((last.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-9);
  CHECK(last.minCoeff() > -1e-9);
  const StreamAxes other{8, "forests", 0};
  CHECK(Forest({sample.x, sample.y, rows}, rules_of(1, 1, 20), other).probability(sample.x, Voice::votes) !=
        few);
  CHECK(Forest({sample.x, sample.y, rows}, rules_of(1, 1, 20), axes).probability(sample.x, Voice::votes) ==
        few);
}

TEST_CASE("forest: votes and shares are probabilities, and alike where leaves are pure",
          "[tree][manufactured]") {
  const ClassSample sample = clouds(80, 4, 2);
  const Forest pure({sample.x, sample.y, rows_up_to(80)}, rules_of(1, 1, 50), axes);
  const Matrix votes = pure.probability(sample.x, Voice::votes);
  CHECK((votes - pure.probability(sample.x, Voice::shares)).cwiseAbs().maxCoeff() < 1e-12);
  CHECK((votes.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
  const Forest coarse({sample.x, sample.y, rows_up_to(80)}, rules_of(20, 1, 50), axes);
  CHECK((votes - coarse.probability(sample.x, Voice::shares)).cwiseAbs().maxCoeff() > 0.1);
  CHECK(coarse.mean_leaves() < pure.mean_leaves());
}

TEST_CASE("forest: the error out of the bag is that of points the trees did not see",
          "[tree][manufactured]") {
  // Labels that have nothing to do with the inputs: nobody does better than chance on points not seen.
  ClassSample noise = clouds(200, 3, 9);
  tests::Dice dice(4);
  for (int& k : noise.y.of) k = dice.below(3);
  const Forest forest({noise.x, noise.y, rows_up_to(200)}, rules_of(1, 1, 100), axes);
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
  const InputChoice choice = choose_inputs({sample.x, sample.y, rows}, rules_of(1, 1, 50), axes);
  CHECK(choice.inputs > 3);
  REQUIRE(choice.tried.size() >= 2);
  double least = infinity;
  for (std::size_t k = 0; k < choice.tried.size(); ++k) {
    const auto inputs = static_cast<Eigen::Index>(choice.tried[k]);
    CHECK(Forest({sample.x, sample.y, rows}, rules_of(1, inputs, 50), axes).error_out_of_bag() ==
          choice.errors[k]);
    if (choice.errors[k] < least) least = choice.errors[k];
    if (inputs == choice.inputs) CHECK(choice.errors[k] == least);
  }
  // One input leaves no choice.
  const Matrix first = sample.x.leftCols(1);
  const InputChoice single = choose_inputs({first, sample.y, rows}, rules_of(1, 1, 10), axes);
  CHECK(single.inputs == 1);
}

TEST_CASE("forest: awkward samples give probabilities", "[tree][degenerate]") {
  for (const std::string& way : tests::kAwkwardClasses) {
    CAPTURE(way);
    const ClassSample sample = tests::awkward_clouds(way, 20, 3);
    const Forest forest({sample.x, sample.y, rows_up_to(20)}, rules_of(1, 2, 20), axes);
    for (const Voice voice : {Voice::votes, Voice::shares}) {
      const Matrix p = forest.probability(sample.x, voice);
      CHECK((p.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
      CHECK(p.minCoeff() >= 0);
    }
  }
  const ClassSample one = clouds(1, 3, 1);
  CHECK(Forest({one.x, one.y, {0}}, rules_of(1, 1, 3), axes).error_out_of_bag() == 0);
}
