#include "experiments/config/read_study.hpp"
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
