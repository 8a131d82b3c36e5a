#include "experiments/referee/named_causes.hpp"

#include "tests/support/catch.hpp"

using experiments::Study;
using experiments::unfounded_causes;
using results::Cause;
using results::StudyCard;

namespace {

/// A table of colon's errors, 20 replications as in its paper, whose cause is a reading in another study.
Study table() {
  Study out;
  out.study = "zhang2013/table5";
  out.published_replications = 20;
  out.causes = {{"colon", "error_percent", Cause::reading, "Chosen genes agree.", "zhang2013/genes"}};
  return out;
}

/// That study: colon and a reading of it.
StudyCard readings() {
  StudyCard out;
  out.study = "zhang2013/genes";
  out.replications = 20;
  out.axes = {{"data", "Data", false, {{"colon", "colon", ""}, {"colon_50", "colon, 50 genes", "colon"}}}};
  out.layout.metrics = {"error_percent"};
  return out;
}

std::vector<std::string> against(const Study& study, const StudyCard& shown) {
  return unfounded_causes(study, [&](const std::string& name) {
    CHECK(name == shown.study);
    return shown;
  });
}

} // namespace

// Wrong studies first.
TEST_CASE("a reading of fewer replications than the paper's is no cause", "[referee][checker]") {
  StudyCard few = readings();
  few.replications = 10;
  const auto found = against(table(), few);
  REQUIRE(found.size() == 1);
  CHECK(found[0] ==
        "The cause of colon, error_percent is a reading of zhang2013/genes, which has 10 replications; "
        "the paper has 20. Fewer agree by luck. Run at least as many, or call it unexplained.");
}

TEST_CASE("a study without the default, without a reading of it, or by another metric tests nothing",
          "[referee][checker]") {
  StudyCard no_default = readings(), no_reading = readings(), other_metric = readings();
  no_default.axes[0].values.erase(no_default.axes[0].values.begin());
  no_reading.axes[0].values.pop_back();
  other_metric.layout.metrics = {"gkl"};
  for (const StudyCard& shown : {no_default, no_reading, other_metric}) {
    const auto found = against(table(), shown);
    REQUIRE(found.size() == 1);
    CHECK_THAT(found[0],
               Catch::Contains("does not test whether it differs from the default. It needs 'colon' and a "
                               "block that stands for it, by error_percent."));
  }
}

TEST_CASE("a reading with the paper's replications beside the default is a cause; other causes name no study",
          "[referee]") {
  CHECK(against(table(), readings()).empty());
  Study other = table();
  other.causes[0].cause = Cause::paper;
  other.causes[0].study.clear();
  CHECK(unfounded_causes(other, [](const std::string&) -> StudyCard {
          throw std::logic_error("not asked");
        }).empty());
}
