#include "core/contract.hpp"
#include "results/format/render.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/occurrences.hpp"
#include "tests/results/report/xml_reader.hpp"
#include "tests/support/catch.hpp"

using namespace results;

TEST_CASE("the XML reader refuses what is not well-formed", "[report]") {
  for (const char* text : {"<a>", "<a><b></a></b>", "<a b=c/>", "<a b=\"1\" b=\"2\"/>", "<a>&</a>",
                           "<a>&nbsp;</a>", "<a/>x", "<a b=\"<\"/>", "text"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(xml::read(text), std::runtime_error);
  }
  CHECK(xml::read("<a><b c=\"d\">e &lt; f</b></a>\n").all("b").front()->own_text == "e < f");
}

TEST_CASE("the page is well-formed, whatever the labels say", "[report]") {
  for (const Results& results : {handmade::table(), handmade::sweep(), handmade::hostile()}) {
    const xml::Element page = xml::read(render(results, Format::html));
    CHECK(page.all("h1").front()->own_text == results.card.study);
    CHECK(page.all("script").empty());
    CHECK(page.all("link").empty());
    CHECK(page.all("img").empty());
  }
}

TEST_CASE("the page asks nothing of the network", "[report]") {
  std::string page = render(handmade::sweep(), Format::html);
  CHECK(occurrences(page, "src=") == 0);
  CHECK(occurrences(page, "href=") == 0);
  CHECK(occurrences(page, "url(") == 0);
  CHECK(occurrences(page, "@import") == 0);
  CHECK(occurrences(page, "http") == occurrences(page, "xmlns=\"http://www.w3.org/2000/svg\""));
}

TEST_CASE("every table of the page has a caption, scoped heads and as many columns in each row", "[report]") {
  const xml::Element page = xml::read(render(handmade::table(), Format::html));
  const auto tables = page.all("table");
  REQUIRE(tables.size() == 3);
  for (const xml::Element* table : tables) {
    CHECK(table->all("caption").size() == 1);
    for (const xml::Element* head : table->all("th")) CHECK(head->attributes.contains("scope"));
    std::size_t labels = 0, rows = 0, cells = 0;
    for (const xml::Element* row : table->all("tbody").front()->all("tr")) {
      for (const xml::Element* head : row->all("th")) {
        const auto span = head->attributes.find("rowspan");
        labels += span == head->attributes.end() ? 1 : std::stoul(span->second);
      }
      cells += row->all("td").size();
      ++rows;
    }
    CHECK(labels == rows * table->all("thead").front()->all("th", "label").size());
    CHECK(cells == rows * (table == tables[0] ? 8 : table == tables[1] ? 10 : 5));
  }
}

TEST_CASE("the SVG is well-formed and holds every value of every map", "[report]") {
  const xml::Element svg = xml::read(render(handmade::sweep(), Format::svg));
  CHECK(svg.name == "svg");
  std::vector<std::string> values;
  for (const xml::Element* value : svg.all("text", "value")) values.push_back(value->own_text);
  CHECK(values == std::vector<std::string>{"0.596", "0.557", "0.558", "0.599", "0.624", "0.585", "0.585",
                                           "0.626", "0.594", "0.555", "0.555", "0.596", "0.624", "0.585",
                                           "0.585", "inf"});
}

TEST_CASE("a study without a heat map has no SVG, and says what to do", "[report]") {
  CHECK_THROWS_WITH(render(handmade::table(), Format::svg), Catch::Contains("layout.heat_map"));
  CHECK_THROWS_AS(render(handmade::table(), Format::svg), core::UserError);
}

TEST_CASE("a study of one number is a table without labels in every format", "[report][degenerate]") {
  Results results = handmade::table();
  results.card.points.resize(1);
  results.card.layout.metrics = {"gkl"};
  const xml::Element page = xml::read(render(results, Format::html));
  REQUIRE(page.all("table").size() == 3);
  CHECK(page.all("table")[0]->all("td").size() == 1);
  CHECK(page.all("table")[0]->all("td").front()->own_text.starts_with("0.580"));
  CHECK(occurrences(render(results, Format::text), "0.580 (0.0015)") == 2);
  CHECK(occurrences(render(results, Format::markdown), "| 0.580 (0.0015) |\n") == 1);
  CHECK(occurrences(render(results, Format::latex), "\n0.580 (0.0015) \\\\\n") == 1);
}

TEST_CASE("a study of which nothing has been run is a table of gaps in every format",
          "[report][degenerate]") {
  for (Results results : {handmade::table(), handmade::sweep()}) {
    results.rows = {};
    results.failures = {};
    const xml::Element page = xml::read(render(results, Format::html));
    for (const xml::Element* value : page.all("table", "paper").front()->all("td"))
      CHECK(value->text().starts_with("--"));
    for (const Format format : {Format::text, Format::markdown, Format::latex})
      CHECK(occurrences(render(results, format), "cells have not been run.") == 1);
    CHECK(occurrences(render(results, Format::csv), "match") == 0);
  }
}
