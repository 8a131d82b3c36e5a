#include "results/answer/forest.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "results/format/forest_svg.hpp"
#include "results/report/table/tabulate.hpp"
#include "tests/results/report/golden.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

std::size_t rows_of(const Forest& forest) {
  std::size_t out = 0;
  for (const ForestBlock& block : forest.blocks) out += block.rows.size();
  return out;
}

/// Two methods; the paper's number of b, and its own, are far from the others.
Results far_out() {
  Results all =
      handmade::methods({{"a", {1, 2, 3}}, {"b", {91, 92, 93}}, {"c", {1, 2, 3}}, {"d", {1, 2, 3}}});
  all.card.published = {handmade::printed("a", "2.1"), handmade::printed("b", "inf"),
                        handmade::printed("c", "2.2"), handmade::printed("d", "1.9")};
  return all;
}

double number(const xml::Element& element, const std::string& attribute) {
  return std::stod(element.attributes.at(attribute));
}

} // namespace

TEST_CASE("the forest plot of a small table is what it was", "[forest][golden]") {
  check_golden("forest.svg", svg_of(forest(judge(handmade::table()))));
}

TEST_CASE("each cell with a published number is a row of one block", "[forest]") {
  for (const Results& study : {handmade::table(), handmade::readings(), handmade::data_sets()}) {
    std::size_t cells = 0;
    const Table table = tabulate(study);
    for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
      cells += !is_improvement(table, column) && cell.computed && !cell.published.value.empty();
    });
    const Forest drawn = forest(judge(study));
    CHECK(rows_of(drawn) == cells);
    CHECK(xml::read(svg_of(drawn)).all("g", "row").size() == cells);
  }
}

TEST_CASE("a row has both numbers, their errors and the verdict of the comparison", "[forest]") {
  const Forest drawn = forest(judge(handmade::table()));
  REQUIRE(drawn.blocks.size() == 4);
  const ForestBlock& block = drawn.blocks.front();
  CHECK(block.title == "GKL, Example 1");
  CHECK(block.verdict == "differs, unexplained (p < 0.001)");
  CHECK(block.outcome == Verdict::off);
  const ForestRow& row = block.rows.at(4);
  CHECK(row.group == "SVM_L");
  CHECK(row.label == "Tuned Platt's");
  CHECK(row.published->text == "0.685");
  CHECK(row.published->se == Approx(std::hypot(0.0014, 0.001 / std::sqrt(12.0))));
  CHECK(row.own->mean == Approx(0.5698));
  CHECK(row.own->se == Approx(0.0015));
  CHECK(row.verdict == Verdict::off);
}

TEST_CASE("verdicts differ by shape as well as colour, and published is hollow", "[forest]") {
  const xml::Element svg = xml::read(svg_of(forest(judge(handmade::table()))));
  std::map<std::string, std::pair<std::string, std::string>> looks; // class -> outline, fill
  for (const char* name : {"published", "match", "off", "cannot-tell"}) {
    const auto marks = svg.all("path", name);
    REQUIRE_FALSE(marks.empty());
    const std::string& outline = marks.front()->attributes.at("d");
    looks[name] = {outline.substr(outline.find('m')), marks.front()->attributes.at("fill")};
  }
  CHECK(looks["published"].second == "#ffffff");
  for (const auto& [one, look] : looks)
    for (const auto& [other, its] : looks)
      if (one != other) {
        CHECK(look.first != its.first);
        CHECK(look.second != its.second);
      }
}

TEST_CASE("a mean far from the others, or infinite, is an arrow and leaves them their room", "[forest]") {
  const xml::Element svg = xml::read(svg_of(forest(judge(far_out()))));
  std::vector<std::string> texts;
  for (const xml::Element* text : svg.all("text")) texts.push_back(text->text());
  for (const char* wanted : {"inf", "92.00"})
    CHECK(std::find(texts.begin(), texts.end(), wanted) != texts.end());
  CHECK(std::find(texts.begin(), texts.end(), "50") == texts.end()); // no tick out there
}

TEST_CASE("everything is drawn within 800 pixels", "[forest]") {
  for (const Results& study :
       {handmade::table(), handmade::readings(), handmade::data_sets(), far_out(), handmade::hostile()}) {
    const xml::Element svg = xml::read(svg_of(forest(judge(study))));
    CHECK(number(svg, "width") == 800);
    for (const xml::Element* block : svg.all("g", "block"))
      for (const xml::Element* line : block->all("line"))
        for (const char* end : {"x1", "x2"}) {
          CHECK(number(*line, end) >= 0);
          CHECK(number(*line, end) <= 800);
        }
  }
}

TEST_CASE("the forest plot does not depend on how long the study took", "[forest]") {
  Results study = handmade::table();
  const std::string before = svg_of(forest(judge(study)));
  study.provenance["took"] = "3m11s";
  CHECK(svg_of(forest(judge(study))) == before);
}

TEST_CASE("numbers over other data have no verdict of their own; their block has its order", "[forest]") {
  const Forest drawn = forest(judge(handmade::data_sets()));
  CHECK_FALSE(drawn.by_value);
  for (const ForestBlock& block : drawn.blocks) {
    CHECK_FALSE(block.outcome.has_value());
    CHECK_THAT(block.verdict, Catch::Contains("pairs of methods: ") && Catch::Contains(" opposite, "));
    for (const ForestRow& row : block.rows) CHECK_FALSE(row.verdict.has_value());
  }
}

TEST_CASE("a study without published numbers has no forest plot", "[forest]") {
  CHECK_THROWS_WITH(forest(judge(handmade::sweep())), Catch::Contains("no published number stands beside"));
}
