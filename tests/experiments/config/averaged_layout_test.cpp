#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

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
