#include "experiments/referee/printed_table.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "experiments/config/find_config.hpp"
#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using Catch::Contains;

namespace {

constexpr const char* table =
    "data,method,metric,value,sd\n"
    "colon,hhsvm,error_percent,1.10,0.5\n"
    "colon,platt,error_percent,1.50,\n"
    "colon,platt,rank_mse,1.5,\n";

PrintedTable read(const std::string& design, const std::string& csv = table) {
  const ConfigFolder folder;
  return read_printed_table(folder.write("t.csv", csv), folder.write("design.yaml", design));
}

std::string refusal(const std::string& design, const std::string& csv = table) {
  try {
    read(design, csv);
  } catch (const SpecErrors& errors) {
    return errors.what();
  }
  return "";
}

std::size_t impossible(const PrintedTable& printed) {
  std::size_t out = 0;
  for (const results::Remark& one : results::referee(printed.numbers, printed.counts, printed.design))
    out += one.gravity == results::Gravity::impossible;
  return out;
}

PrintedTable of_study(const std::string& name) {
  const auto configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";
  return printed_table_of(planned(read_study(find_config(name, {configs}), {}, catalogue())));
}

std::string said(const PrintedTable& printed) {
  std::string out;
  for (const results::Remark& one : results::referee(printed.numbers, printed.counts, printed.design))
    out += one.sentence + "\n";
  return out;
}

} // namespace

TEST_CASE("referee: a table of anybody's with its design in a few words", "[referee]") {
  const PrintedTable printed = read("replications: 20\ntest_points: {colon: 10}\n");
  REQUIRE(printed.numbers.size() == 3);
  CHECK(printed.numbers[0].at == results::Coordinates{{"data", "colon"}, {"method", "hhsvm"}});
  CHECK(printed.numbers[0].sd == "0.5");
  CHECK(printed.design.data.at("colon").test_points == 10);
  CHECK(impossible(printed) == 1);
  CHECK(impossible(read("replications: 20\ntest_points: 500\n")) == 0);
}

TEST_CASE("referee: a design that is wrong is told with its line, all mistakes at once", "[referee]") {
  CHECK_THAT(refusal("replications: 0\ntest_points: {kolon: 10}\n"),
             Contains("design.yaml:1:15") && Contains("design.yaml:2:15: unknown key 'kolon'") &&
                 Contains("Did you mean 'colon'?"));
  CHECK_THAT(refusal("replications: 20\n"), Contains("gives no ground to ask anything"));
  CHECK_THAT(refusal("ranks: {metrics: [rank_cre], among: method, over: 11}\n"),
             Contains("unknown metric of the table 'rank_cre'"));
  CHECK_THAT(refusal("ranks: {metrics: [rank_mse], among: kernel, over: 11}\n"),
             Contains("unknown column of the table 'kernel'"));
  CHECK_THAT(refusal("improvements: {metric: rank_mse, of: [error_percent], axis: method, over: svm}\n"),
             Contains("unknown method 'svm'"));
  CHECK_THAT(refusal("replications: 20\ntest_points: 10\ntest_sets: drawn\n"), Contains("without 'rows'"));
  CHECK_THAT(refusal("replications: 20\ntest_points: 10\nrows: 5\n"), Contains("more test points than rows"));
  CHECK_THAT(refusal("replications: 20\ntest_points: 10\nrows: 50\npositives: 60\n"),
             Contains("not fewer than"));
}

TEST_CASE("referee: a table that is none is told with its line", "[referee]") {
  const std::string design = "replications: 20\ntest_points: 10\n";
  CHECK_THAT(refusal(design, "data,metric\na,error_percent\n"), Contains("missing column 'value'"));
  CHECK_THAT(refusal(design, "metric,value\nerror_percent,1,2\n"), Contains("t.csv:2:1: 3 fields"));
  CHECK_THAT(refusal(design, "metric,value\nerror_percent,one\n"), Contains("t.csv:2:15: not a number"));
  CHECK_THAT(refusal(design, "metric,value\nerror_percent,1\nerror_percent,2\n"),
             Contains("t.csv:3:1: printed twice"));
  CHECK_THROWS_WITH(read_printed_table("/nowhere/t.csv", "/nowhere/d.yaml"), Contains("cannot be read"));
}

TEST_CASE("referee: the improvements of Wang et al.'s Table 1 follow GKL in all of their cells",
          "[referee]") {
  const PrintedTable printed = of_study("wang2008/table1");
  CHECK_THAT(said(printed), Contains("they follow gkl in 16 of 16 cells"));
  CHECK(printed.design.data.at("example1").test_points == 900);
  CHECK(printed.design.replications == 100);
}

TEST_CASE("referee: three of Rueping's four sums of ranks prove that ties share the smallest", "[referee]") {
  const std::string told = said(of_study("ruping2004/ranks"));
  for (const char* sum : {"43.9", "44.19", "44.83"}) {
    CAPTURE(sum);
    CHECK_THAT(told, Contains("the ranks sum to " + std::string(sum) +
                              ", and 9 without ties to 45: ties share the smallest rank."));
  }
  CHECK_THAT(told, Contains("the ranks sum to 44.99, and 9 without ties to 45: the same within rounding."));
}

TEST_CASE("referee: a table with control characters is refused, so that none reaches a terminal",
          "[referee]") {
  const std::string design = "replications: 20\ntest_points: 10\n";
  CHECK(refusal(design, "data,metric,value\ncolon,error_percent,1.50\n") == "");
  CHECK_THAT(refusal(design, "data,metric,value\nco\x1b[31mlon,error_percent,1.50\n"), Contains("t.csv:2:"));
}

TEST_CASE("referee: an EGKL of the first class alone is found by the GKL beside it", "[referee]") {
  std::ifstream file(std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs/zeng2023/published/readme.csv");
  std::string csv{std::istreambuf_iterator<char>(file), {}};
  for (const std::string coded = "_as_coded"; csv.find(coded) != std::string::npos;)
    csv.erase(csv.find(coded), coded.size());
  const PrintedTable printed = read("replications: 1\n", csv);
  CHECK(impossible(printed) == 3); // P-SVM, and B-SVM with its pairs; A-SVM has .1043 and .1051
  CHECK_THAT(said(printed), Contains("EGKL 0.1321192 is above GKL 0.1109536") &&
                                Contains("EGKL 0.133561 is above GKL 0.1041888") &&
                                !Contains("0.1042973 is above"));
}
