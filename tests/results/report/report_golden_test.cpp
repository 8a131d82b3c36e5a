#include <cstdlib>
#include <fstream>
#include <sstream>

#include "results/format/render.hpp"
#include "tests/results/report/figure/small_functions.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/results/report/handmade_readings.hpp"
#include "tests/results/report/handmade_table2.hpp"
#include "tests/support/catch.hpp"

// The reports of the handmade results, byte for byte: regression only. To accept a change, run this test with
// MARGINLAB_WRITE_GOLDEN=1, read the difference, and run it again without.
using namespace results;

namespace {

std::string path_of(const std::string& name) {
  return std::string(MARGINLAB_SOURCE_DIR) + "/tests/results/report/golden/" + name;
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The first line in which two texts differ, with both versions; empty if there is none.
std::string first_difference(const std::string& one, const std::string& other) {
  std::istringstream a(one), b(other);
  for (int number = 1;; ++number) {
    std::string left, right;
    const bool more_left = static_cast<bool>(std::getline(a, left)),
               more_right = static_cast<bool>(std::getline(b, right));
    if (!more_left && !more_right) return one == other ? "" : "the last line break";
    if (left != right || more_left != more_right)
      return "line " + std::to_string(number) + "\n" + left + "\n" + right;
  }
}

void check_golden(const std::string& name, const std::string& report) {
  CAPTURE(name);
  if (std::getenv("MARGINLAB_WRITE_GOLDEN") != nullptr) {
    std::ofstream(path_of(name), std::ios::binary) << report;
    FAIL_CHECK("golden file written; read it, then run without MARGINLAB_WRITE_GOLDEN");
    return;
  }
  CHECK(first_difference(report, content(path_of(name))) == "");
}

/// A page without its stylesheet, which says nothing about a study.
std::string without_style(std::string page) {
  const auto begin = page.find("<style>"), end = page.find("</style>");
  return begin == std::string::npos ? page : page.erase(begin, end - begin);
}

struct Case {
  Format format;
  std::string ending;
};

/// One study in every format; of the others what is told, and its numbers.
const std::vector<Case> every_format{{Format::text, "txt"},
                                     {Format::markdown, "md"},
                                     {Format::latex, "tex"},
                                     {Format::csv, "csv"},
                                     {Format::html, "html"}},
    text_and_csv{{Format::text, "txt"}, {Format::csv, "csv"}};

void check_golden(const std::string& name, const Results& results, const std::vector<Case>& cases) {
  for (const auto& [format, ending] : cases)
    check_golden(name + "." + ending, without_style(render(results, format)));
}

} // namespace

TEST_CASE("the golden comparison notices one character and a lost line break", "[golden]") {
  CHECK(first_difference("a\nb\n", "a\nb\n").empty());
  CHECK(first_difference("a\nb\n", "a\nc\n") == "line 2\nb\nc");
  CHECK(first_difference("a\nb", "a\nb\n") == "the last line break");
  CHECK(first_difference("a\n", "a\nb\n") == "line 2\n\nb");
}

TEST_CASE("a page without its stylesheet keeps everything else", "[golden]") {
  CHECK(without_style("a<style>b</style>c") == "a</style>c");
  CHECK(without_style("a b") == "a b");
}

TEST_CASE("the report of a paper's table is what it was", "[golden]") {
  check_golden("table1", handmade::table(), every_format);
}

TEST_CASE("the report of a sweep is what it was", "[golden]") {
  check_golden("sweep", handmade::sweep(), text_and_csv);
  check_golden("sweep.svg", render(handmade::sweep(), Format::svg));
}

TEST_CASE("the report of drawn functions is what it was", "[golden]") {
  check_golden("functions", handmade::small_functions(), text_and_csv);
  check_golden("functions.svg", render(handmade::small_functions(), Format::svg));
}

TEST_CASE("the report of averages over nondegenerate replicates is what it was", "[golden]") {
  check_golden("nondegenerate", handmade::table2(), text_and_csv);
}

TEST_CASE("the report of a collapsed axis is what it was", "[golden]") {
  Results results = handmade::table2();
  results.card.layout.columns = {"method"};
  results.card.layout.best_over = "neighbours";
  check_golden("best_over", results, text_and_csv);
}

TEST_CASE("the report of several readings is what it was", "[golden]") {
  check_golden("readings", handmade::readings(), text_and_csv);
}

TEST_CASE("the report of averages over data sets, ranks and paired tests is what it was", "[golden]") {
  check_golden("data_sets", handmade::data_sets(), text_and_csv);
}

TEST_CASE("a narrow terminal gets panels, a wide one everything in one line", "[golden]") {
  check_golden("table1_80.txt", render(handmade::table(), Format::text, {.width = 80}));
  check_golden("table1_200.txt", render(handmade::table(), Format::text, {.width = 200}));
  check_golden("sweep_colour.txt", render(handmade::sweep(), Format::text, {.colour = Colour::always}));
}
