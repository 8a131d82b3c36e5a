#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using Coordinates = results::Coordinates;

namespace {

/// The small study with bracket beside platt and every sweepable axis in the layout.
std::string with_bracket(const std::string& bracket_tuning, const std::string& columns) {
  std::string text =
      replaced(small_study, "metrics: [gkl, cre]\n",
               "  - method: bracket\n    tuning: " + bracket_tuning + "\nmetrics: [gkl, cre]\n");
  return replaced(text, "columns: [method]", "columns: " + columns);
}

std::vector<std::string> names_of(const results::Axis& axis) {
  std::vector<std::string> names;
  for (const results::AxisValue& value : axis.values) {
    CHECK(value.label == value.name);
    names.push_back(value.name);
  }
  return names;
}

const results::Axis& axis_of(const Study& study, const std::string& name) {
  for (const results::Axis& axis : study.axes)
    if (axis.name == name) return axis;
  FAIL("no axis " + name);
  return study.axes.front();
}

} // namespace

TEST_CASE("sweeps: an integer, a real and a word can be swept; values stay in the order of the file",
          "[spec]") {
  std::string text =
      replaced(small_study, "example1\n", "example1\n    n_train: {grid: [200, 50, 100000]}\n");
  text = replaced(text, "kernel: linear",
                  "kernel: {grid: [gaussian, linear]}\n    sigma: {grid: [2, 0.50, 1e5]}");
  const Study study =
      study_of(replaced(text, "[data, classifier]", "[data, classifier, n_train, kernel, sigma]"));
  CHECK(names_of(axis_of(study, "n_train")) == std::vector<std::string>{"200", "50", "100000"});
  CHECK(axis_of(study, "n_train").numeric);
  CHECK(names_of(axis_of(study, "kernel")) == std::vector<std::string>{"gaussian", "linear"});
  CHECK_FALSE(axis_of(study, "kernel").numeric);
  CHECK(names_of(axis_of(study, "sigma")) == std::vector<std::string>{"2", "0.5", core::shortest(1e5)});
  CHECK(study.data.size() == 3);
  CHECK(study.classifiers.size() == 6);
}

TEST_CASE("sweeps: several in one block are multiplied out, the last one fastest", "[spec]") {
  const std::string text =
      replaced(small_study, "kernel: linear",
               "kernel: gaussian\n    sigma: {grid: [1, 2]}\n    sigma_unit: {grid: [median, absolute]}");
  const Study study = study_of(replaced(text, "[data, classifier]", "[data, classifier, sigma, sigma_unit]"));
  REQUIRE(study.classifiers.size() == 4);
  CHECK(study.classifiers[1].swept == Coordinates{{"sigma", "1"}, {"sigma_unit", "absolute"}});
  CHECK(study.classifiers[1].choice.parameters.text("sigma_unit") == "absolute");
  CHECK(study.classifiers[2].swept == Coordinates{{"sigma", "2"}, {"sigma_unit", "median"}});
}

TEST_CASE("sweeps: method and tuning are multiplied, and a swept lambda is one value at each point",
          "[spec]") {
  std::string text =
      with_bracket("{criterion: fixed, lambda: {grid: [0.1, 10]}}", "[method, lambda, intervals]");
  text = replaced(text, "method: bracket\n", "method: bracket\n    intervals: {grid: [5, 10]}\n");
  const Study study = study_of(text);
  REQUIRE(study.methods.size() == 5);
  CHECK(study.methods[2].swept == Coordinates{{"intervals", "5"}, {"lambda", "10"}});
  CHECK(study.methods[2].method.parameters.integer("intervals") == 5);
  CHECK(study.methods[2].tuning.parameters.reals("lambda") == std::vector{10.0});
}

TEST_CASE("sweeps: a block that holds the parameter fixed stands on the axis at that value", "[spec]") {
  const Study study =
      study_of(with_bracket("{criterion: fixed, lambda: {grid: [0.1, 10]}}", "[method, lambda]"));
  CHECK(names_of(axis_of(study, "lambda")) == std::vector<std::string>{"0.1", "10", "1"});
  CHECK(study.methods[0].method.id == "platt");
  CHECK(study.methods[0].swept == Coordinates{{"lambda", "1"}});
}

TEST_CASE(
    "sweeps: a block without the parameter, or with several values to tune over, has no place on the axis",
    "[spec]") {
  std::string text = with_bracket("{criterion: fixed, lambda: 1}", "[method, intervals]");
  text = replaced(text, "method: bracket\n", "method: bracket\n    intervals: {grid: [5, 10]}\n");
  CHECK(study_of(text).methods[0].swept.empty());
  const std::string tuned =
      replaced(with_bracket("{criterion: fixed, lambda: {grid: [2, 3]}}", "[method, lambda]"), "lambda: 1}",
               "lambda: [1, 4]}");
  CHECK(study_of(tuned).methods[0].swept.empty());
  CHECK(axis_of(study_of(tuned), "lambda").values.size() == 2);
}

TEST_CASE("sweeps: the same key in several blocks of one kind is one axis", "[spec]") {
  const std::string text =
      replaced(small_study, "kernel: linear",
               "kernel: gaussian\n    sigma: {grid: [1, 2]}\n  - classifier: weighted_svm\n"
               "    name: other\n    kernel: gaussian\n    sigma: {grid: [4, 2]}");
  const Study study = study_of(replaced(text, "[data, classifier]", "[data, classifier, sigma]"));
  CHECK(names_of(axis_of(study, "sigma")) == std::vector<std::string>{"1", "2", "4"});
  CHECK(study.classifiers.size() == 4);
}

TEST_CASE("sweeps: a sweep that matters in no alternative still multiplies the points", "[spec]") {
  const std::string text =
      replaced(small_study, "kernel: linear", "kernel: linear\n    sigma: {grid: [1, 2]}");
  const Study study = study_of(replaced(text, "[data, classifier]", "[data, classifier, sigma]"));
  REQUIRE(study.classifiers.size() == 2);
  CHECK(study.classifiers[1].swept == Coordinates{{"sigma", "2"}});
  CHECK(core::canonical(study.classifiers[0].choice) == core::canonical(study.classifiers[1].choice));
}

TEST_CASE("sweeps: a sweep of one value adds an axis that the layout need not name", "[spec]") {
  const Study study = study_of(replaced(small_study, "lambda: 1", "lambda: {grid: [3]}"));
  CHECK(names_of(axis_of(study, "lambda")) == std::vector<std::string>{"3"});
  CHECK(study.methods[0].swept == Coordinates{{"lambda", "3"}});
}

TEST_CASE("sweeps: the layout may leave out an axis of one value", "[spec]") {
  const Study study = study_of(replaced(small_study, "rows: [data, classifier]", "rows: [data]"));
  CHECK(study.layout.rows == std::vector<std::string>{"data"});
}

TEST_CASE("sweeps: one key swept in blocks of two kinds is refused at the second", "[spec]") {
  Catalogue catalogue = small_catalogue();
  catalogue.methods[0].parameters.push_back(catalogue.data[0].parameters[0]);
  std::string text = replaced(small_study, "example1\n", "example1\n    n_train: {grid: [50, 60]}\n");
  text = replaced(text, "method: platt\n", "method: platt\n    n_train: {grid: [7, 8]}\n");
  const ConfigFolder folder;
  const auto file = folder.write("study.yaml", replaced(text, "[data, classifier]", "[data, n_train]"));
  try {
    read_study(file, {}, catalogue);
    FAIL("accepted");
  } catch (const SpecErrors& errors) {
    REQUIRE(errors.mistakes.size() == 1);
    CHECK(errors.mistakes[0].line == 10);
    CHECK(errors.mistakes[0].message ==
          "'n_train' is swept in methods as well as in data (a point would have two places on one axis). "
          "Sweep one of "
          "them");
  }
}

TEST_CASE("sweeps: method and tuning together are limited to 10000 alternatives", "[spec]") {
  std::string values = "2";
  for (int i = 3; i <= 102; ++i) values += ", " + std::to_string(i);
  std::string text =
      with_bracket("{criterion: fixed, lambda: {grid: [" + values + "]}}", "[method, lambda, intervals]");
  text = replaced(text, "method: bracket\n", "method: bracket\n    intervals: {grid: [" + values + "]}\n");
  CHECK(
      report_of(text) ==
      "study.yaml:10:5: the sweeps up to this block have more than 10000 combinations. Sweep fewer values\n");
}
