#include "results/page/scoreboard.hpp"

#include <cmath>

#include "results/report/verdicts/verdicts.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/results/report/occurrences.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

Score score(const std::string& paper, const std::string& study, const BlockCounts& counts) {
  Score out{
      .paper = paper, .study = study, .title = "Title of " + study, .source = paper + " (2001), Table 1"};
  out.blocks = counts;
  return out;
}

std::vector<std::string> texts(const xml::Element& page, const std::string& tag,
                               const std::string& css_class) {
  std::vector<std::string> out;
  for (const xml::Element* one : page.all(tag, css_class)) out.push_back(one->text());
  return out;
}

} // namespace

TEST_CASE("the scoreboard adds up the blocks of all tables and lists them by paper", "[page][scoreboard]") {
  const BlockCounts some{.agree = 3, .differ = 3, .explained = 1, .of_the_paper = 1, .unexplained = 1};
  const BlockCounts more{.agree = 1, .cannot_tell = 2};
  const xml::Element page = xml::read(
      scoreboard({score("b", "b/table1", some), score("a", "a/table2", more), score("a", "a/table1", {})}));
  CHECK(texts(page, "p", "headline") == std::vector<std::string>{"4 of 9 blocks agree with their papers."});
  CHECK(texts(page, "p", "counts") == std::vector<std::string>{"3 tables of 2 papers."});
  CHECK(texts(page, "th", "paper") == std::vector<std::string>{"a (2001)", "b (2001)"});
  CHECK(page.all("script").empty());
  const auto blocks = texts(page, "td", "blocks");
  CHECK(blocks == std::vector<std::string>{"nothing to compare with", "1 of 3 agree", "3 of 6 agree"});
}

TEST_CASE("a row of the scoreboard leads to its report where there is one", "[page][scoreboard]") {
  Score with = score("a", "a/table1", {.agree = 1});
  with.report = "reports/a-table1.html";
  const auto links_to = [](const Score& one) { return occurrences(scoreboard({one}), "reports/"); };
  CHECK(links_to(with) == 1);
  CHECK(links_to(score("a", "a/table1", {.agree = 1})) == 0);
}

TEST_CASE("the score of a study has a z of each judged cell, whatever its names", "[page][scoreboard]") {
  for (const Results& results :
       {handmade::table(), handmade::hostile(), handmade::table2(), handmade::data_sets()}) {
    const Judged study = judge(results);
    Score one = score_of(study);
    std::size_t judged_cells = 0;
    for_each_cell(study.table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
      judged_cells += std::isfinite(cell.agreement.z) && !is_improvement(study.table, column) ? 1 : 0;
    });
    CHECK(one.z.size() == judged_cells);
    one.report = "x\"><script>.html";
    const std::string page = scoreboard({one});
    CHECK(occurrences(page, "<script") == 0);
    CHECK(xml::read(page).all("tr").size() == 3); // heads, the paper, the study
  }
}

TEST_CASE("a scoreboard of no table is a page", "[page][scoreboard][degenerate]") {
  CHECK_THAT(scoreboard({}), Catch::Contains("0 of 0 blocks agree"));
}

TEST_CASE("a table of fewer replications than its paper says so, on its row and above",
          "[page][scoreboard]") {
  Results results = handmade::table(); // 4 replications
  results.card.published_replications = 100;
  const std::string less = scoreboard({score_of(judge(results))});
  CHECK(less.find("4 of 100</td>") != std::string::npos);
  CHECK(less.find("1 table rests on fewer replications than the paper.") != std::string::npos);
  results.card.published_replications = 4;
  const std::string all = scoreboard({score_of(judge(results))});
  CHECK(all.find(" of 4</td>") == std::string::npos);
  CHECK(all.find("fewer replications") == std::string::npos);
}
