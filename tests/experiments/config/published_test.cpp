#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

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
