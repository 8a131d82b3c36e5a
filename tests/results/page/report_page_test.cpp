#include "results/page/report_page.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "results/page/cell_facts.hpp"
#include "results/page/curve.hpp"
#include "results/page/marks.hpp"
#include "results/page/page_data.hpp"
#include "results/page/words.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/table/tabulate.hpp"
#include "results/report/verdicts/blocks.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/occurrences.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

std::vector<CellFacts> facts_of(const Results& results) {
  const Table table = tabulate(results);
  return cell_facts(results, table, blocks(results, table));
}

const CellFacts& fact(const std::vector<CellFacts>& cells, const std::string& address) {
  for (const CellFacts& cell : cells)
    if (cell.address == address) return cell;
  FAIL("no cell " << address);
  return cells.front();
}

nlohmann::json data_of(const std::string& page) {
  const xml::Element read = xml::read(page);
  for (const xml::Element* script : read.all("script"))
    if (script->attributes.contains("id")) return nlohmann::json::parse(script->own_text);
  FAIL("no data");
  return {};
}

/// Every study of the tests of the report.
std::vector<Results> all_studies() {
  return {handmade::table(), handmade::sweep(), handmade::hostile(), handmade::table2(),
          handmade::readings()};
}

} // namespace

TEST_CASE("every number of every table stands in the text of the page", "[page]") {
  for (const Results& results : all_studies()) {
    const std::string text = xml::read(report_page(results)).text();
    const Table table = tabulate(results);
    for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
      for (const std::string& number :
           {cell.published.value, cell.published.se, decimal(cell.ours.mean, column.decimals),
            spread(cell.ours.se, column.decimals), decimal(std::abs(cell.agreement.z), 2)}) {
        CAPTURE(results.card.study, number);
        CHECK(text.find(with_minus(number)) != std::string::npos);
      }
    });
  }
}

TEST_CASE("no two cells of a page have one address, and each address is that of a row of the table",
          "[page]") {
  for (const Results& results : all_studies()) {
    const xml::Element page = xml::read(report_page(results));
    std::set<std::string> ids;
    for (const char* tag :
         {"tr", "div", "h2", "section", "table", "dialog", "button", "p", "span", "dl", "code"})
      for (const xml::Element* element : page.all(tag))
        if (element->attributes.contains("id")) CHECK(ids.insert(element->attributes.at("id")).second);
    for (const xml::Element* link : page.all("a")) {
      CAPTURE(link->attributes.at("href"));
      CHECK(ids.contains(link->attributes.at("href").substr(1)));
    }
    CHECK(data_of(report_page(results))["cells"].size() ==
          page.all("table", "comparison").front()->all("tr").size() - 1);
  }
}

TEST_CASE("the address of a cell is data, classifier, method and metric", "[page]") {
  const auto cells = facts_of(handmade::table());
  CHECK(fact(cells, "example1-svm_linear-platt-gkl").labels ==
        std::vector<std::string>{"Example 1", "SVM_L", "Platt's", "GKL"});
  CHECK(address_of("a b\"<>/c.1_\xE2\x80\xAE") == "a-b----c.1_---");
}

TEST_CASE("names that read alike as addresses keep their own", "[page]") {
  Results results = handmade::methods({{"a b", {1, 2, 3}}, {"a-b", {4, 5, 6}}});
  const auto cells = facts_of(results);
  REQUIRE(cells.size() == 2);
  CHECK(cells[0].address == "usps-a-b-error_percent");
  CHECK(cells[1].address == "usps-a-b-error_percent-2");
}

TEST_CASE("names with markup, quotes, signs of direction and 500 characters break no page",
          "[page][hostile]") {
  const std::string long_name(500, 'x');
  for (const std::string& name : {std::string("</script><script>alert(1)</script>"),
                                  std::string("<!--<script>"), std::string("\"'`|&amp;]]>"),
                                  std::string("\xE2\x80\xAE"
                                              "abc\xE2\x81\xA6"),
                                  long_name, std::string("\x1b[31m\x01")}) {
    Results results = handmade::methods({{"a", {1, 2, 3}}, {"b", {2, 3, 5}}});
    results.card.title = name;
    results.card.axes[2].values[0].label = name;
    results.card.metrics[0].label = name;
    results.card.published = {handmade::printed("a", "1.50")};
    results.card.published_source = name;
    const std::string page = report_page(results, name);
    CAPTURE(name);
    CHECK(occurrences(page, "<script") == 2);
    CHECK(occurrences(page, "</script>") == 2);
    CHECK(occurrences(page, "\xE2\x80\xAE") == 0);
    CHECK(occurrences(page, "\x1b") == 0);
    const xml::Element read = xml::read(page);
    if (name[0] != '\x1b' && name[0] != '\xE2') CHECK(read.all("h1").front()->text() == name);
    CHECK(data_of(page)["cells"].size() == 2);
  }
}

TEST_CASE("the policy of the page allows a style sheet and a script by their hashes, and nothing unsafe",
          "[page]") {
  const std::string page = report_page(handmade::table());
  const xml::Element read = xml::read(page);
  std::string policy;
  for (const xml::Element* meta : read.all("meta"))
    if (meta->attributes.contains("http-equiv")) policy = meta->attributes.at("content");
  CHECK(policy.starts_with("default-src 'none'; "));
  CHECK(occurrences(policy, "unsafe") == 0);
  CHECK(occurrences(policy, "sha256-") == 2);
  CHECK(occurrences(page, " style=") == 0);
  CHECK(occurrences(page, " onclick=") == 0);
}

TEST_CASE("the script and the style sheet stay small enough to be read", "[page]") {
  const xml::Element page = xml::read(report_page(handmade::table()));
  CHECK(page.all("style").front()->own_text.size() < 12000);
  CHECK(page.all("script").back()->own_text.size() < 12000);
}

TEST_CASE("a study without published numbers has the page without verdicts", "[page]") {
  const Results results = handmade::methods({{"a", {1, 2, 3}}, {"b", {2, 3, 5}}});
  const xml::Element page = xml::read(report_page(results));
  CHECK(page.all("p", "headline").front()->own_text.starts_with("No published numbers to compare with"));
  CHECK(page.all("svg", "bar").empty());
  CHECK(page.all("article", "card").empty());
  CHECK(page.all("article", "forest").size() == 1);
  CHECK(page.all("a", "row").size() == 2);
  CHECK(page.all("path", "m-published").empty());
}

TEST_CASE("a study of which the paper prints improvements alone has a page", "[page][degenerate]") {
  Results results = handmade::table();
  std::erase_if(results.card.published,
                [](const Published& one) { return one.metric != "improvement_percent"; });
  REQUIRE_FALSE(results.card.published.empty());
  const xml::Element page = xml::read(report_page(results));
  CHECK(page.all("svg", "bar").empty());
  CHECK_FALSE(page.all("article", "forest").empty());
}

TEST_CASE("a study of which nothing has been run has a page", "[page][degenerate]") {
  for (Results results : all_studies()) {
    results.rows = {};
    results.failures = {};
    CHECK(xml::read(report_page(results)).all("table", "comparison").size() == 1);
  }
}

TEST_CASE("the best beside a cell is another method, and level within two standard errors", "[page]") {
  const auto cells = facts_of(handmade::methods(
      {{"best", {1.0, 2.0, 3.0, 4.0}}, {"level", {1.5, 1.9, 3.1, 4.2}}, {"worse", {2.0, 3.1, 4.0, 5.0}}}));
  CHECK_FALSE(fact(cells, "usps-best-error_percent").best.has_value());
  const auto& level = fact(cells, "usps-level-error_percent").best;
  REQUIRE(level.has_value());
  CHECK(level->label == "<best>");
  CHECK(level->difference.mean == Approx(0.175));
  CHECK(level->is_level);
  const auto& worse = fact(cells, "usps-worse-error_percent").best;
  REQUIRE(worse.has_value());
  CHECK(worse->difference.mean == Approx(1.025));
  CHECK_FALSE(worse->is_level);
}

TEST_CASE("replicates beyond two hundred become quantiles and the farthest ten", "[page]") {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(i);
  values[700] = 5000;
  const Results results = handmade::methods({{"a", values}});
  const auto cell = data_of(report_page(results))["cells"][0];
  CHECK(cell["thinned"] == 1000);
  CHECK(cell["r"].size() == 210);
  CHECK(cell["r"][0] == 0);
  CHECK(cell["r"][199] == 5000);
  CHECK(cell["far"] == 700);
  const auto few = data_of(report_page(handmade::methods({{"a", {1, 2, 4}}})))["cells"][0];
  CHECK_FALSE(few.contains("thinned"));
  CHECK(few["r"] == nlohmann::json::array({1, 2, 4}));
}

TEST_CASE("an infinite replicate is counted and not drawn", "[page]") {
  const auto cell = data_of(report_page(handmade::methods({{"a", {1, handmade::inf, 4}}})))["cells"][0];
  CHECK(cell["r"][1].is_null());
  CHECK(cell["inf"] == 1);
  CHECK_FALSE(cell.contains("m"));
}

TEST_CASE("the curve of a criterion is its mean, its middle and how often each lambda was chosen", "[page]") {
  Results results = handmade::methods({{"a", {1, 2, 3}}});
  results.rows.values["lambda"] = {0.1, 1, 1};
  auto& table = results.rows.series["criterion"];
  table.row = {0, 0, 1, 1, 2, 2};
  table.columns["lambda"] = {0.1, 1, 0.1, 1, 0.1, 1};
  table.columns["value"] = {1, 5, 2, 6, 3, handmade::inf};
  const auto curves = criterion_curves(results);
  REQUIRE(curves.size() == 1);
  CHECK(curves[0].lambda == std::vector<double>{0.1, 1});
  CHECK(curves[0].mean == std::vector<double>{2, 5.5});
  CHECK(curves[0].low[0] == Approx(1.2));
  CHECK(curves[0].high[0] == Approx(2.8));
  CHECK(curves[0].chosen == std::vector<std::int32_t>{1, 2});
  table.columns["lambda"][5] = 2; // another grid
  CHECK(criterion_curves(results).empty());
}

TEST_CASE("a minus sign stands where a hyphen is a sign, and nowhere else", "[page]") {
  CHECK(with_minus("-1.5") == "\u22121.5");
  CHECK(with_minus("1e-3 (-.5)") == "1e\u22123 (\u2212.5)");
  CHECK(with_minus("-inf") == "\u2212inf");
  CHECK(with_minus("--") == "--");
  CHECK(with_minus("psi-learning, Beta-2") == "psi-learning, Beta-2");
  CHECK(signed_number(1.04, 1) == "+1.0");
  CHECK(signed_number(-1.04, 1) == "\u22121.0");
  CHECK(signed_number(std::nan(""), 1) == "--");
}

TEST_CASE("every word that the page explains is in the glossary", "[page]") {
  for (const Word& word : words_of_page()) {
    CAPTURE(word.word);
    CHECK_FALSE(word.meaning.empty());
    CHECK(word.meaning.find_first_of("*\n") == std::string::npos);
  }
  CHECK(definition_of("no such word").empty());
  CHECK(explained("no such word", "<b>") == "&lt;b&gt;");
}

TEST_CASE("a command of the page is safe for a shell", "[page]") {
  CHECK(quoted_for_shell("runs/wang2008/table1") == "runs/wang2008/table1");
  CHECK(quoted_for_shell("my runs; rm -r x") == "'my runs; rm -r x'");
  CHECK(quoted_for_shell("it's") == "'it'\\''s'");
}

TEST_CASE(
    "a page of 64 numbers with 100 replicates each stays below 350 KB, and grows with its numbers alone",
    "[page]") {
  std::map<std::string, std::vector<double>> errors;
  for (int method = 0; method < 64; ++method) {
    std::vector<double>& values = errors["method_" + std::to_string(method)];
    for (int r = 0; r < 100; ++r) values.push_back(std::sin(100 * method + r) / 3);
  }
  CHECK(report_page(handmade::methods(errors)).size() < 350000);
  for (auto& [method, values] : errors)
    for (int r = 0; r < 900; ++r) values.push_back(std::cos(r) / 3);
  CHECK(report_page(handmade::methods(errors)).size() < 450000);
}

namespace {

/// 500 numbers of 1,000 replicates each, of which none is printed: a joint test of so many takes a minute.
Results five_hundred() {
  std::map<std::string, std::vector<double>> errors;
  for (int method = 0; method < 500; ++method) {
    std::vector<double>& values = errors["method_" + std::to_string(1000 + method)];
    for (int r = 0; r < 1000; ++r) values.push_back(1 + method % 7 + std::sin(100 * method + r) / 3);
  }
  Results all = handmade::methods(errors);
  for (std::size_t s = 0; s < all.card.settings.size(); ++s) // one letter each would not do
    all.card.settings[s].key = std::string(28, '0') + std::to_string(1000 + s);
  return all;
}

} // namespace

TEST_CASE("a page of 500 numbers with 1,000 replicates each stays below 3 MB", "[page]") {
  const std::string page = report_page(five_hundred());
  CHECK(page.size() < 3000000);
  CHECK(data_of(page)["cells"].size() == 500);
  // tests/page opens it in a browser.
  if (const char* file = std::getenv("MARGINLAB_PAGE_FILE")) std::ofstream(file, std::ios::binary) << page;
}
