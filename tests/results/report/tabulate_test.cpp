#include "results/report/table/tabulate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/contract.hpp"
#include "results/render/render.hpp"
#include "tests/results/report/figure/small_functions.hpp"
#include "tests/results/report/golden.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

TableCell tabulated_cell(const Table& table, std::size_t row, const std::string& method,
                         const std::string& metric) {
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (table.columns[c].at.at("method") == method && table.columns[c].metric.name == metric)
      return *table.rows.at(row).cells[c];
  throw std::logic_error("no such column");
}

/// The handmade table with one data set only.
Results one_data_set() {
  Results results = handmade::table();
  std::erase_if(results.card.points, [](const Point& point) { return point.at.at("data") == "example2"; });
  results.card.axes[0].values.pop_back();
  std::erase_if(results.card.published, [](const Published& p) { return p.at.at("data") == "example2"; });
  return results;
}

} // namespace

TEST_CASE("rows and columns follow the layout's axes in the order of their values", "[table]") {
  const Table table = tabulate(handmade::table());
  std::vector<std::vector<std::string>> labels, columns;
  for (const TableRow& row : table.rows) labels.push_back(row.labels);
  for (const TableColumn& column : table.columns)
    columns.push_back({column.labels.front(), column.metric.label});
  CHECK(labels ==
        std::vector<std::vector<std::string>>{
            {"Example 1", "SVM_G"}, {"Example 1", "SVM_L"}, {"Example 2", "SVM_G"}, {"Example 2", "SVM_L"}});
  CHECK(columns == std::vector<std::vector<std::string>>{{"Platt's", "GKL"},
                                                         {"Platt's", "CRE"},
                                                         {"Tuned Platt's", "GKL"},
                                                         {"Tuned Platt's", "CRE"},
                                                         {"Tuned Platt's", "Improv. %"},
                                                         {"bracket (the paper's method)", "GKL"},
                                                         {"bracket (the paper's method)", "CRE"},
                                                         {"bracket (the paper's method)", "Improv. %"}});
}

TEST_CASE("an axis with one value is not shown, and a published number need not name it", "[table]") {
  Results results = one_data_set();
  for (Published& number : results.card.published) number.at.erase("data");
  const Table table = tabulate(results);
  REQUIRE(table.row_axes.size() == 1);
  CHECK(table.row_axes.front().name == "classifier");
  CHECK(table.rows.front().labels == std::vector<std::string>{"SVM_G"});
  CHECK(table.unplaced == 0);
  CHECK(tabulated_cell(table, 0, "platt", "gkl").published.value == "0.581");
}

TEST_CASE("axes that do not vary may be left out of the layout, others may not", "[table]") {
  Results results = one_data_set();
  results.card.layout.rows = {"classifier"};
  CHECK(tabulate(results).rows.size() == 2);
  results = handmade::table();
  results.card.layout.rows = {"classifier"};
  CHECK_THROWS_WITH(tabulate(results), Catch::Contains("leaves out axis 'data'"));
}

TEST_CASE("a layout that names what the study does not have is refused", "[table]") {
  Results results = handmade::table();
  results.card.layout.rows.push_back("kernel");
  CHECK_THROWS_WITH(tabulate(results),
                    Catch::Contains("axis 'kernel'") && Catch::Contains("data, classifier, method"));
  results = handmade::table();
  results.card.layout.metrics.push_back("brier");
  CHECK_THROWS_AS(tabulate(results), core::UserError);
  results = handmade::table();
  results.card.layout.best = "brier";
  CHECK_THROWS_WITH(tabulate(results), Catch::Contains("sets 'brier' bold"));
  results = handmade::table();
  results.card.layout.improvement->of = "brier";
  CHECK_THROWS_WITH(tabulate(results), Catch::Contains("shows metric 'brier'"));
}

TEST_CASE("the improvement is derived from the means it is the improvement of", "[table]") {
  const Table table = tabulate(handmade::table());
  const double ours = tabulated_cell(table, 0, "bracket", "gkl").ours.mean,
               reference = tabulated_cell(table, 0, "platt", "gkl").ours.mean;
  CHECK(tabulated_cell(table, 0, "bracket", "improvement_percent").ours.mean ==
        Approx(100 * (1 - ours / reference)));
  CHECK(tabulated_cell(table, 0, "bracket", "improvement_percent").published.value == "2.58");
}

TEST_CASE("where the reference lies on a row axis its own improvement is an empty place", "[table]") {
  Results results = handmade::table();
  results.card.layout.rows = {"data", "method"};
  results.card.layout.columns = {"classifier"};
  const Table table = tabulate(results);
  REQUIRE(table.columns.size() == 6);
  CHECK(table.columns[2].metric.name == "improvement_percent");
  CHECK_FALSE(table.rows[0].cells[2].has_value());
  CHECK(table.rows[2].cells[2].has_value());
  CHECK(table.rows[2].cells[2]->ours.mean ==
        tabulated_cell(tabulate(handmade::table()), 0, "bracket", "improvement_percent").ours.mean);
}

TEST_CASE("a place the design does not visit is empty", "[table]") {
  Results results = handmade::table();
  std::erase_if(results.card.points, [](const Point& point) { return point.setting == 4; });
  std::erase_if(results.card.published, [&](const Published& number) {
    return number.at ==
           Coordinates{{"data", "example1"}, {"classifier", "svm_linear"}, {"method", "tuned_platt"}};
  });
  const Table table = tabulate(results);
  CHECK_FALSE(table.rows[1].cells[2].has_value());
  CHECK(table.rows[0].cells[2].has_value());
}

TEST_CASE("a published number without a point keeps its place and cannot tell", "[table]") {
  Results results = handmade::table();
  std::erase_if(results.card.points, [](const Point& point) { return point.setting == 4; });
  const TableCell lonely = tabulated_cell(tabulate(results), 1, "tuned_platt", "gkl");
  CHECK_FALSE(lonely.computed);
  CHECK(lonely.agreement.verdict == Verdict::cannot_tell);
}

TEST_CASE("published numbers with no place in the table are counted", "[table]") {
  Results results = handmade::table();
  results.card.published.push_back(
      {{{"data", "example1"}, {"classifier", "psi"}, {"method", "platt"}}, "gkl", "0.5", ""});
  results.card.published.push_back({results.card.points.front().at, "test_error", "0.5", ""});
  CHECK(tabulate(results).unplaced == 2);
}

TEST_CASE("failed cells and cells not yet run lower the count, never the plan", "[table]") {
  Results results = handmade::table();
  CHECK(tabulated_cell(tabulate(results), 3, "bracket", "gkl").ours.used == 3);
  CHECK(tabulated_cell(tabulate(results), 3, "bracket", "gkl").planned == 4);
  results.card.replications = 10;
  CHECK(tabulated_cell(tabulate(results), 0, "platt", "gkl").ours.used == 4);
  CHECK(tabulated_cell(tabulate(results), 0, "platt", "gkl").planned == 10);
}

TEST_CASE("the best of a row is level as printed, and an infinite mean does not compete", "[table]") {
  const Table table = tabulate(handmade::table());
  std::vector<std::vector<std::string>> best(4);
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      if (table.rows[row].cells[c] && table.rows[row].cells[c]->best)
        best[row].push_back(table.columns[c].at.at("method") + " " + table.columns[c].metric.name);
  CHECK(best[0] == std::vector<std::string>{"bracket gkl"});
  CHECK(best[1] ==
        std::vector<std::string>{"tuned_platt gkl", "bracket gkl"}); // 0.5698 and 0.5702, both 0.570
  CHECK(best[2] == std::vector<std::string>{"tuned_platt gkl", "bracket gkl"});
  CHECK(best[3] == std::vector<std::string>{"bracket gkl"});
}

TEST_CASE("where larger is better the largest is best; alone in its row nothing is", "[table]") {
  Results results = handmade::table();
  results.card.layout.best = "improvement_percent";
  CHECK(tabulated_cell(tabulate(results), 0, "bracket", "improvement_percent").best);
  CHECK_FALSE(tabulated_cell(tabulate(results), 0, "tuned_platt", "improvement_percent").best);
  CHECK_FALSE(tabulated_cell(tabulate(results), 0, "bracket", "gkl").best);
  results.card.layout.best = "";
  CHECK_FALSE(tabulated_cell(tabulate(results), 0, "bracket", "gkl").best);
  Results alone = handmade::sweep();
  std::erase_if(alone.card.points, [](const Point& point) { return point.at.at("lambda") != "1"; });
  for (const TableRow& row : tabulate(alone).rows) CHECK_FALSE(row.cells.front()->best);
}

TEST_CASE("a point without a place on a swept axis has a row of its own, after none of the values",
          "[table]") {
  const Table table = tabulate(handmade::sweep());
  REQUIRE(table.rows.size() == 4);
  CHECK(table.rows[0].labels == std::vector<std::string>{"linear", "--"});
  CHECK(table.rows[1].labels == std::vector<std::string>{"Gaussian", "0.5"});
  CHECK(table.columns.size() == 4);
}

TEST_CASE("a method that is not swept is the reference at every value of the sweep", "[table]") {
  Results results = handmade::sweep(); // kernel linear has no sigma: let it be the reference of each sigma
  results.card.layout.improvement = Improvement{.of = "gkl", .axis = "kernel", .over = "linear"};
  results.card.layout.metrics = {"gkl", "improvement_percent"};
  const Table table = tabulate(results);
  const auto& linear = table.rows[0].cells;
  const auto& gaussian = table.rows[2].cells;
  CHECK_FALSE(linear[1].has_value());
  CHECK(gaussian[1]->ours.mean == Approx(100 * (1 - gaussian[0]->ours.mean / linear[0]->ours.mean)));
}

// The reports of the handmade results, byte for byte.

namespace {

std::string without(std::string page, const std::string& opening, const std::string& closing) {
  const auto begin = page.find(opening), end = page.find(closing, begin);
  return begin == std::string::npos ? page : page.erase(begin, end - begin);
}

/// A page without its style sheet, its script, their hashes and its glossary, which say nothing about a
/// study.
std::string without_style(const std::string& page) {
  std::string out = without(without(page, "<style>", "</style>"), "<script>", "</script>");
  return without(without(out, "<meta http-equiv=", "\n"), "<dl class=\"words\">", "</dl>");
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

void check_reports(const std::string& name, const Results& results, const std::vector<Case>& cases) {
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
  CHECK(without_style("a<style>b</style>c<script>d</script>") == "a</style>c</script>");
  CHECK(without_style("a b") == "a b");
}

TEST_CASE("the report of a paper's table is what it was", "[golden]") {
  check_reports("table1", handmade::table(), every_format);
}

TEST_CASE("the report of a sweep is what it was", "[golden]") {
  check_reports("sweep", handmade::sweep(), text_and_csv);
  check_golden("sweep.svg", render(handmade::sweep(), Format::svg));
}

TEST_CASE("the report of drawn functions is what it was", "[golden]") {
  check_reports("functions", handmade::small_functions(), text_and_csv);
  check_golden("functions.svg", render(handmade::small_functions(), Format::svg));
}

TEST_CASE("the report of averages over nondegenerate replicates is what it was", "[golden]") {
  check_reports("nondegenerate", handmade::table2(), text_and_csv);
}

TEST_CASE("the report of a collapsed axis is what it was", "[golden]") {
  Results results = handmade::table2();
  results.card.layout.columns = {"method"};
  results.card.layout.best_over = "neighbours";
  check_reports("best_over", results, text_and_csv);
}

TEST_CASE("the report of several readings is what it was", "[golden]") {
  check_reports("readings", handmade::readings(), text_and_csv);
}

TEST_CASE("the report of averages over data sets, ranks and paired tests is what it was", "[golden]") {
  check_reports("data_sets", handmade::data_sets(), text_and_csv);
}

TEST_CASE("a narrow terminal gets panels, a wide one everything in one line", "[golden]") {
  check_golden("table1_60.txt", render(handmade::table(), Format::text, {.width = 60}));
  check_golden("table1_200.txt", render(handmade::table(), Format::text, {.width = 200}));
  check_golden("sweep_colour.txt", render(handmade::sweep(), Format::text, {.colour = Colour::always}));
}
