#include <algorithm>

#include "experiments/model/summary.hpp"
#include "tests/support/catch.hpp"

using experiments::own_data::doubt_of_interval;
using experiments::own_data::fact_lines;

namespace {

/// One positive in four, two inputs.
results::Model made() {
  results::Model out;
  out.inputs = {"age", "height"};
  out.training.y = core::Labels::Constant(40, -1);
  out.training.y.head(10).setConstant(1);
  return out;
}

core::Estimate sparse(double p_min, double p_max) {
  core::Estimate out;
  out.facts = {{"p_min", p_min},
               {"p_max", p_max},
               {"support_vectors_percent", 37.5},
               {"decision_threshold_percent", 26}};
  out.series["coefficient.weight"] = {0.5, -1.25, 2};
  return out;
}

} // namespace

TEST_CASE(
    "fit says what sparse logistic regression says of itself: interval, support vectors, threshold, weights",
    "[model][fit]") {
  const std::string text = fact_lines(sparse(0.1, 0.4), made());
  CHECK_THAT(text, Catch::Contains("faithful             from 0.1 to 0.4\n"));
  CHECK_THAT(text, Catch::Contains("support vectors      37.5 % of the training rows\n"));
  CHECK_THAT(text, Catch::Contains("threshold            0.26\n"));
  CHECK_THAT(text, Catch::Contains("          2  intercept\n        0.5  age\n      -1.25  height\n"));
  CHECK(fact_lines({}, made()).empty());
}

TEST_CASE("fit shows the largest of very many weights", "[model][fit]") {
  results::Model model = made();
  model.inputs.assign(200, "gene");
  core::Estimate estimate;
  estimate.series["coefficient.weight"].assign(201, 0.001);
  estimate.series["coefficient.weight"][150] = -7;
  const std::string text = fact_lines(estimate, model);
  CHECK_THAT(text, Catch::Contains("the largest 60\n"));
  CHECK_THAT(text, Catch::Contains("         -7  gene\n"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 63);
}

TEST_CASE("an interval without the share of positives is doubted, and one with it is not", "[model][fit]") {
  CHECK(doubt_of_interval(sparse(0.1, 0.4), made()).empty());
  CHECK(doubt_of_interval({}, made()).empty());
  for (const auto& [low, high] : {std::pair{0.3, 0.4}, {0.0, 0.2}})
    CHECK_THAT(doubt_of_interval(sparse(low, high), made()),
               Catch::Contains("does not hold 0.25, the share of positives, which is C-/(C+ + C-)"));
}
