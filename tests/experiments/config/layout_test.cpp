#include <set>

#include "experiments/catalog/methods.hpp"
#include "experiments/config/find_config.hpp"
#include "experiments/config/read_study.hpp"
#include "results/report/panels/compose.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

TEST_CASE("a study that names no layout has methods in the columns, all else in the rows, and all metrics",
          "[spec]") {
  const std::string short_study = small_study.substr(0, small_study.find("layout:"));
  const Study study =
      study_of(replaced(short_study, "kernel: linear", "kernel: gaussian\n    sigma: {grid: [1, 2]}"));
  CHECK(study.layout.rows == std::vector<std::string>{"data", "classifier", "sigma"});
  CHECK(study.layout.columns == std::vector<std::string>{"method"});
  CHECK(study.layout.metrics == std::vector<std::string>{"gkl", "cre"});
}

TEST_CASE("a study without a title is called by its file", "[spec]") {
  CHECK(study_of(small_study.substr(small_study.find('\n') + 1)).title == "study");
}

TEST_CASE("keys that begin with x- are the writer's own, and aliases may repeat what they hold", "[spec]") {
  const std::string with_anchor = "x-tuning: &tuning {criterion: fixed, lambda: 1}\n" + small_study;
  const std::string with_alias =
      replaced(with_anchor, "tuning: {criterion: fixed, lambda: 1}\nmetrics", "tuning: *tuning\nmetrics");
  CHECK(resolved_json(study_of(with_alias)) == resolved_json(study_of(small_study)));
  CHECK_FALSE(mistakes_of("y-tuning: 1\n" + small_study).empty());
}

TEST_CASE("layout: averages are over all replicates unless it says which to leave out", "[spec]") {
  CHECK(study_of(small_study).layout.average == results::Average::all);
  CHECK(study_of(small_study, {"layout.average=all"}).layout.average == results::Average::all);
  CHECK(study_of(small_study, {"layout.average=nondegenerate"}).layout.average ==
        results::Average::nondegenerate);
  CHECK(study_of(small_study, {"layout.average=unrounded"}).layout.average == results::Average::unrounded);
}

TEST_CASE("blocks: name is the last part of the id and label the entry's where a block gives none",
          "[spec]") {
  const Study study = study_of(small_study);
  CHECK(study.data[0].choice.id == "wang2008/example1");
  CHECK(study.data[0].choice.name == "example1");
  CHECK(study.data[0].choice.label == "Example 1");
  CHECK(study.methods[0].method.name == "platt");
  CHECK(study.methods[0].method.label == "Platt's");
  CHECK(study.methods[0].tuning.name == "fixed");
}

TEST_CASE("blocks: defaults fill what a config leaves out, at the top level too", "[spec]") {
  const Study study = study_of(small_study);
  CHECK(study.seed == 1);
  CHECK(study.replications == 100);
  CHECK(study.paper.empty());
  CHECK(study.layout.decimals == 3);
  CHECK(study.published.empty());
  CHECK(study.published_replications == 0);
  CHECK(study.data[0].choice.parameters.integer("n_train") == 100);
  CHECK(study.data[0].choice.parameters.integer("n_test") == 900);
}

TEST_CASE("blocks: a default of a parameter that does not matter is left out, one that matters is filled in",
          "[spec]") {
  const Study gaussian = study_of(replaced(small_study, "kernel: linear", "kernel: gaussian"));
  CHECK(gaussian.classifiers[0].choice.parameters.text("sigma_unit") == "median");
  CHECK(gaussian.classifiers[0].choice.parameters.real("sigma") == 1.0);
  const Study linear = study_of(small_study);
  CHECK(linear.classifiers[0].choice.parameters.values().size() == 1);
}

TEST_CASE("blocks: a given value that does not matter changes nothing about the setting", "[spec]") {
  const Study with = study_of(replaced(small_study, "kernel: linear", "kernel: linear\n    sigma: 7"));
  CHECK(core::canonical(with.classifiers[0].choice) ==
        core::canonical(study_of(small_study).classifiers[0].choice));
}

TEST_CASE("blocks: a parameter is required only where it matters", "[spec]") {
  CHECK(report_of(replaced(small_study, "    kernel: linear\n", "")) ==
        "study.yaml:5:5: missing key 'kernel' in classifier 'weighted_svm' (the kernel of the classifier)\n");
  CHECK(mistakes_of(replaced(small_study, "weighted_svm\n    kernel: linear", "lda")).empty());
}

TEST_CASE("blocks: name and label are the block's own where it gives them", "[spec]") {
  const Study study =
      study_of(replaced(small_study, "example1\n", "example1\n    name: ex-1_A\n    label: Beispiel Ä\n"));
  CHECK(study.data[0].choice.name == "ex-1_A");
  CHECK(study.data[0].choice.label == "Beispiel Ä");
  CHECK(study.axes[0].values[0].name == "ex-1_A");
  CHECK(study.axes[0].values[0].label == "Beispiel Ä");
}

TEST_CASE("numbers: a list and a range of lambda are read to the last bit, in their order", "[spec]") {
  const auto lambda = [](const std::string& written) {
    const Study study = study_of(replaced(small_study, "lambda: 1", "lambda: " + written));
    return study.methods[0].tuning.parameters.reals("lambda");
  };
  CHECK(lambda("[10, 0.1, 1e-3, +2.5]") == std::vector{10.0, 0.1, 0.001, 2.5});
  CHECK(lambda("{from: 0.01, to: 100, per_decade: 1}") == std::vector{0.01, 0.1, 1.0, 10.0, 100.0});
  CHECK(lambda("{from: 0.1, to: 1, per_decade: 3, spacing: linear}") == std::vector{0.4, 0.7, 1.0});
  CHECK(lambda("{from: 1, to: 10}").size() == 11);
}

TEST_CASE("text: long titles may be folded, quoted or plain, and mean the same", "[spec]") {
  const std::string title = study_of(small_study).title;
  CHECK(study_of(replaced(small_study, "A small study", ">-\n  A small\n  study")).title == title);
  CHECK(study_of(replaced(small_study, "A small study", ">\n  A small\n  study")).title == title);
  CHECK(study_of(replaced(small_study, "A small study", "'A small study'")).title == title);
  CHECK(study_of(replaced(small_study, "A small study", "A small\n  study")).title == title);
}

TEST_CASE("text: a quoted yes is text, and comments, line ends and a byte-order mark do not matter",
          "[spec]") {
  CHECK(study_of(replaced(small_study, "A small study", "'Yes'")).title == "Yes");
  CHECK(study_of("\xEF\xBB\xBF" + small_study).title == "A small study");
  std::string windows;
  for (const char c : "# head\n" + small_study) windows += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(study_of(windows).layout.rows == study_of(small_study).layout.rows);
}

TEST_CASE("one slip is one message: what was meant is used for the checks that follow", "[spec]") {
  CHECK(mistakes_of(replaced(small_study, "lambda: 1", "lamda: 1")).size() == 1);
  CHECK(mistakes_of(replaced(small_study, "wang2008/example1", "example1")).size() == 1);
  CHECK(mistakes_of(replaced(small_study, "metrics: [gkl, cre]", "metrics: [glk, cre]")).size() == 1);
  CHECK(mistakes_of(replaced(small_study, "rows: [data, classifier]", "rows: [dta, classifier]")).size() ==
        1);
}

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
  CHECK(panels(with_panels("    - {panel: misclassified}\n  heat_map: [data, method]\n")).size() == 2);
}

TEST_CASE("panels: settings reach a listed panel by its name, under `panels` or without", "[spec]") {
  const std::string listed = with_panels("    - {panel: chart, table: path, x: pi, y: [beta_0]}\n");
  for (const char* setting : {"layout.chart.x=rho", "layout.panels.chart.x=rho", "layout.panels.0.x=rho"}) {
    CAPTURE(setting);
    CHECK(study_of(listed, {setting}).layout.panel("chart")->word("x") == "rho");
  }
}

TEST_CASE("panels: a key of a panel's own name holds what an item of the list does", "[spec]") {
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

namespace {

const std::string two_sets = R"(title: Two data sets
data:
  - source: wang2008/example1
  - source: wang2008/example2
classifiers:
  - classifier: weighted_svm
    kernel: linear
methods:
  - {method: platt, tuning: {criterion: fixed, lambda: 1}}
  - {method: bracket, tuning: {criterion: fixed, lambda: 1}}
metrics: [gkl, cre]
layout:
  rows: [classifier]
  columns: [method]
  metrics: [gkl, rank_cre]
  mean_over: data
  rank_over: {axis: data, among: method, of: [cre]}
)";

const std::string tested =
    replaced(two_sets, "  mean_over: data\n",
             "  mean_over: data\n  paired_tests: {over: data, among: method, of: cre}\n");

Study averaged_study_with(const std::string& tests_csv, const std::string& block,
                          const std::string& text = tested) {
  const ConfigFolder folder;
  folder.write("tests.csv", tests_csv);
  folder.write("means.csv", "method,metric,value\nplatt,gkl,inf\nplatt,rank_cre,1.50\nplatt,rank_gkl,2\n");
  return read_study(folder.write("study.yaml", text + "published: " + block + "\n"), {}, small_catalogue());
}

} // namespace

TEST_CASE("layout: means and ranks over data collapse its axis, ranks are metrics to show", "[spec]") {
  const results::Layout layout = study_of(two_sets).layout;
  CHECK(layout.mean_over == "data");
  CHECK(layout.metrics == std::vector<std::string>{"gkl", "rank_cre"});
  REQUIRE(layout.rank_over.has_value());
  CHECK(layout.rank_over->axis == "data");
  CHECK(layout.rank_over->among == "method");
  CHECK(layout.rank_over->values == std::vector<std::string>{"platt", "bracket"});
  CHECK(layout.rank_over->of == std::vector<std::string>{"cre"});
  CHECK(layout.rank_over->decimals == 4);
  CHECK(layout.rank_over->ties == results::Ties::smallest);
  CHECK(layout.panels.empty());
}

TEST_CASE("layout: ties and decimals of ranks are as they are written", "[spec]") {
  const results::Layout layout =
      study_of(two_sets, {"layout.rank_over.ties=average", "layout.rank_over.decimals=2"}).layout;
  CHECK(layout.rank_over->ties == results::Ties::average);
  CHECK(layout.rank_over->decimals == 2);
}

TEST_CASE("layout: ranks alone collapse the axis, too; then a mean has no place", "[spec]") {
  const std::string ranks = replaced(two_sets, "  mean_over: data\n", "");
  CHECK(study_of(replaced(ranks, "[gkl, rank_cre]", "[rank_cre]")).layout.averaged() == "data");
  CHECK(report_of(ranks).find("'gkl' has no place in this table") != std::string::npos);
}

TEST_CASE("layout: paired tests compare all values of an axis or the methods of a list, as listed",
          "[spec]") {
  using Parameters = std::map<std::string, std::vector<std::string>>;
  const auto asked = [](const std::vector<std::string>& overrides) {
    return study_of(tested, overrides).layout.panels.at(0).parameters;
  };
  CHECK(asked({}) == Parameters{{"over", {"data"}},
                                {"among", {"method"}},
                                {"values", {"platt", "bracket"}},
                                {"of", {"cre"}},
                                {"alpha", {"0.05"}},
                                {"sides", {"two"}}});
  CHECK(asked({"layout.paired_tests.among=[bracket, platt]", "layout.paired_tests.alpha=0.01",
               "layout.paired_tests.sides=one"}) == Parameters{{"over", {"data"}},
                                                               {"among", {"method"}},
                                                               {"values", {"bracket", "platt"}},
                                                               {"of", {"cre"}},
                                                               {"alpha", {"0.01"}},
                                                               {"sides", {"one"}}});
}

TEST_CASE("published: numbers of averages need no data, may be infinite, may be ranks", "[spec]") {
  const Study study = averaged_study_with("row,column,count\n", "{file: means.csv, comparable: order}");
  REQUIRE(study.published.size() == 2);
  CHECK(study.published[0].value == "inf");
  CHECK_FALSE(study.published[0].at.contains("data"));
  CHECK(study.published[1].metric == "rank_cre");
  CHECK(study.published_comparable == results::Comparable::order);
  REQUIRE(study.notes.size() == 1);
  CHECK_THAT(study.notes[0], Catch::Contains("1 row of metric rank_gkl left out"));
}

TEST_CASE("published: counts of tests stand at their methods, those of others are left out and counted",
          "[spec]") {
  const Study study =
      averaged_study_with("row,column,count\nplatt,bracket,3\nbracket,platt,\nplatt,boost,4\n",
                          "{tests: {file: tests.csv, out_of: 11}}");
  REQUIRE(study.published_tests.size() == 2);
  CHECK(study.published_tests[0].row == "platt");
  CHECK(study.published_tests[0].column == "bracket");
  CHECK(study.published_tests[0].count == "3");
  CHECK(study.published_tests[0].at == results::Coordinates{{"classifier", "weighted_svm"}});
  CHECK(study.published_tests[1].count.empty());
  CHECK(study.published_tests_over == 11);
  REQUIRE(study.notes.size() == 1);
  CHECK_THAT(study.notes[0],
             Catch::EndsWith("tests.csv: 1 row of column boost left out (this study does not test it)"));
}

TEST_CASE("published: a count stands at every reading of its name", "[spec]") {
  const Study study =
      averaged_study_with("row,column,count\nplatt,ours,3\n", "{tests: {file: tests.csv}}",
                          replaced(tested, "{method: bracket,", "{method: bracket, stands_for: ours,"));
  REQUIRE(study.published_tests.size() == 1);
  CHECK(study.published_tests[0].column == "bracket");
}

TEST_CASE("published: counts without paired tests in the layout are left out, and the program says so",
          "[spec]") {
  const Study study =
      averaged_study_with("row,column,count\nplatt,bracket,3\n", "{tests: {file: tests.csv}}", two_sets);
  CHECK(study.published_tests.empty());
  REQUIRE(study.notes.size() == 1);
  CHECK_THAT(study.notes[0], Catch::EndsWith("left out (the layout of this study has no paired_tests)"));
}

TEST_CASE("published: counts that are none, columns that are unknown and places that are twice are reported",
          "[spec]") {
  const std::string block = "{tests: {file: tests.csv}}";
  CHECK_THROWS_WITH(averaged_study_with("row,column,count\nplatt,bracket,-1\n", block),
                    Catch::Contains("tests.csv:2:15: not a count (found '-1')"));
  CHECK_THROWS_WITH(averaged_study_with("row,column,count\nplatt,bracket,1.5\n", block),
                    Catch::Contains("not a count (found '1.5')"));
  CHECK_THROWS_WITH(averaged_study_with("row,colum,count\nplatt,bracket,1\n", block),
                    Catch::Contains("unknown column 'colum'") && Catch::Contains("Did you mean 'column'?"));
  CHECK_THROWS_WITH(averaged_study_with("row,column\nplatt,bracket\n", block),
                    Catch::Contains("missing column 'count'"));
  CHECK_THROWS_WITH(averaged_study_with("row,column,count\nplatt,bracket,1\nplatt,bracket,2\n", block),
                    Catch::Contains("published twice"));
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
