#include "results/record/record.hpp"

#include <cmath>

#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/shared_work.hpp"
#include "experiments/run/compute.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/experiments/run/line_sample.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using conformance::chosen;

// What perform() writes down of an estimate, line by line.

namespace {

const core::Entry& listed_method(const std::string& id) {
  const auto& all = catalogue().methods;
  return *std::find_if(all.begin(), all.end(), [&](const core::Entry& one) { return one.id == id; });
}

Setting setting_with(const std::string& method) {
  const Catalogue& all = catalogue();
  Setting out{chosen(all.data.front()), {}, chosen(listed_method(method)), {}, 1};
  if (listed_method(method).takes_classifier) out.classifier = chosen(all.classifiers.front());
  if (listed_method(method).takes_lambda) {
    out.tuning = chosen(*std::find_if(all.criteria.begin(), all.criteria.end(),
                                      [](const core::Entry& one) { return one.id == "fixed"; }));
    out.tuning.parameters.set("lambda", 0.5);
  }
  return out;
}

/// Twenty points on a line divided at 0, and three test points of one class that have numbers.
core::Draw numbered() {
  core::Draw draw;
  draw.train = tests::twenty_on_a_line();
  draw.test.x = core::Matrix(3, 1);
  draw.test.x << -3, 1, 4;
  draw.test.y = core::Labels(3);
  draw.test.y << 1, 1, 1;
  draw.test_rows = {17, 4, 8};
  return draw;
}

results::Record record_of(const std::string& method, const Measures& measures) {
  const Setting setting = setting_with(method);
  core::DrawCache cache(numbered(), {1, "a line", 0});
  return perform(setting, {key_of(setting), 0}, measures, cache);
}

core::Estimate estimate_of(const std::string& method) {
  core::DrawCache cache(numbered(), {1, "a line", 0});
  return build_estimator(setting_with(method))->estimate(cache);
}

} // namespace

TEST_CASE("a record keeps the numbers, probabilities and labels of what was predicted, and the worst gap",
          "[run][record]") {
  const double before = seconds_of_own_work();
  const results::Record record = record_of("platt", {{"cre"}});
  const double took = seconds_of_own_work() - before;
  const core::Estimate estimate = estimate_of("platt");
  REQUIRE(record.error.empty());
  CHECK(record.outcome == results::Outcome::ok);
  CHECK(record.series.at("prediction.observation") == std::vector<double>{17, 4, 8});
  CHECK(record.series.at("prediction.label") == std::vector<double>{1, 1, 1});
  CHECK(record.series.at("prediction.probability") == core::numbers(estimate.probability.positive()));
  CHECK(record.values.at("worst_relative_gap") == estimate.summary.worst_relative_gap);
  CHECK(record.values.at("fits") == static_cast<double>(estimate.summary.fits));
  CHECK(record.seconds >= 0);
  CHECK(record.seconds <= took);
}

TEST_CASE("a metric that has no value is said to have none, one that has a value is not",
          "[run][record][degenerate]") {
  const results::Record record = record_of("platt", {{"auc", "cre"}}); // of one class alone
  REQUIRE(record.error.empty());
  CHECK(std::isnan(record.values.at("auc")));
  CHECK(record.values.at("auc_undefined") == 1);
  CHECK_FALSE(record.values.contains("cre_undefined"));
}

TEST_CASE("a record answers what it was asked for and does not have", "[run][record][degenerate]") {
  const results::Record record = record_of("platt", {{"cre"}, {}, {{"no_such_fact"}, {"no_such_table"}}});
  CHECK(std::isnan(record.values.at("no_such_fact")));
  CHECK(record.series.at("no_such_table.none").empty());
}

TEST_CASE("a failed record has its stage", "[run][record][degenerate]") {
  const results::Key key{std::string(32, 'a'), 3};
  const results::Record record = failed(key, "draw", "why");
  CHECK(record.outcome == results::Outcome::failed);
  CHECK(record.key == key);
  CHECK(record.stage == "draw");
  CHECK(record.error == "why");
}
