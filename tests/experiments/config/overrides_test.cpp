#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

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
