#include <set>

#include "experiments/catalog/methods.hpp"
#include "experiments/config/find_config.hpp"
#include "experiments/config/read_study.hpp"
#include "results/report/panels/compose.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
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

TEST_CASE("panels: the older key of each kind means the same as its item of the list", "[spec]") {
  const auto panels = [](const std::string& text) {
    std::vector<std::pair<std::string, std::map<std::string, std::vector<std::string>>>> all;
    for (const auto& panel : study_of(text).layout.panels) all.emplace_back(panel.panel, panel.parameters);
    return all;
  };
  const auto under_layout = [](const std::string& key) {
    return replaced(small_study, "layout:\n", "layout:\n  " + key + "\n");
  };
  CHECK(panels(under_layout("heat_map: [data, method]")) ==
        panels(with_panels("    - {panel: heat_map, axes: [data, method]}\n")));
  CHECK(panels(under_layout("misclassified: true")) == panels(with_panels("    - {panel: misclassified}\n")));
  CHECK(panels(under_layout("misclassified: false")).empty());
  const std::string chart = "table: path, x: pi, y: [beta_0], dots: {table: sample, x: x, y: y}}";
  CHECK(panels(under_layout("chart: {" + chart)) ==
        panels(with_panels("    - {panel: chart, " + chart + "\n")));
  CHECK(panels(with_panels("    - {panel: misclassified}\n  heat_map: [data, method]\n")).size() == 2);
}

TEST_CASE("panels: settings reach a listed panel by its name, under `panels` or without", "[spec]") {
  const std::string listed = with_panels("    - {panel: chart, table: path, x: pi, y: [beta_0]}\n");
  for (const char* setting : {"layout.chart.x=rho", "layout.panels.chart.x=rho", "layout.panels.0.x=rho"}) {
    CAPTURE(setting);
    CHECK(study_of(listed, {setting}).layout.panel("chart")->word("x") == "rho");
  }
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

namespace {

using Parameters = std::map<std::string, std::vector<std::string>>;

std::string with_chart(const std::string& chart) {
  return replaced(small_study, "layout:\n", "layout:\n  chart: " + chart + "\n");
}

} // namespace

TEST_CASE("a chart's labels are its columns unless given", "[spec]") {
  const auto layout = study_of(with_chart("{table: path, x: pi, y: [beta_0, w_1]}")).layout;
  REQUIRE(layout.panel("chart") != nullptr);
  CHECK(layout.panel("chart")->parameters == Parameters{{"table", {"path"}},
                                                        {"x", {"pi"}},
                                                        {"y", {"beta_0", "w_1"}},
                                                        {"labels", {"beta_0", "w_1"}},
                                                        {"x_label", {"pi"}},
                                                        {"replicate", {"0"}}});
  CHECK(study_of(small_study).layout.panels.empty());
}

TEST_CASE("every key of a chart arrives, and changes the resolved study", "[spec]") {
  const std::string plain = with_chart("{table: t, x: x, y: [y]}");
  for (const char* more : {"replicate: 3", "labels: ['y(x)']", "x_label: π", "y_label: value",
                           "marks: [here]", "facts: [slope]", "dots: {table: s, x: x, y: y}"}) {
    CAPTURE(more);
    const std::string text = with_chart("{table: t, x: x, y: [y], " + std::string(more) + "}");
    CHECK(resolved_json(study_of(text)) != resolved_json(study_of(plain)));
  }
  const auto layout = study_of(with_chart("{table: t, x: x, y: [y], replicate: 3, labels: ['y(x)'], "
                                          "x_label: π, y_label: value, marks: [here], facts: [slope], "
                                          "dots: {table: sample, x: x1, y: label}}"))
                          .layout;
  CHECK(layout.panel("chart")->parameters == Parameters{{"table", {"t"}},
                                                        {"x", {"x"}},
                                                        {"y", {"y"}},
                                                        {"replicate", {"3"}},
                                                        {"labels", {"y(x)"}},
                                                        {"x_label", {"π"}},
                                                        {"y_label", {"value"}},
                                                        {"marks", {"here"}},
                                                        {"facts", {"slope"}},
                                                        {"dots", {"sample", "x1", "label"}}});
}

TEST_CASE("misclassified is off unless it is switched on", "[spec]") {
  const auto with = [](const std::string& word) {
    return study_of(replaced(small_study, "layout:\n", "layout:\n  misclassified: " + word + "\n"));
  };
  CHECK(study_of(small_study).layout.panel("misclassified") == nullptr);
  CHECK(with("false").layout.panel("misclassified") == nullptr);
  CHECK(with("true").layout.panel("misclassified") != nullptr);
  CHECK(resolved_json(with("true")) != resolved_json(with("false")));
}

TEST_CASE("figure 1 of Rueping: both curves and the true log odds of 100 points, which are drawn", "[spec]") {
  const auto configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";
  const Study study = read_study(find_config("ruping2004/figure1", {configs}), {}, catalogue());
  CHECK(study.replications == 100);
  const results::PanelRequest* chart = study.layout.panel("chart");
  REQUIRE(chart != nullptr);
  CHECK(chart->list("y") == std::vector<std::string>{"svm", "klr", "truth"});
  CHECK(chart->word("dots") == "sample");
}

TEST_CASE("figure 1 of Wang et al.: one path of the linear machine, drawn with its three coefficients",
          "[spec]") {
  const auto configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";
  const Study study = read_study(find_config("wang2008/figure1", {configs}), {}, catalogue());
  CHECK(study.replications == 100);
  REQUIRE(study.methods.size() == 1);
  CHECK(core::canonical(study.methods[0].method) ==
        R"({"id":"solution_path","parameters":{"lambda":1},"revision":1})");
  CHECK(study.methods[0].tuning.id.empty());
  const results::PanelRequest* chart = study.layout.panel("chart");
  REQUIRE(chart != nullptr);
  CHECK(chart->list("y") == std::vector<std::string>{"beta_0", "w_1", "w_2"});
  CHECK(chart->list("marks") == std::vector<std::string>{"flat_until", "flat_from"});
}

TEST_CASE("figure 1 of Wang et al. has the samples of table 1", "[spec]") {
  const auto configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";
  const Study figure = read_study(find_config("wang2008/figure1", {configs}), {}, catalogue());
  const Study table = read_study(find_config("wang2008/table1", {configs}), {}, catalogue());
  CHECK(figure.seed == table.seed);
  CHECK(core::canonical(figure.data[0].choice) == core::canonical(table.data[0].choice));
}

namespace {

const std::string picture =
    "      - title: a\n"
    "        lines:\n"
    "          - {function: hinge, label: H}\n"
    "          - {function: c_loss, rho: {grid: [0.1, 2]}}\n";

/// A study of nothing but drawn functions.
std::string drawn(const std::string& pictures = picture, const std::string& further = "") {
  return "title: losses\nlayout:\n  functions:\n    from: -2\n    to: 3\n    pictures:\n" + pictures +
         further;
}

} // namespace

TEST_CASE("functions: a study that only draws them needs no data, methods, metrics or table", "[spec]") {
  const Study study = study_of(drawn());
  CHECK(study.axes.empty());
  CHECK(study.metrics.empty());
  CHECK(study.layout.metrics.empty());
  REQUIRE(study.layout.panels.size() == 1);
  const auto& asked = study.layout.panels[0];
  CHECK(asked.list("title") == std::vector<std::string>{"a", "a", "a"});
  CHECK(asked.list("function") ==
        std::vector<std::string>{"hinge corner=1", "c_loss rho=0.1 u=1", "c_loss rho=2 u=1"});
  CHECK(asked.list("label") == std::vector<std::string>{"H", "C, rho = 0.1", "C, rho = 2"});
  CHECK(asked.number("from") == -2);
}

TEST_CASE("functions: beside them a study that has cells says all that it has to", "[spec]") {
  using Catch::Contains;
  CHECK_THAT(report_of(drawn(picture, "metrics: [gkl]\n")),
             Contains("missing key 'data'") && Contains("missing key 'rows'"));
  CHECK_THAT(report_of("title: nothing\nlayout: {decimals: 3}\n"), Contains("missing key 'data'"));
}

TEST_CASE(
    "functions: unknown names and keys, values out of range and two titles are answered with their place",
    "[spec]") {
  using Catch::Contains;
  const auto with_line = [](const std::string& line) {
    return report_of(drawn("      - {title: a, lines: [" + line + "]}\n"));
  };
  CHECK_THAT(with_line("{function: hing}"),
             Contains("unknown function 'hing'") && Contains("Did you mean 'hinge'?"));
  CHECK_THAT(with_line("{function: hinge, rho: 1}"), Contains("unknown key 'rho'") && Contains("corner"));
  CHECK_THAT(with_line("{function: c_loss, u: 0}"), Contains("'u' must lie in"));
  CHECK_THAT(with_line("{function: truncated_hinge, classes: 1}"), Contains("'classes' must lie in"));
  CHECK_THAT(with_line("{label: H}"), Contains("missing key 'function'"));
  CHECK_THAT(report_of(drawn(picture + picture)), Contains("a second picture with the title 'a'"));
  CHECK_THAT(report_of(drawn("      - {title: a}\n")), Contains("missing key 'lines'"));
  CHECK_THAT(report_of(replaced(drawn(), "to: 3", "to: -3")), Contains("'to' must be above 'from'"));
}
