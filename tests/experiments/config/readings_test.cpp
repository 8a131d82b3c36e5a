#include <algorithm>

#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using Words = std::vector<std::string>;

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
  CHECK(search.list("reading 1") == Words{"hundred", "twenty", "C_1"});
  CHECK(search.list("reading 2") == Words{"hundred", "twenty", "C_10"});
  CHECK(search.list("reading 12") == Words{"fifty", "five", "C_10"});
  CHECK_FALSE(search.has("reading 13"));
  CHECK(search.list("values 1") ==
        Words{"data=one", "data=two", "classifier=svm", "method=platt", "method=ours"});
  CHECK(search.list("values 12") ==
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
