#include "results/answer/answer.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

#include "results/answer/side_by_side.hpp"
#include "results/format/text_grid.hpp"
#include "results/record/text.hpp"
#include "results/render/render.hpp"
#include "results/report/table/tabulate.hpp"
#include "tests/results/report/figure/small_functions.hpp"
#include "tests/results/report/golden.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/results/report/occurrences.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) out.push_back(line);
  return out;
}

/// A study that judges one claim, which fails.
Results claiming() {
  Results all = handmade::methods({{"a", {4, 5, 6}}, {"b", {1, 2, 3}}});
  all.card.published_source = "Wu, Zhang & Liu (2010), Table 1";
  all.card.claims = {{"1",
                      "The first is better.",
                      {{"1", {{"data", "usps"}}, "error_percent", Relation::less, "method", "a", "b", ""}}}};
  return all;
}

/// Three methods of which the paper prints these numbers, five replicates each.
Results printing(const std::vector<results::Published>& numbers) {
  Results all = handmade::methods({{"a", {1, 2, 3, 2, 2}}, {"b", {4, 5, 6, 5, 5}}, {"c", {7, 8, 9, 8, 8}}});
  all.card.published_source = "Somebody (2001), Table 2";
  all.card.published_replications = 20;
  all.card.published = numbers;
  return all;
}

std::vector<Results> studies() {
  return {handmade::table(),
          handmade::sweep(),
          handmade::hostile(),
          handmade::table2(),
          handmade::readings(),
          handmade::data_sets(),
          claiming(),
          handmade::small_functions(),
          handmade::search({{0, 1}, {2, 1}}),
          printing({handmade::printed("a", "2.01", "0.5")})};
}

/// The lines that are wider than they may be. A single word, such as a hash, is left whole by the long
/// report.
std::vector<std::string> too_wide(const std::string& text, std::size_t width, bool words_may_be) {
  std::vector<std::string> out;
  for (const std::string& line : lines_of(text)) {
    const bool is_word = line.size() > 2 && line.find(' ', 2) == std::string::npos;
    if (characters(line) > width && !(words_may_be && is_word)) out.push_back(line);
  }
  return out;
}

} // namespace

TEST_CASE("the answer to a paper's table is what it was", "[answer][golden]") {
  check_golden("answer_80.txt", render_answer(handmade::table(), {.width = 80}));
  check_golden("answer_60.txt", render_answer(handmade::table(), {.width = 60}));
  check_golden("answer_order.txt", render_answer(handmade::data_sets(), {.width = 80}));
  check_golden("answer_sweep.txt", render_answer(handmade::sweep(), {.width = 80}));
}

TEST_CASE("no line is wider than the terminal, whatever the study", "[answer][width]") {
  for (const Results& study : studies())
    for (const std::size_t width : {40, 60, 80, 120}) {
      CAPTURE(study.card.study, width);
      CHECK(too_wide(render_answer(study, {.width = width}), width, false) == std::vector<std::string>{});
      CHECK(too_wide(render(study, Format::text, {.width = width}), width, true) ==
            std::vector<std::string>{});
    }
}

TEST_CASE("text is broken within a word only where the word is wider than the line", "[answer][width]") {
  CHECK(broken("one two three", 8) == std::vector<std::string>{"one two", "three"});
  CHECK(broken("λλλλλ ab", 3) == std::vector<std::string>{"λλλ", "λλ", "ab"});
  CHECK(broken("", 8).empty());
}

TEST_CASE("there are at most eight lines of notes, however much there is to say", "[answer]") {
  Results study = handmade::table();
  for (int i = 0; i < 30; ++i)
    study.card.deviations.push_back(
        "A deviation of very many words that goes on and on and on and on and on.");
  for (const std::size_t width : {40, 60, 80, 120, 200}) {
    const std::vector<std::string> lines = lines_of(render_answer(study, {.width = width}));
    const auto last_blank = std::find(lines.rbegin(), lines.rend(), "");
    CHECK(last_blank - lines.rbegin() <= 8);
    CHECK_THAT(lines.back() + lines.rbegin()[1], Catch::Contains("--details"));
  }
}

TEST_CASE("a note that is cut says so", "[answer]") {
  Results study = handmade::table();
  study.card.causes = {{"example1", "gkl", Cause::paper, std::string(400, 'a') + " b"}};
  CHECK_THAT(render_answer(study, {.width = 80}), Catch::Contains(" ...\n"));
}

TEST_CASE("the verdict is one sentence, in each situation", "[answer]") {
  CHECK(answer(handmade::table()).sentence ==
        "wang2008/table1: 3 of 4 blocks agree with Wang, Shen & Liu (2008), Table 1. 4 of 100 replications.");
  CHECK(answer(claiming()).sentence ==
        "zhang2013/small: 0 of 1 claim of Wu, Zhang & Liu (2010), Table 1 holds; 1 fails. 3 replications.");
  CHECK(answer(handmade::sweep()).sentence ==
        "sweeps/lambda_sigma: no published numbers to compare with. 3 replications.");
  CHECK_THAT(
      answer(handmade::data_sets()).sentence,
      Catch::Contains(" pairs of methods stand in the order of ruping2004; 1 does not; 5 cannot be told. "));
  Results nothing = handmade::table();
  nothing.rows = {};
  CHECK(answer(nothing).sentence == "wang2008/table1: nothing is computed yet.");
  CHECK_FALSE(answer(nothing).grid.has_value());
}

TEST_CASE("one block, one that cannot be told, and none that could be tested have their own words",
          "[answer]") {
  CHECK(answer(printing({handmade::printed("a", "2.0"), handmade::printed("b", "5.0")})).sentence ==
        "zhang2013/small: 1 of 1 block agrees with Somebody (2001), Table 2. 5 of 20 replications.");
  CHECK(answer(printing({handmade::printed("a", "9.0"), handmade::printed("b", "1.0")})).sentence ==
        "zhang2013/small: 0 of 1 block agrees with Somebody (2001), Table 2. 5 of 20 replications.");
  CHECK(answer(printing({handmade::printed("a", "2.0000", "0.0001")})).sentence ==
        "zhang2013/small: 0 of 1 block agrees with Somebody (2001), Table 2; 1 cannot be told. 5 of 20 "
        "replications.");
}

TEST_CASE("the sentence says how much a study rests on, and how long it took", "[answer]") {
  Results study = printing({handmade::printed("a", "2.0")});
  study.card.published_replications = 5;
  CHECK_THAT(answer(study).sentence, Catch::EndsWith(". 5 replications, as in the paper."));
  study.card.published_replications = 2;
  CHECK_THAT(answer(study).sentence, Catch::EndsWith(". 5 replications, 2 in the paper."));
  study.card.published_replications = 0;
  study.provenance["took"] = "12s";
  CHECK_THAT(answer(study).sentence, Catch::EndsWith(". 5 replications, 12s."));
  handmade::drop_replicates(study, 1, 3);
  CHECK_THAT(answer(study).sentence, Catch::EndsWith(". 3 to 5 replications, 12s."));
}

TEST_CASE("each mark of the table is a verdict, and each verdict that is no match a mark", "[answer]") {
  for (const Results& study : {handmade::table(), handmade::table2(), handmade::readings(),
                               printing({handmade::printed("a", "9.0"), handmade::printed("b", "5.0")})}) {
    const Table table = tabulate(study);
    const Grid grid = side_by_side(study, table, blocks(study, table));
    std::size_t off = 0, undecided = 0;
    for (const GridRow& row : grid.rows)
      for (const Entry& entry : row.entries) {
        off += entry.mark.starts_with(mark_of_off);
        undecided += entry.mark.starts_with(mark_of_undecided);
      }
    CAPTURE(study.card.study);
    CHECK(off == verdict_counts(table)[Verdict::off]);
    CHECK(undecided == verdict_counts(table)[Verdict::cannot_tell]);
  }
}

TEST_CASE("a study is settled by the most replications that one of its undecided numbers wants", "[answer]") {
  Results study = handmade::table();
  CHECK(settling_replications(study) == 0);
  handmade::published(study, {{"data", "example1"}, {"classifier", "svm_gaussian"}, {"method", "platt"}},
                      "gkl")
      .se = "0.0003"; // as the note of the report has it: 6
  CHECK(settling_replications(study) == 6);
  study.card.published_comparable = Comparable::order;
  CHECK(settling_replications(study) == 0);
}

TEST_CASE("every published number stands beside marginlab's", "[answer]") {
  const Results study = handmade::table();
  const Table table = tabulate(study);
  const Grid grid = side_by_side(study, table, blocks(study, table));
  std::vector<std::string> wanted, found;
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    if (is_improvement(table, column) || cell.published.value.empty()) return;
    wanted.push_back(cell.published.value + " " + decimal(cell.ours.mean, column.decimals));
  });
  for (const GridRow& row : grid.rows)
    for (std::size_t c = 0; c + 1 < row.entries.size(); c += 2)
      if (row.entries[c].text != "--") found.push_back(row.entries[c].text + " " + row.entries[c + 1].text);
  std::sort(wanted.begin(), wanted.end());
  std::sort(found.begin(), found.end());
  CHECK(found == wanted);
  CHECK(grid.rows.size() == 8); // two metrics, two data sets, two classifiers
  CHECK(grid.rows.front().heading.starts_with("GKL (lower is better), Example 1: differs, unexplained (p <"));
}

TEST_CASE("numbers over other data are not marked one by one", "[answer]") {
  const Results study = handmade::data_sets();
  const Table table = tabulate(study);
  for (const GridRow& row : side_by_side(study, table, blocks(study, table)).rows)
    for (const Entry& entry : row.entries) CHECK(entry.mark.empty());
}

TEST_CASE("diagnostics stand in the table only where the paper prints them", "[answer]") {
  Results study = printing({handmade::printed("a", "2.0")});
  study.card.layout.diagnostics = {"test_points"};
  CHECK_THAT(render_answer(study), !Catch::Contains("test_points"));
  study.card.published.push_back({{{"data", "usps"}, {"method", "a"}}, "test_points", "488", ""});
  CHECK_THAT(render_answer(study), Catch::Contains("test_points"));
}

TEST_CASE("no report says ours: the columns are published and marginlab", "[answer]") {
  const std::regex ours("\\bours?\\b", std::regex::icase);
  for (Results study : studies()) {
    study.card.title = "A caption"; // the paper's own words
    for (const Format format : {Format::text, Format::markdown, Format::latex, Format::csv, Format::html}) {
      CAPTURE(study.card.study, static_cast<int>(format));
      CHECK_FALSE(std::regex_search(render(study, format), ours));
    }
    CHECK_FALSE(std::regex_search(render_answer(study), ours));
  }
}

TEST_CASE("a terminal's answer is coloured by verdict, a file's has no escape", "[answer]") {
  const std::string coloured = render_answer(handmade::table(), {.colour = Colour::always, .width = 80});
  CHECK(occurrences(coloured, "\x1b[1;31m") == 2);
  CHECK(render_answer(handmade::table()).find('\x1b') == std::string::npos);
}

TEST_CASE("while a table fills, a number has how many replicates are behind it, and its mark once all are",
          "[answer][follow][manufactured]") {
  const std::vector<results::Published> numbers{handmade::printed("a", "2.01", "0.5"),
                                                handmade::printed("b", "9.00", "0.5")};
  Results all = printing(numbers);
  const auto entry = [&](std::size_t place) { // published and marginlab by turns
    return flat(filling_table(all, tabulate(all)).rows.at(0).entries.at(place));
  };
  CHECK(entry(1) == "2.00");
  CHECK(entry(3) == "5.00 x");
  all.rows.setting.resize(7); // all of a, two of b
  all.rows.replicate.resize(7);
  all.rows.outcome.resize(7);
  all.rows.seconds.resize(7);
  for (auto& [name, values] : all.rows.values) values.resize(7);
  CHECK(entry(1) == "2.00");
  CHECK(entry(3) == "4.50 [2/5]");
  all.rows = {};
  CHECK(entry(2) == "9.00");
  CHECK(entry(3).find("[0/5]") != std::string::npos);
}
