#include <algorithm>

#include "experiments/config/read_study.hpp"
#include "results/record/card_json.hpp"
#include "results/report/panels/reading_search.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using Catch::Contains;
using Words = std::vector<std::string>;

namespace {

Study published_study(const std::string& csv, const std::string& text = small_study,
                      const std::vector<std::string>& overrides = {}) {
  const ConfigFolder folder;
  folder.write("t.csv", csv);
  return read_study(folder.write("study.yaml", text + "published: {file: t.csv}\n"), overrides,
                    small_catalogue());
}

const std::string swept = replaced(replaced(small_study, "lambda: 1", "lambda: {grid: [0.1, 10]}"),
                                   "columns: [method]", "columns: [method, lambda]");

} // namespace

TEST_CASE("published: numbers and standard errors are kept as printed, trailing zeros and all", "[spec]") {
  const Study study =
      published_study("# head\n\nmethod, metric, value, se\nplatt, gkl, 0.50, 0.0010\nplatt,cre,,\r\n");
  REQUIRE(study.published.size() == 2);
  CHECK(study.published[0].value == "0.50");
  CHECK(study.published[0].se == "0.0010");
  CHECK(study.published[1].value.empty());
  CHECK(study.published[1].se.empty());
  CHECK(study.published_replications == 0);
  CHECK(study.notes.empty());
}

TEST_CASE("published: a standard deviation is kept as printed, beside or in place of a standard error",
          "[spec]") {
  const Study study =
      published_study("method,metric,value,sd,se\nplatt,gkl,1.86,0.010,\nplatt,cre,2.0,,0.1\n");
  REQUIRE(study.published.size() == 2);
  CHECK(study.published[0].sd == "0.010");
  CHECK(study.published[0].se.empty());
  CHECK(study.published[1].sd.empty());
  CHECK(study.published[1].se == "0.1");
}

TEST_CASE("published: the same place twice is refused, whatever its standard deviations", "[spec]") {
  CHECK_THROWS_WITH(published_study("method,metric,value,sd\nplatt,gkl,1,0.1\nplatt,gkl,1,0.2\n"),
                    Catch::Contains("t.csv:3:1: published twice"));
}

TEST_CASE("published: an axis of one value needs no column and is filled in", "[spec]") {
  const Study study = published_study("metric,value\ngkl,0.5\n");
  REQUIRE(study.published.size() == 1);
  CHECK(study.published[0].at ==
        results::Coordinates{{"data", "example1"}, {"classifier", "weighted_svm"}, {"method", "platt"}});
}

TEST_CASE("published: on a numeric axis the same number in other digits is the same place", "[spec]") {
  const Study study = published_study("lambda,metric,value\n0.10,gkl,0.5\n1e1,gkl,0.6\n", swept);
  REQUIRE(study.published.size() == 2);
  CHECK(study.published[0].at.at("lambda") == "0.1");
  CHECK(study.published[1].at.at("lambda") == "10");
}

TEST_CASE("published: an empty cell leaves the number without a place on a swept axis", "[spec]") {
  const Study study = published_study("lambda,metric,value\n,gkl,0.5\n", swept);
  REQUIRE(study.published.size() == 1);
  CHECK_FALSE(study.published[0].at.contains("lambda"));
}

TEST_CASE("published: values and metrics that the study does not compute are left out and counted",
          "[spec]") {
  const Study study = published_study(
      "method,metric,value\nplatt,gkl,0.5\nplatt,test_error,0.1\nboost,gkl,0.4\nboost,cre,0.3\n"
      "platt,improvement_percent,3\n");
  CHECK(study.published.size() == 1);
  REQUIRE(study.notes.size() == 3);
  CHECK_THAT(study.notes[0],
             Catch::EndsWith("t.csv: 2 rows of method boost left out (this study does not compute it)"));
  CHECK_THAT(study.notes[1], Catch::Contains("1 row of metric improvement_percent"));
  CHECK_THAT(study.notes[2], Catch::Contains("1 row of metric test_error"));
}

TEST_CASE("published: a file without a column for a swept axis places no number and says so", "[spec]") {
  const Study study = published_study("method,metric,value\nplatt,gkl,0.5\nplatt,cre,0.4\n", small_study,
                                      {"lambda={grid: [1, 2]}", "layout.columns=[method, lambda]"});
  CHECK(study.published.empty());
  REQUIRE(study.notes.size() == 1);
  CHECK_THAT(study.notes[0],
             Catch::EndsWith("t.csv: 2 rows left out (no column places them on the axis 'lambda')"));
}

TEST_CASE("published: a malformed number is reported even where the row is not used", "[spec]") {
  CHECK_THROWS_WITH(
      published_study("method,metric,value\nboost,gkl,0.5x\n"),
      Catch::Contains("t.csv:2:11: not a number (found '0.5x'). Write what the paper prints, or nothing"));
}

namespace {

const std::string two_methods = replaced(small_study, "metrics: [gkl, cre]",
                                         "  - method: bracket\n    tuning: {criterion: fixed, lambda: 1}\n"
                                         "metrics: [gkl, cre]");
constexpr const char* wording = "{\"1\": The one is below the other.}";

Study study_with_claims(const std::string& csv, const std::string& words = wording) {
  const ConfigFolder folder;
  folder.write("claims.csv", csv);
  return read_study(
      folder.write("study.yaml",
                   two_methods + "published: {claims: {file: claims.csv, wording: " + words + "}}\n"),
      {}, small_catalogue());
}

std::string refusal(const std::string& row, const std::string& words = wording) {
  try {
    study_with_claims("claim,metric,relation,axis,left,right,tolerance\n" + row + "\n", words);
  } catch (const SpecErrors& errors) {
    return errors.what();
  }
  return "";
}

} // namespace

TEST_CASE("claims: a row names two values of an axis, and its place is filled in", "[spec]") {
  const Study study = study_with_claims(
      "claim,metric,relation,axis,left,right,tolerance\n"
      "1,gkl,less,method,bracket,platt,\n"
      "1,cre,within,method,bracket,platt,10%\n"
      "1,cre,infinite,method,platt,,\n"
      "1,cre,equals,method,platt,0.50,\n"
      "2,gkl,less,method,platt,bracket,\n");
  REQUIRE(study.claims.size() == 1);
  CHECK(study.claims[0].wording == "The one is below the other.");
  REQUIRE(study.claims[0].rows.size() == 4);
  const results::ClaimRow& row = study.claims[0].rows[0];
  CHECK(row.at == results::Coordinates{{"data", "example1"}, {"classifier", "weighted_svm"}});
  CHECK(row.left == "bracket");
  CHECK(study.claims[0].rows[1].tolerance == "10%");
  CHECK(study.claims[0].rows[3].right == "0.50");
  REQUIRE(study.notes.size() == 1);
  CHECK_THAT(study.notes[0], Contains("1 row of claims without a wording left out"));
  const results::StudyCard card = results::study_card(results::to_json(study), "card");
  CHECK(results::to_json(card) == results::to_json(study));
  CHECK(card.claims[0].rows[2].relation == results::Relation::infinite);
}

TEST_CASE("claims: what the study lacks is refused at its place", "[spec]") {
  CHECK_THAT(refusal("1,mse,less,method,bracket,platt,"),
             Contains("claims.csv:2:3: unknown metric of this study 'mse'"));
  CHECK_THAT(refusal("1,gkl,less,methods,bracket,platt,"),
             Contains("claims.csv:2:12: unknown axis 'methods'") && Contains("Did you mean 'method'?"));
  CHECK_THAT(refusal("1,gkl,less,method,brackets,platt,"), Contains("unknown method 'brackets'"));
  CHECK_THAT(refusal("1,gkl,less,method,bracket,plat,"), Contains("unknown method 'plat'"));
  CHECK_THAT(refusal("1,gkl,fewer,method,bracket,platt,"),
             Contains("unknown relation 'fewer' (accepted: less, infinite, within, equals)"));
  CHECK_THAT(refusal("1,gkl,less,method,platt,platt,"), Contains("compared with itself"));
}

TEST_CASE("claims: what a relation cannot have, or needs, is refused", "[spec]") {
  CHECK_THAT(refusal("1,gkl,infinite,method,bracket,platt,"), Contains("about the left side alone"));
  CHECK_THAT(refusal("1,gkl,less,method,bracket,platt,0.1"), Contains("a tolerance of 'less'"));
  CHECK_THAT(refusal("1,gkl,within,method,bracket,platt,"), Contains("'within' needs a tolerance"));
  CHECK_THAT(refusal("1,gkl,within,method,bracket,platt,-1"), Contains("'within' needs a tolerance"));
}

TEST_CASE("claims: a block stands for one that they name, and for no other", "[spec]") {
  const auto told = [](const std::string& name) -> std::string {
    const ConfigFolder folder;
    folder.write("claims.csv", "claim,metric,relation,axis,left,right\n1,gkl,less,method,bracket,platt\n");
    const std::string three = replaced(two_methods, "metrics: [gkl, cre]",
                                       "  - {method: bracket, name: other, stands_for: " + name +
                                           ", tuning: {criterion: fixed, lambda: 2}}\nmetrics: [gkl, cre]");
    try {
      read_study(folder.write("study.yaml",
                              three + "published: {claims: {file: claims.csv, wording: " + wording + "}}\n"),
                 {}, small_catalogue());
    } catch (const SpecErrors& errors) {
      return errors.what();
    }
    return "";
  };
  CHECK(told("bracket").empty());
  CHECK_THAT(told("brackets"),
             Contains("nothing is published for method 'brackets'") && Contains("Did you mean 'bracket'?"));
}

TEST_CASE("claims: a sentence without a row is refused, and a file without its columns", "[spec]") {
  CHECK_THAT(refusal("2,gkl,less,method,bracket,platt,"), Contains("claim '1' has a wording and no row"));
  CHECK_THAT(refusal("1,gkl,less,method,bracket,platt,", "[a]"), Contains("'wording' must be a map"));
  CHECK_THROWS_WITH(study_with_claims("claim,metric,relation,axis,left\n1,gkl,infinite,method,platt\n"),
                    Contains("missing column 'right'"));
}

TEST_CASE("claims: all mistakes of a file are told at once", "[spec]") {
  const std::string told = refusal("1,mse,less,method,bracket,platt,\n1,gkl,less,data,example1,example9,");
  CHECK_THAT(told, Contains("claims.csv:2:3") && Contains("claims.csv:3:"));
}

TEST_CASE("attainable: asks for percents and for the paper's replications", "[spec]") {
  const std::string percent =
      replaced(replaced(small_study, "metrics: [gkl, cre]", "metrics: [error_percent]"), "metrics: [gkl]",
               "metrics: [error_percent]");
  const auto read = [](const std::string& study, const std::string& more) {
    const ConfigFolder folder;
    folder.write("t.csv", "metric,value\nerror_percent,1.5\n");
    const auto file = folder.write("study.yaml", study + "published: {file: t.csv" + more + "}\n");
    return experiments::read_study(file, {}, catalogue());
  };
  CHECK(read(percent, ", replications: 20, attainable: test_points").published_attainable == "test_points");
  CHECK(read(percent, ", replications: 20").published_attainable.empty());
  CHECK_THROWS_WITH(read(percent, ", attainable: test_points"), Contains("without 'replications'"));
  CHECK_THROWS_WITH(read(percent, ", replications: 20, attainable: points"),
                    Contains("unknown diagnostic of test points 'points'"));
  CHECK_THROWS_WITH(read(small_study, ", replications: 20, attainable: test_points"),
                    Contains("without the metric 'error_percent'"));
}

TEST_CASE("causes: each of its metrics has the cause; what names nothing, or a block twice, is refused",
          "[spec]") {
  const auto read = [](const std::string& causes) {
    const ConfigFolder folder;
    folder.write("t.csv", "metric,value\ngkl,.581\n");
    const auto file =
        folder.write("study.yaml", small_study + "published: {file: t.csv, causes: " + causes + "}\n");
    return experiments::read_study(file, {}, catalogue());
  };
  const Study study =
      read("[{data: example1, metrics: [gkl, cre], cause: paper, because: No such pair can be.}]");
  REQUIRE(study.causes.size() == 2);
  CHECK(study.causes[0].data == "example1");
  CHECK(study.causes[1].metric == "cre");
  CHECK(study.causes[1].cause == results::Cause::paper);
  const results::StudyCard card = results::study_card(results::to_json(study), "card");
  CHECK(results::to_json(card) == results::to_json(study));
  CHECK(card.causes[0].because == "No such pair can be.");
  CHECK_THROWS_WITH(read("{data: example1}"), Contains("'causes' must be a list"));
  CHECK_THROWS_WITH(read("[{data: example1, metrics: [gkl], cause: reading, because: x}]"),
                    Contains("missing key 'study'"));
  CHECK_THROWS_WITH(read("[{data: example1, metrics: [gkl], cause: paper, because: x, study: y}]"),
                    Contains("'study' of a cause that is no reading"));
  const Study named =
      read("[{data: example1, metrics: [gkl], cause: reading, because: x, study: wang2008/table1_readings}]");
  CHECK(named.causes[0].study == "wang2008/table1_readings");
  CHECK(results::study_card(results::to_json(named), "card").causes[0].study == "wang2008/table1_readings");
  CHECK_THROWS_WITH(read("[{data: example7, metrics: [mse], cause: theirs, because: x}]"),
                    Contains("unknown data set 'example7'") && Contains("unknown metric 'mse'") &&
                        Contains("unknown cause 'theirs' (accepted: reading, paper, unexplained)"));
  CHECK_THROWS_WITH(read("[{metrics: [gkl]}]"), Contains("missing key 'data'") &&
                                                    Contains("missing key 'cause'") &&
                                                    Contains("missing key 'because'"));
  CHECK_THROWS_WITH(read("[{data: example1, metrics: [gkl], cause: paper, because: x}, {data: example1, "
                         "metrics: [gkl], cause: reading, because: y}]"),
                    Contains("a second cause for 'gkl' of 'example1'"));
}

TEST_CASE("spread and diagnostics arrive, and what they cannot be is refused", "[spec]") {
  const auto with = [](const std::string& line) {
    return replaced(two_methods, "layout:\n", "layout:\n  " + line + "\n");
  };
  CHECK(study_of(small_study).layout.spread == results::ShownSpread::se);
  CHECK(study_of(with("spread: sd")).layout.spread == results::ShownSpread::sd);
  CHECK(study_of(with("diagnostics: [nonzero, rho]")).layout.diagnostics ==
        std::vector<std::string>{"nonzero", "rho"});
  CHECK_THAT(report_of(with("spread: mad")), Contains("unknown spread 'mad' (accepted: se, sd)"));
  CHECK_THAT(report_of(with("diagnostics: nonzero")), Contains("'diagnostics' must be a list of names"));
  CHECK_THAT(report_of(with("diagnostics: [a, a]")), Contains("'a' stands twice"));
  CHECK_THAT(report_of(with("diagnostics: [gkl]")), Contains("'gkl' is a metric of this study"));
  CHECK_THAT(report_of(with("diagnostics: [a-b]")), Contains("letters, digits and '_'"));
  CHECK_THAT(
      report_of(replaced(with("spread: sd"), "  columns: [method]", "  columns: []\n  mean_over: method")),
      Contains("'spread: sd' beside an average over axis 'method'"));
}

TEST_CASE("differences: the value subtracted is one of the axis named before it", "[spec]") {
  const auto with = [](const std::string& rest) {
    return replaced(two_methods, "layout:\n",
                    "layout:\n  panels:\n    - {panel: differences, of: gkl, " + rest + "}\n");
  };
  const Study study = study_of(with("among: method, from: platt"));
  CHECK(study.layout.panel("differences")->word("from") == "platt");
  CHECK(study.layout.panel("differences")->word("of") == "gkl");
  CHECK_THAT(report_of(with("among: method, from: plat")),
             Contains("unknown method 'plat'") && Contains("Did you mean 'platt'?"));
  CHECK_THAT(report_of(with("among: data, from: example1")), Contains("there is nothing to compare it with"));
  CHECK_THAT(report_of(with("among: method")), Contains("missing key 'from' in the differences"));
}

TEST_CASE("pools: their axis is the one that the layout averages over", "[spec]") {
  const auto with = [](const std::string& layout) {
    return replaced(two_methods, "layout:\n", "layout:\n  panels: [{panel: pools, over: method}]\n" + layout);
  };
  const std::string averaged =
      replaced(replaced(with("  mean_over: method\n"), "rows: [data, classifier]", "rows: [data]"),
               "columns: [method]", "columns: [classifier]");
  CHECK(study_of(averaged).layout.panel("pools")->word("over") == "method");
  CHECK_THAT(report_of(with("")),
             Contains("the pools are over axis 'method', over which mean_over does not") &&
                 Contains("Add mean_over: method to the layout"));
}

TEST_CASE("chart: diagnostics over replicates, or points in a plane, need no series", "[spec]") {
  const auto with = [](const std::string& chart) {
    return replaced(small_study, "layout:\n", "layout:\n  chart: {" + chart + "}\n");
  };
  const results::Layout over = study_of(with("over: replicate, y: [rho]")).layout;
  CHECK(over.panel("chart")->has("over"));
  CHECK(over.panel("chart")->list("labels") == std::vector<std::string>{"rho"});
  const results::Layout plane =
      study_of(with("dots: {table: sample, x: x1, y: x2, by: class}, borders: {table: border, x: x1, y: x2}"))
          .layout;
  CHECK(plane.panel("chart")->list("dots") == std::vector<std::string>{"sample", "x1", "x2", "class"});
  CHECK_THAT(report_of(with("over: replicate")), Contains("missing key 'y' in the chart"));
  CHECK_THAT(report_of(with("over: point, y: [rho]")), Contains("unknown over 'point'"));
  CHECK_THAT(report_of(with("over: replicate, y: [rho], table: path")),
             Contains("'over: replicate' beside a series of one replicate"));
  CHECK_THAT(report_of(with("y: [a], dots: {table: sample, x: x1, y: x2}")),
             Contains("need 'table', 'x' and 'y'"));
  CHECK_THAT(report_of(with("label_: [a]")), Contains("missing key 'table'") && Contains("missing key 'x'"));
}

namespace {

const std::string searched = R"(title: A search
data:
  - {source: wang2008/example1, name: one, label: One}
  - {source: wang2008/example2, name: two}
classifiers:
  - {classifier: weighted_svm, name: svm, kernel: gaussian}
methods:
  - {method: platt, tuning: {criterion: fixed, lambda: 1}}
  - {method: bracket, name: ours, label: Ours, tuning: {criterion: fixed, lambda: 1}}
metrics: [gkl, cre]
layout: {rows: [data, classifier], columns: [method], metrics: [gkl, cre]}
published: {file: t.csv}
readings:
  metrics: [gkl]
  choose_on: [one]
  conventions:
    rows: {hundred: [], fifty: [n_train=50]}
    cells: {twenty: [], ten: [intervals=10], five: [methods.ours.intervals=5]}
    cost: {C_1: [], C_10: ["methods.ours.tuning={criterion: fixed, lambda: 0.1}"]}
)";

std::filesystem::path written(const ConfigFolder& folder, const std::string& text) {
  folder.write("t.csv", "data,method,metric,value\none,platt,gkl,0.5\none,ours,gkl,0.5\ntwo,ours,gkl,0.2\n");
  return folder.write("study.yaml", text);
}

Study study_with_readings(const std::string& text) {
  const ConfigFolder folder;
  return read_study(written(folder, text), {}, small_catalogue());
}

const results::PanelRequest& search_of(const Study& study) {
  const results::PanelRequest* search = study.layout.panel("reading_search");
  REQUIRE(search != nullptr);
  return *search;
}

Words names(const Study& study, const std::string& axis) {
  Words out;
  for (const results::Axis& one : study.axes)
    if (one.name == axis)
      for (const results::AxisValue& value : one.values)
        out.push_back(value.name + (value.stands_for.empty() ? "" : " for " + value.stands_for));
  return out;
}

void check_refused(const std::string& part, const std::string& by, const std::string& why) {
  CAPTURE(by);
  CHECK_THROWS_WITH(study_with_readings(replaced(searched, part, by)), Catch::Contains(why));
}

} // namespace

TEST_CASE("readings: each block has one more for every content that the conventions give it", "[spec]") {
  const Study study = study_with_readings(searched);
  CHECK(names(study, "data") == Words{"one", "one-fifty for one", "two", "two-fifty for two"});
  CHECK(names(study, "classifier") == Words{"svm"});
  CHECK(names(study, "method") == Words{"platt", "ours", "ours-C_10 for ours", "ours-ten for ours",
                                        "ours-ten-C_10 for ours", "ours-five for ours",
                                        "ours-five-C_10 for ours"});
  CHECK(study.axes[0].values[1].label == "One, fifty");
  CHECK(std::get<std::int64_t>(study.data[1].choice.parameters.values().at("n_train")) == 50);
  CHECK(std::get<std::int64_t>(study.methods[5].method.parameters.values().at("intervals")) == 5);
}

TEST_CASE("readings: every combination is one, the study's own first, the last convention fastest",
          "[spec]") {
  const Study study = study_with_readings(searched);
  const results::PanelRequest& search = search_of(study);
  CHECK(search.list("conventions") == Words{"rows", "cells", "cost"});
  const results::Readings readings = results::readings_of(search);
  REQUIRE(readings.ways.size() == 12);
  CHECK(readings.ways[0] == Words{"hundred", "twenty", "C_1"});
  CHECK(readings.ways[1] == Words{"hundred", "twenty", "C_10"});
  CHECK(readings.ways[11] == Words{"fifty", "five", "C_10"});
  CHECK(search.list("reading 12") == readings.ways[11]); // as a stored card has it
  CHECK(readings.values[0] == Words{"data=one", "data=two", "classifier=svm", "method=platt", "method=ours"});
  CHECK(readings.values[11] ==
        Words{"data=one-fifty", "data=two-fifty", "classifier=svm", "method=platt", "method=ours-five-C_10"});
  CHECK(search.list("data") == Words{"one", "two"});
  CHECK(search.list("choose_on") == Words{"one"});
}

TEST_CASE("readings: the blocks of the study itself, and what is kept of its text, are those without",
          "[spec]") {
  const std::string without = searched.substr(0, searched.find("readings:"));
  const Study plain = study_with_readings(without), study = study_with_readings(searched);
  CHECK(plain.layout.panel("reading_search") == nullptr);
  CHECK(study.data[0].choice.parameters.values() == plain.data[0].choice.parameters.values());
  CHECK(study.methods[1].method.parameters.values() == plain.methods[1].method.parameters.values());
  CHECK(study.config_yaml == searched);
  const ConfigFolder folder;
  const Study changed = read_study(written(folder, searched), {"replications=3"}, small_catalogue());
  CHECK_THAT(changed.config_yaml, Catch::Contains("conventions:") && !Catch::Contains("one-fifty"));
}

TEST_CASE("readings: what is no factorial over blocks is refused with its place", "[spec]") {
  check_refused("hundred: [], ", "hundred: [n_train=90], ", "must be the study's own");
  check_refused("fifty: [n_train=50]", "fifty: []", "changes nothing");
  check_refused("fifty: [n_train=50]", "fifty: [seed=50]", "changes more than blocks");
  check_refused("{hundred: [], fifty: [n_train=50]}", "{hundred: []}", "two ways or more (found 1)");
  check_refused("[n_train=50]", "[n_train=50, intervals=10]", "changes blocks of two kinds");
  check_refused("[n_train=50]", "[n_trian=50]", "n_trian");
  check_refused("choose_on: [one]", "choose_on: [three]", "unknown data set 'three'");
  check_refused("metrics: [gkl]\n", "metrics: [gkll]\n", "Did you mean 'gkl'?");
  check_refused("  metrics: [gkl]\n  choose", "  choose", "missing key 'metrics' in 'readings'");
  check_refused("published: {file: t.csv}\n", "", "'stands_for' without published numbers");
}

TEST_CASE("readings: more than 256 are refused before any block is made", "[spec]") {
  std::string many = "    more: {own: []";
  for (int i = 0; i < 22; ++i) many += ", w" + std::to_string(i) + ": [n_test=" + std::to_string(i + 1) + "]";
  CHECK_THROWS_WITH(study_with_readings(searched + many + "}\n"), Catch::Contains("at most 256 readings"));
}
