#include <sys/stat.h>

#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using Coordinates = results::Coordinates;
using results::FailurePolicy;

namespace {

/// Two methods of one id, told apart by name.
const std::string twice_platt =
    replaced(small_study, "metrics: [gkl, cre]\n",
             "  - method: platt\n    name: tuned\n    tuning: &t {criterion: "
             "cross_validation, lambda: [1, 2]}\n  - method: bracket\n    tuning: *t\n"
             "metrics: [gkl, cre]\n");

std::int64_t folds(const Study& study, std::size_t method) {
  return study.methods[method].tuning.parameters.integer("folds");
}

} // namespace

TEST_CASE("overrides: top-level keys and dotted paths by name, by index and by id reach their values",
          "[spec]") {
  CHECK(study_of(small_study, {"replications=20", "seed=7"}).replications == 20);
  for (const char* path :
       {"data.example1.n_train=200", "data.0.n_train=200", "data.wang2008/example1.n_train=200"}) {
    CAPTURE(path);
    CHECK(study_of(small_study, {path}).data[0].choice.parameters.integer("n_train") == 200);
  }
  CHECK(study_of(small_study, {"layout.decimals=5"}).layout.decimals == 5);
  CHECK(metric_names(study_of(small_study, {"metrics.1=test_error"}))[1] == "test_error");
}

TEST_CASE("overrides: later ones win over earlier ones and over the file", "[spec]") {
  CHECK(study_of(small_study, {"seed=7", "seed=8"}).seed == 8);
}

TEST_CASE("overrides: the value is YAML, so a list, a sweep or a whole block can be set", "[spec]") {
  const Study study =
      study_of(small_study, {"methods.platt.tuning.lambda={grid: [0.1, 1]}", "layout.columns=[lambda]"});
  CHECK(study.methods.size() == 2);
  CHECK(study.methods[1].swept == results::Coordinates{{"lambda", "1"}});
  CHECK(study_of(small_study, {"data.0={source: wang2008/example2}"}).data[0].choice.name == "example2");
  CHECK(study_of(small_study, {"title=\"a = b\""}).title == "a = b");
}

TEST_CASE("overrides: an aliased block is changed only where the path leads", "[spec]") {
  const Study study = study_of(twice_platt, {"methods.bracket.tuning.folds=3"});
  CHECK(folds(study, 1) == 5);
  CHECK(folds(study, 2) == 3);
}

TEST_CASE("overrides: a bare parameter is set in every block that has it and in no other", "[spec]") {
  const Study study = study_of(twice_platt, {"folds=3", "intervals=7", "n_test=50"});
  CHECK(folds(study, 1) == 3);
  CHECK(folds(study, 2) == 3);
  CHECK_FALSE(study.methods[0].tuning.parameters.has("folds"));
  CHECK(study.methods[2].method.parameters.integer("intervals") == 7);
  CHECK(study.data[0].choice.parameters.integer("n_test") == 50);
}

TEST_CASE("overrides: every mistake in one is reported with its text, after those of the file", "[spec]") {
  const std::string broken = replaced(small_study, "kernel: linear", "kernel: linaer");
  CHECK(report_of(broken, {"seed=x", "n_trian=1", "replications"}) ==
        "study.yaml:6:13: unknown kernel 'linaer' (accepted: linear, gaussian). Did you mean 'linear'?\n"
        "override 'seed=x': 'seed' must be an integer (found 'x')\n"
        "override 'n_trian=1': unknown key 'n_trian' (neither a top-level key nor a parameter). Did you mean "
        "'n_train'?\n"
        "override 'replications': not of the form key=value (the key is a path such as "
        "methods.bracket.intervals)\n");
}

TEST_CASE("overrides: paths that lead nowhere say what there is", "[spec]") {
  const auto message = [](const std::string& override) {
    const auto mistakes = mistakes_of(twice_platt, {override});
    REQUIRE(mistakes.size() == 1);
    CHECK(mistakes[0].where == "override '" + override + "'");
    CHECK(mistakes[0].line == 0);
    return mistakes[0].message;
  };
  CHECK(message("methods.braket.intervals=3") ==
        "no 'braket' in 'methods' (there are: platt, tuned, bracket). Did you mean 'bracket'?");
  CHECK(message("methods.bracket.tunning.folds=3") ==
        "no 'tunning' in 'methods.bracket' (there are: method, tuning). Did you mean 'tuning'?");
  CHECK(message("data.5.n_train=3") == "no '5' in 'data' (there are: example1)");
  CHECK(message("title.x=1") == "no 'x' in 'title' (a single value has no parts)");
  CHECK(message("data.example1.bogus=1") ==
        "unknown key 'bogus' in data set 'wang2008/example1' (accepted: source, name, label, stands_for, "
        "n_train, n_test)");
  CHECK(message("layout.rows.7=data") == "no '7' in 'layout.rows' (there are: 0, 1)");
  CHECK(message("data..n_train=1") ==
        "not of the form key=value (the key is a path such as methods.bracket.intervals)");
  CHECK(message("seed={") == "not YAML (end of map flow not found). Close the '{' or separate by commas");
  CHECK(message("seed=") == "'seed' must be an integer (found no value)");
  CHECK(message("extends=a.yaml") == "'extends' cannot be set from the command line. Write it in a file");
  CHECK(message("methods.0.tuning={criterion: fixed, lambda: 1, lambda: 2}") ==
        "duplicate key 'lambda' (first given in line 1). Keep one of them");
}

TEST_CASE("overrides: bytes that a terminal could take for commands are shown as ? or a blank", "[spec]") {
  CHECK(report_of(small_study, {"seed=\tx"}) ==
        "override 'seed= x': a tab in the indentation (YAML indents by spaces). Replace it by spaces\n");
  CHECK(report_of(small_study, {"seed=\x1b[31m"}) ==
        "override 'seed=?[31m': a control character (0x1B, which no config needs). Remove it\n");
}

TEST_CASE("overrides: an id that several blocks share names none of them", "[spec]") {
  const std::string renamed =
      replaced(twice_platt, "method: platt\n    tuning", "method: platt\n    name: plain\n    tuning");
  CHECK(report_of(renamed, {"methods.platt.label=x"}) ==
        "override 'methods.platt.label=x': no 'platt' in 'methods' by itself (more than one has this id: "
        "plain, tuned, "
        "bracket)\n");
}

TEST_CASE("overrides: a bare parameter of two kinds of block, or of no block of this study, is refused",
          "[spec]") {
  CHECK(report_of(small_study, {"intervals=3"}) ==
        "override 'intervals=3': no method of this study has a parameter 'intervals'\n");
  Catalogue catalogue = small_catalogue();
  catalogue.methods[0].parameters.push_back(catalogue.data[0].parameters[0]);
  const ConfigFolder folder;
  CHECK_THROWS_WITH(
      read_study(folder.write("study.yaml", small_study), {"n_train=3"}, catalogue),
      "override 'n_train=3': 'n_train' is a parameter of more than one kind of block (data set and "
      "method). Write the whole path\n1 mistake");
}

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

namespace {

Study read(const std::filesystem::path& file, const std::vector<std::string>& overrides = {}) {
  return read_study(file, overrides, small_catalogue());
}

} // namespace

TEST_CASE("extends: top-level keys of this file replace those of the other, all others are taken over",
          "[spec]") {
  const ConfigFolder folder;
  folder.write("base.yaml", "seed: 3\nreplications: 9\n" + small_study);
  const Study study = read(folder.write("study.yaml", "extends: base.yaml\nseed: 4\nmetrics: [gkl]\n"));
  CHECK(study.seed == 4);
  CHECK(study.replications == 9);
  CHECK(metric_names(study) == std::vector<std::string>{"gkl"});
  CHECK(study.title == "A small study");
  CHECK(study.study == "study");
}

TEST_CASE("extends: a key is replaced whole, not merged", "[spec]") {
  const ConfigFolder folder;
  folder.write("base.yaml", small_study);
  const auto file =
      folder.write("study.yaml", "extends: base.yaml\nlayout: {rows: [data], columns: [method]}\n");
  CHECK_THROWS_WITH(read(file), Catch::Contains("study.yaml:2:9: missing key 'metrics' in the layout"));
}

TEST_CASE("extends: a pipe is refused and not waited for, and so is one of published numbers",
          "[spec][degenerate]") {
  const ConfigFolder folder;
  const auto file = folder.write("study.yaml", "extends: pipe\n");
  REQUIRE(mkfifo((file.parent_path() / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(read(file), Catch::Contains("(it is a pipe or a device)"));
  CHECK_THROWS_WITH(
      read(folder.write("own.yaml", small_study + "published: {file: pipe, replications: 5}\n")),
      Catch::Contains("(it is a pipe or a device)"));
}

TEST_CASE("extends: overrides apply to what was taken over", "[spec]") {
  const ConfigFolder folder;
  folder.write("base.yaml", small_study);
  const Study study = read(folder.write("study.yaml", "extends: base.yaml\n"), {"data.example1.n_train=40"});
  CHECK(study.data[0].choice.parameters.integer("n_train") == 40);
}

TEST_CASE("extends: a published file is found beside the config that names it", "[spec]") {
  const ConfigFolder folder;
  folder.write("paper/published/t.csv", "method,metric,value\nplatt,gkl,0.50\n");
  folder.write("paper/base.yaml", small_study + "published: {file: published/t.csv, replications: 5}\n");
  const Study study = read(folder.write("sweeps/study.yaml", "extends: ../paper/base.yaml\nseed: 2\n"));
  REQUIRE(study.published.size() == 1);
  CHECK(study.published[0].value == "0.50");
  CHECK(study.published_replications == 5);
  CHECK(study.study == "sweeps/study");
}

TEST_CASE("extends: a file of claims is found beside the config that names it", "[spec]") {
  const ConfigFolder folder;
  folder.write("paper/claims.csv", "claim,metric,relation,axis,left,right\n1,gkl,less,method,platt,0.9\n");
  folder.write("paper/base.yaml",
               small_study + "published: {claims: {file: claims.csv, wording: {\"1\": it is small}}}\n");
  const Study study = read(folder.write("sweeps/study.yaml", "extends: ../paper/base.yaml\nseed: 2\n"));
  CHECK(study.claims.size() == 1);
}

TEST_CASE("extends: mistakes of both files are reported, each under its own name", "[spec]") {
  const ConfigFolder folder;
  folder.write("base.yaml", replaced(small_study, "kernel: linear", "kernel: linaer"));
  const auto file = folder.write("study.yaml", "extends: base.yaml\nseed: ten\n");
  try {
    read(file);
    FAIL("accepted");
  } catch (const SpecErrors& errors) {
    REQUIRE(errors.mistakes.size() == 2);
    CHECK(errors.mistakes[0].where == file.string());
    CHECK(errors.mistakes[0].line == 2);
    CHECK(errors.mistakes[1].where == (folder.path() / "base.yaml").string());
    CHECK(errors.mistakes[1].line == 6);
  }
}

TEST_CASE("extends: without the other file its keys are not reported as missing as well", "[spec]") {
  CHECK(report_of("extends: nowhere.yaml\nseed: ten\n").find("missing key") == std::string::npos);
  CHECK(mistakes_of("extends: nowhere.yaml\nseed: ten\n").size() == 2);
}

TEST_CASE("failures: replicates that failed are dropped unless the study says otherwise", "[spec]") {
  const auto policy = [](const std::vector<std::string>& overrides) {
    return study_of(small_study, overrides).layout.failures;
  };
  CHECK(policy({}) == FailurePolicy::drop);
  CHECK(policy({"failures=drop"}) == FailurePolicy::drop);
  CHECK(policy({"failures=worst"}) == FailurePolicy::worst);
  CHECK(policy({"failures=error"}) == FailurePolicy::error);
  CHECK(study_of(small_study + "failures: worst\n").layout.failures == FailurePolicy::worst);
}

TEST_CASE("failures: the resolved study says which policy it has", "[spec]") {
  CHECK_THAT(resolved_json(study_of(small_study)), Catch::Contains("\"failures\": \"drop\""));
  CHECK_THAT(resolved_json(study_of(small_study, {"failures=error"})),
             Catch::Contains("\"failures\": \"error\""));
}
