#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

#include "experiments/config/read_study.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/text.hpp"
#include "tests/experiments/config/support/broken_corpus.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

TEST_CASE("broken configs: each of the corpus is reported exactly as the comment at its end says", "[spec]") {
  const BrokenCorpus corpus;
  const auto names = corpus.names();
  REQUIRE(names.size() >= 120);
  for (const std::string& name : names) {
    CAPTURE(name);
    const std::string expected = expected_of(name);
    REQUIRE_FALSE(expected.empty());
    const auto errors = errors_of(name + ".yaml");
    REQUIRE(errors);
    CHECK(std::string(errors->what()) + "\n" == expected);
  }
}

TEST_CASE("broken configs: every report ends with the number of its mistakes", "[spec]") {
  const BrokenCorpus corpus;
  for (const std::string& name : corpus.names()) {
    CAPTURE(name);
    const auto errors = errors_of(name + ".yaml");
    REQUIRE(errors);
    const std::size_t count = errors->mistakes.size();
    std::string end = "\n";
    end += std::to_string(count);
    end += count == 1 ? " mistake" : " mistakes";
    CHECK_THAT(errors->what(), Catch::EndsWith(end));
  }
}

TEST_CASE("broken configs: no report lets a control character or a broken byte through to the terminal",
          "[spec]") {
  const BrokenCorpus corpus;
  for (const std::string& name : corpus.names()) {
    CAPTURE(name);
    const auto errors = errors_of(name + ".yaml");
    REQUIRE(errors);
    for (const char c : std::string(errors->what()))
      REQUIRE((static_cast<unsigned char>(c) >= 0x20 || c == '\n'));
  }
}

namespace {

// name | file@line:column text | ...   The text is what stands at that place in the file; the file is left
// out where it is the config itself; 0:0 is the file as a whole. Regression table; each text was checked by
// eye to be the mistake.
constexpr const char* table = R"TABLE(
alias_bomb | @5:32 *d
alias_reported_once | @9:43 one
alias_within_itself | @9:43 *t
apostrophe_in_quotes | @1:15 s
at_sign | @1:8 @home
averaged_misspelt | @16:14 dat | @17:27 amongst | @17:49 crr | @17:61 smalest | @17:80 16 | @18:24 dta | @18:44 brackets | @18:59 gk | @18:70 0.9 | @18:82 both
best_over_heat_map | @16:13 [ | @17:16 {
best_over_in_columns | @15:14 lambda
best_over_method | @15:14 method
best_over_unknown | @15:14 lamda
best_over_without_sweep | @15:14 lambda
blank_missing_behind_colon | @9:32 lambda:1
block_is_a_word | @3:5 wang2008/exa
colon_in_plain_text | @1:15 :
control_character | @1:12
depth_bomb | @1:107 [
depth_bomb_block | @101:101 a:
duplicate_key | @3:1 seed: | @9:5 kernel:
empty | @0:0
empty_label | @4:12 ""
empty_list | @9:40 [
empty_section | @2:7 [
escape_in_label | @4:12 "
extends_a_broken_file | @2:7 ten | unknown_word.yaml@6:13 Gausian
extends_a_chain | @1:10 extends_a_ch
extends_a_chain_link | @1:10 extends_itse
extends_a_missing_file | @1:10 nowhere.yaml | @2:7 x
extends_itself | @1:10 extends_itse
failures_in_the_layout | @16:3 failures
failures_is_a_list | @16:11 [
failures_misspelt | @16:11 wrost
fraction_for_integer | @4:14 99.5
hexadecimal | @2:7 0x10
infinite | @9:40 inf
integer_outside | @4:14 1
integer_too_large | @4:14 999999999999
labels_not_unique | @8:5 classifier:
layout_average | @15:12 nondegenrate
layout_average_is_a_list | @15:12 [
layout_axis_twice | @13:12 [
layout_chart_dots | @16:51 sigma | @16:64 { | @16:64 { | @16:80 z:
layout_chart_incomplete | @16:10 { | @16:10 {
layout_chart_is_a_word | @16:10 path
layout_chart_labels | @16:57 [intercept]
layout_chart_names | @16:18 path.x | @16:29 row | @16:46 w-1 | @16:51 beta_0
layout_chart_replicate | @16:55 10
layout_chart_unknown_key | @16:44 replicat
layout_chart_y_is_a_word | @16:34 beta_0 | @16:49 []
layout_decimals | @15:13 11
layout_heat_map | @15:13 [
layout_improvement_incomplete | @15:16 { | @15:16 {
layout_improvement_missing | @14:18 improvement_
layout_improvement_wrong | @15:21 glk | @15:32 methods | @15:47 plat
layout_is_a_list | @11:9 [
layout_metric_not_computed | @14:18 test_error | @15:9 cre
layout_misclassified | @16:18 yes
layout_unknown_axis | @12:16 clasifier
layout_without_columns | @12:3 rows:
line_break_in_title | @1:8 "A
list_as_key | @2:3 [
list_for_integer | @4:14 [
list_for_word | @6:13 [
long_line | @10:166 glk | @10:166 glk
many_mistakes | @1:1 titel: | @2:7 07 | @4:13 wang2008/exa | @5:5 n_trian: | @5:14 1e3 | @8:13 [ | @11:40 1e999 | @12:16 crr | @15:13 mehtod
map_for_integer | @4:14 {
mean_over_and_best_over | @16:14 lambda
mean_over_in_rows | @16:16 { | @17:13 [ | @18:14 data
merge_key | @4:6 <<:
metric_twice | @10:21 gkl
metrics_is_a_word | @10:10 gkl
missing_criterion | @9:13 {
missing_everything | @1:1 seed: | @1:1 seed: | @1:1 seed: | @1:1 seed:
missing_parameter | @5:5 classifier:
missing_source | @3:5 n_train:
missing_tuning | @8:5 method:
name_not_file_safe | @4:11 ../example1
name_with_a_dot | @4:11 example.1
names_not_unique | @10:5 method:
no_value | @4:5 n_train:
not_a_number | @9:40 .nan
not_positive | @9:40 0
not_utf8 | @1:12
null_value | @4:14
octal_integer | @4:14 010
octal_real | @9:44 010
only_a_list | @1:1 -
only_a_word | @1:1 hello
only_comments | @0:0
overlong_utf8 | @1:10
parameter_of_another_entry | @9:5 intervals:
published_blank_method | published_blank_method.csv@2:1 ,
published_empty | published_empty.csv@0:0
published_malformed_deviation | published_malformed_deviation.csv@2:16 (0.01)
published_malformed_number | published_malformed_number.csv@2:11 0.5O | published_malformed_number.csv@3:1 platt | published_malformed_number.csv@4:15 n/a
published_missing_file | @11:19 published_mi
published_quotes | published_quotes.csv@2:1 "platt"
published_repeated | published_repeated.csv@3:1 platt
published_replications | @11:61 many
published_tests_incomplete | @15:18 rank_gkl | @17:37 classifier | @18:25 ordr | @18:38 { | @18:47 0
published_unknown_column | published_unknown_column.csv@2:1 methd
published_unknown_metric | published_unknown_metric.csv@2:7 glk
published_without_file | @11:12 {
published_without_metric | published_without_metric.csv@1:1 method
published_without_needed_axis | published_without_needed_axis.csv@1:1 classifier
quoted_number | @4:14 "100"
range_backwards | @9:40 {
range_below_zero | @9:40 {
range_linear_between_no_powers | @9:40 {
range_misspelt | @9:41 form: | @9:73 even
range_too_fine | @9:40 {
range_without_end | @9:40 {
rank_over_another_axis | @17:14 { | @18:37 [
rank_over_itself | @15:13 gkl | @16:34 data | @17:24 method
readings_comparable_order | @17:55 order
readings_is_a_list | @16:13 [
readings_without_stand_ins | @15:13 {
readings_wrong_metrics | @17:29 cre | @17:34 improvement_ | @17:56 metric:
real_for_integer | @4:14 1e2
second_document | @15:1 ---
section_is_a_map | @3:3 source:
seed_negative | @2:7 -1 | @3:15 0
sentence_with_colon | @12:5 lambda: | @13:13 none
several_sweeps_not_in_layout | @13:3 rows: | @13:3 rows:
stands_for_in_tuning | @9:43 stands_for:
stands_for_itself | @9:17 platt
stands_for_no_name | @7:17 svm/g | @10:17 [
stands_for_nobody | @9:17 brackett
stands_for_without_column | @9:17 bracket
stands_for_without_published | @9:17 bracket
sweep_and_range_mixed | @9:55 from: | @12:3 rows:
sweep_empty | @9:47 [
sweep_misspelt | @9:41 gird: | @12:3 rows:
sweep_not_in_layout | @12:3 rows:
sweep_of_a_number | @9:47 1
sweep_of_lists | @9:48 [
sweep_too_long | @3:5 source:
sweep_with_repetition | @9:54 1.0 | @12:3 rows:
sweep_with_wrong_value | @9:51 x | @9:54 -2
tab_in_indentation | @6:1
tag | @1:8 !!str | @9:40 !number
too_large_for_a_double | @9:40 1e400
too_small_for_a_double | @9:40 1e-400
type_checked_where_irrelevant | @7:12 wide
umlaut_before_the_mistake | @9:32 "l | @9:51 x
unclosed_bracket | @11:7 :
unclosed_quote | @1:8 "A
undefined_alias | @9:13 *tuned
unknown_data_set | @3:13 wang2008/exm
unknown_entries | @5:17 wieghted_svm | @8:13 plat | @9:25 bootstrap
unknown_key_far_from_all | @2:1 author:
unknown_key_in_layout | @15:3 bset:
unknown_metric | @10:11 glk
unknown_parameter | @9:32 lamda:
unknown_top_level_key | @1:1 titel:
unknown_word | @6:13 Gausian
until_incomplete | @15:8 { | @15:8 { | @15:22 maximum
until_is_a_word | @15:8 enough
until_never_met | @15:15 0 | @15:32 20
until_of_no_metric | @15:26 gbl
utf16 | @1:1
very_long_key | @1:1 xyyyyyyyyyyy
windows_line_ends | @6:13 linaer
word_for_integer | @4:14 many
word_in_list | @9:44 ten | @9:49 1e
wrong_indentation | @6:13 :
yes_for_integer | @4:14 yes
yes_for_text | @1:8 No
yes_for_word | @6:13 yes
)TABLE";

struct Expected {
  std::string file;
  int line = 0, column = 0;
  std::string text;
};

struct Row {
  std::string name;
  std::vector<Expected> mistakes;
};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Expected parse_cell(const std::string& cell, const std::string& name) {
  Expected expected;
  const std::size_t at = cell.find('@');
  expected.file = at == 0 ? name + ".yaml" : cell.substr(0, at);
  char colon = 0;
  std::istringstream place(cell.substr(at + 1));
  place >> expected.line >> colon >> expected.column;
  std::getline(place, expected.text);
  expected.text = trimmed(expected.text);
  return expected;
}

std::vector<Row> rows() {
  std::vector<Row> rows;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    std::istringstream cells(line);
    std::string cell;
    std::getline(cells, cell, '|');
    Row row{trimmed(cell), {}};
    while (std::getline(cells, cell, '|')) row.mistakes.push_back(parse_cell(trimmed(cell), row.name));
    rows.push_back(row);
  }
  if (rows.size() < 150) throw std::runtime_error("the table of places is not whole");
  return rows;
}

/// The rest of a line from a 1-based column in characters.
std::string rest_of_line(const Expected& at) {
  const std::string line = split_lines(bytes_of(at.file)).at(static_cast<std::size_t>(at.line) - 1);
  return line.substr(offset_of_character(line, at.column - 1));
}

} // namespace

TEST_CASE("broken configs: every mistake is found at its line and column, and there are no others",
          "[spec]") {
  const BrokenCorpus corpus;
  for (const Row& row : rows()) {
    CAPTURE(row.name);
    const auto errors = errors_of(row.name + ".yaml");
    REQUIRE(errors);
    REQUIRE(errors->mistakes.size() == row.mistakes.size());
    for (std::size_t i = 0; i < row.mistakes.size(); ++i) {
      CHECK(errors->mistakes[i].where == row.mistakes[i].file);
      CHECK(errors->mistakes[i].line == row.mistakes[i].line);
      CHECK(errors->mistakes[i].column == row.mistakes[i].column);
    }
  }
}

TEST_CASE("broken configs: the offending text stands at the reported line and column", "[spec]") {
  const BrokenCorpus corpus;
  for (const Row& row : rows())
    for (const Expected& expected : row.mistakes) {
      CAPTURE(row.name, expected.line, expected.column);
      if (!expected.text.empty()) CHECK_THAT(rest_of_line(expected), Catch::StartsWith(expected.text));
    }
}

TEST_CASE("broken configs: the table of places covers the whole corpus", "[spec]") {
  const BrokenCorpus corpus;
  std::vector<std::string> names;
  for (const Row& row : rows()) names.push_back(row.name);
  CHECK(names == corpus.names());
}

namespace {

std::string shipped_text(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::string(MARGINLAB_SOURCE_DIR) + "/configs/" + name, std::ios::binary).rdbuf();
  return text.str();
}

/// A few random edits: a byte changed, a piece deleted, doubled or moved, a piece of YAML syntax put in.
std::string damaged(std::string text, std::mt19937& random) {
  static const std::vector<std::string> pieces{
      "{",      "}",     "[",      "]",   ":",     ": ",   "- ",
      "&a ",    "*a",    "\n",     "  ",  "\t",    "'",    "\"",
      "#",      "<<: ",  "grid: ", "010", "1e999", "\xFF", "~",
      "!!map ", "---\n", "? ",     "|\n", ">-\n",  "%",    "{grid: [1, 2]}",
      ","};
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
    const std::size_t at = below(text.size()), length = below(12);
    switch (below(5)) {
      case 0:
        text.replace(at, 1, 1, static_cast<char>(below(256)));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length * 4));
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), length * 4));
        break;
      default:
        text.insert(at, pieces[below(pieces.size())]);
    }
  }
  return text;
}

} // namespace

TEST_CASE("damaged configs: each ends in a study or in a list of located mistakes, never in anything else",
          "[spec]") {
  const ConfigFolder folder;
  folder.write("published/table1.csv", shipped_text("wang2008/published/table1.csv"));
  const Catalogue catalogue = small_catalogue();
  int studies = 0, refusals = 0;
  for (const char* name : {"wang2008/table1.yaml", "sweeps/example1_lambda_sigma.yaml"}) {
    const std::string text = shipped_text(name);
    for (unsigned seed = 0; seed < 1500; ++seed) {
      CAPTURE(name, seed);
      std::mt19937 random(seed);
      const auto file = folder.write("study.yaml", damaged(text, random));
      try {
        read_study(file, {}, catalogue);
        ++studies;
      } catch (const SpecErrors& errors) {
        ++refusals;
        REQUIRE_FALSE(errors.mistakes.empty());
        for (const Mistake& mistake : errors.mistakes)
          REQUIRE((mistake.line > 0 || mistake.message.find("empty") != std::string::npos));
      }
    }
  }
  CHECK(studies > 100);
  CHECK(refusals > 1000);
}

TEST_CASE("damaged overrides: each ends in a study or in a list of mistakes, never in anything else",
          "[spec]") {
  const ConfigFolder folder;
  const auto file = folder.write("study.yaml", small_study);
  const Catalogue catalogue = small_catalogue();
  int refusals = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::string text =
        damaged("methods.platt.tuning={criterion: fixed, lambda: {grid: [1, 2]}}", random);
    try {
      read_study(file, {text}, catalogue);
    } catch (const SpecErrors& errors) {
      ++refusals;
      REQUIRE_FALSE(errors.mistakes.empty());
    }
  }
  CHECK(refusals > 1000);
}
