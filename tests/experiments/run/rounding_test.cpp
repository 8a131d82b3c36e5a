#include <cmath>

#include "experiments/catalog/methods.hpp"
#include "experiments/run/compute.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using conformance::chosen;

namespace {

const core::Entry& entry(const std::vector<core::Entry>& entries, const std::string& id) {
  return *std::find_if(entries.begin(), entries.end(), [&](const core::Entry& one) { return one.id == id; });
}

/// 20 points on a line, divided at 0, and test points far out on either side of it; the last is labelled
/// against its side where that is asked for.
core::Draw divided(double reach, bool one_is_wrong) {
  core::Draw draw;
  draw.train.x = core::Matrix(20, 1);
  draw.train.y = core::Labels(20);
  for (Eigen::Index i = 0; i < 20; ++i) {
    draw.train.x(i, 0) = static_cast<double>(i) - 9.5;
    draw.train.y(i) = i < 10 ? -1 : 1;
  }
  draw.test.x = core::Matrix(2, 1);
  draw.test.x << -reach, reach;
  draw.test.y = core::Labels(2);
  draw.test.y << -1, (one_is_wrong ? -1 : 1);
  return draw;
}

results::Record performed(const std::string& method, const core::Draw& draw,
                          const std::vector<std::string>& metrics = {"cre", "mse"}) {
  const Catalogue& all = catalogue();
  Setting setting{chosen(all.data.front()), {}, chosen(entry(all.methods, method)), {}, 1};
  if (entry(all.methods, method).takes_classifier) {
    setting.classifier = chosen(entry(all.classifiers, "weighted_svm"));
    setting.classifier.parameters.set("kernel", std::string("linear"));
  }
  if (entry(all.methods, method).takes_lambda) {
    setting.tuning = chosen(entry(all.criteria, "fixed"));
    setting.tuning.parameters.set("lambda", 1e-4);
  }
  core::DrawCache cache(draw, {1, "a line", 0});
  return perform(setting, {key_of(setting), 0}, metrics, cache);
}

} // namespace

TEST_CASE("a probability that rounds to 0 or 1 leaves a finite loss and the facts that it does", "[metric]") {
  for (const char* method : {"penalised_logistic", "kernel_logistic", "platt", "softmax"}) {
    CAPTURE(method);
    const results::Record wrong = performed(method, divided(1e6, true));
    REQUIRE(wrong.error.empty());
    CHECK(std::isfinite(wrong.values.at("cre")));
    CHECK(wrong.values.at("cre") > 100);
    CHECK(wrong.values.at("rounded") == 1);
    CHECK(wrong.values.at("degenerate") == 1);
    const results::Record right = performed(method, divided(1e6, false));
    CHECK(right.values.at("rounded") == 1);
    CHECK_FALSE(right.values.contains("degenerate"));
    const results::Record near = performed(method, divided(0.01, true));
    CHECK_FALSE(near.values.contains("rounded"));
    CHECK_FALSE(near.values.contains("degenerate"));
  }
}

TEST_CASE("a method without log-odds is as certain as it says: an infinite loss, rounded and degenerate",
          "[metric][degenerate]") {
  const results::Record wrong = performed("nearest_neighbours", divided(9, true));
  CHECK(std::isinf(wrong.values.at("cre")));
  CHECK(wrong.values.at("rounded") == 1);
  CHECK(wrong.values.at("degenerate") == 1);
}

TEST_CASE("cells with error rates in percent keep the number of their test points; no others do",
          "[metric]") {
  CHECK(performed("platt", divided(9, true), {"error_percent"}).values.at("test_points") == 2);
  CHECK_FALSE(performed("platt", divided(9, true), {"cre", "test_error"}).values.contains("test_points"));
}
