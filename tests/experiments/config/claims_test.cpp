#include "experiments/config/read_study.hpp"
#include "results/record/card_json.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using Catch::Contains;

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
