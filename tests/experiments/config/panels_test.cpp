#include <set>

#include "results/report/panels/compose.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

/// Of two methods.
std::string with_panels(const std::string& panels) {
  const std::string two = replaced(small_study, "metrics: [gkl, cre]",
                                   "  - method: bracket\n    tuning: {criterion: fixed, lambda: 1}\n"
                                   "metrics: [gkl, cre]");
  return replaced(two, "layout:\n", "layout:\n  panels:\n" + panels);
}

std::string refusal_of(const std::string& panels) {
  return report_of(with_panels(panels));
}

constexpr const char* ranks = "    - {panel: ranks, over: data, among: method, of: [cre]}\n";
constexpr const char* paired_tests =
    "    - {panel: paired_tests, over: data, among: method, of: cre, sides: one}\n";

} // namespace

TEST_CASE("panels: an item of the list is read as its entry says, defaults filled in", "[spec]") {
  const auto layout = study_of(with_panels(std::string(ranks) + paired_tests)).layout;
  REQUIRE(layout.panels.size() == 2);
  CHECK(layout.panels[0].panel == "paired_tests"); // in the order of the report
  CHECK(layout.panel("paired_tests")->word("sides") == "one");
  CHECK(layout.panel("ranks")->word("decimals") == "4");
  CHECK(layout.panel("ranks")->word("ties") == "smallest");
  CHECK(layout.panel("ranks")->list("values").size() >= 2);
}

TEST_CASE("panels: a key of a panel's own name means the same as an item of the list", "[spec]") {
  const std::string chart = "table: path, x: pi, y: [beta_0], dots: {table: sample, x: x, y: y}}";
  const auto one = study_of(replaced(small_study, "layout:\n", "layout:\n  chart: {" + chart + "\n")).layout;
  const auto other = study_of(with_panels("    - {panel: chart, " + chart + "\n")).layout;
  CHECK(one.panel("chart")->parameters == other.panel("chart")->parameters);
}

TEST_CASE("panels: an unknown panel, key or word is answered with those that there are, and where",
          "[spec]") {
  using Catch::Contains;
  CHECK_THAT(refusal_of("    - {panel: rank, over: data, among: method, of: [cre]}\n"),
             Contains("unknown panel 'rank' (accepted: paired_tests, ranks, readings, ") &&
                 Contains("Did you mean 'ranks'?"));
  CHECK_THAT(refusal_of("    - {panel: ranks, ovr: data, among: method, of: [cre]}\n"),
             Contains("unknown key 'ovr' in the ranks (accepted: panel, over, among, of, decimals, ties). "
                      "Did you mean 'over'?"));
  CHECK_THAT(refusal_of("    - {panel: ranks, over: date, among: method, of: [cre]}\n"),
             Contains("unknown axis 'date'") && Contains("Did you mean 'data'?"));
  CHECK_THAT(refusal_of("    - {panel: ranks, over: data, among: method, of: [cre], ties: none}\n"),
             Contains("unknown ties 'none' (accepted: smallest, average)"));
  CHECK_THAT(refusal_of("    - {panel: ranks, over: data, among: method}\n"),
             Contains("missing key 'of' in the ranks (the metrics that are ranked by)"));
  CHECK_THAT(refusal_of("    - ranks\n"), Contains("must be a map with the key 'panel' (found 'ranks'"));
}

TEST_CASE("panels: what makes no sense as a whole is refused", "[spec]") {
  using Catch::Contains;
  CHECK_THAT(refusal_of("    - {panel: ranks, over: method, among: method, of: [cre]}\n"),
             Contains("each value would be ranked alone"));
  CHECK_THAT(refusal_of(std::string(ranks) + ranks), Contains("the panel 'ranks' is asked for twice"));
}

TEST_CASE("panels: every entry that a config may name has a phrase, a meaning and keys that differ",
          "[spec]") {
  std::set<std::string> names;
  for (const results::PanelEntry& entry : results::panels()) {
    CAPTURE(entry.name);
    CHECK(names.insert(entry.name).second);
    CHECK(entry.phrase.starts_with("the "));
    CHECK_FALSE(entry.meaning.empty());
    std::set<std::string> keys{"panel"};
    for (const results::PanelParameter& parameter : entry.parameters) {
      CHECK(keys.insert(parameter.key).second);
      CHECK_FALSE(parameter.meaning.empty());
    }
  }
}
