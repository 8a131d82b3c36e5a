#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "results/page/cell_facts.hpp"
#include "results/page/claims_section.hpp"
#include "results/page/drawings.hpp"
#include "results/page/marks.hpp"
#include "results/page/readings_section.hpp"
#include "results/page/report_page.hpp"
#include "results/record/text.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/panels/readings.hpp"
#include "results/report/table/tabulate.hpp"
#include "results/report/verdicts/blocks.hpp"
#include "results/report/verdicts/claims.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/results/report/occurrences.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// b beats a in every replicate, c is infinite; the second claim fails.
Results claiming() {
  Results all =
      handmade::methods({{"a", {4, 5, 6, 5}}, {"b", {1, 2, 4, 2}}, {"c", {1, handmade::inf, 2, 3}}});
  const auto row = [](const std::string& claim, Relation relation, const std::string& left,
                      const std::string& right) {
    return ClaimRow{claim, {{"data", "usps"}}, "error_percent", relation, "method", left, right, ""};
  };
  all.card.claims = {
      {"1", "b & c beat <a>.", {row("1", Relation::less, "b", "a"), row("1", Relation::infinite, "c", "")}},
      {"2", "a beats b.", {row("2", Relation::less, "a", "b")}},
      {"3", "a is below c.", {row("3", Relation::less, "a", "c")}}};
  return all;
}

xml::Element readings_of(const Results& results) {
  const Table table = tabulate(results);
  return xml::read(readings_section(results, table, cell_facts(results, table, blocks(results, table))));
}

} // namespace

TEST_CASE("a claim stands with its wording, its verdict and each comparison with both means",
          "[page][claims]") {
  const Results results = claiming();
  const xml::Element section = xml::read(claims_section(judge(results), compose(results).grids));
  const auto cards = section.all("article", "claim");
  REQUIRE(cards.size() == 3);
  const std::vector<JudgedClaim> judged = judged_claims(results);
  for (std::size_t c = 0; c < cards.size(); ++c) {
    CAPTURE(c);
    const std::string text = cards[c]->text();
    CHECK(text.find(judged[c].claim->wording) != std::string::npos);
    CHECK(cards[c]->all("span", "chip").front()->text() == claim_word(judged[c].verdict));
    CHECK(cards[c]->all("tr").size() == judged[c].rows.size() + 1);
    for (const JudgedRow& row : judged[c].rows)
      for (const double mean : {row.left, row.right}) CHECK(text.find(decimal(mean, 2)) != std::string::npos);
  }
}

TEST_CASE("a claim that fails stands open, and its mark lies on the other side of level", "[page][claims]") {
  const Results results = claiming();
  const xml::Element section = xml::read(claims_section(judge(results), compose(results).grids));
  const auto cards = section.all("article", "claim");
  CHECK(cards[1]->all("details").front()->attributes.contains("open"));
  const auto place = [](const xml::Element& card) {
    const auto marks = card.all("svg", "zs").front()->all("svg");
    REQUIRE(marks.size() == 2); // the strip and the mark in it
    return std::stod(marks[1]->attributes.at("x"));
  };
  CHECK(place(*cards[0]) > 50);
  CHECK(place(*cards[1]) < 50);
  CHECK(place(*cards[0]) + place(*cards[1]) == Approx(100).margin(0.02));
}

TEST_CASE("a margin that is infinite is an arrow at the edge", "[page][claims][degenerate]") {
  const Results results = claiming();
  const xml::Element section = xml::read(claims_section(judge(results), compose(results).grids));
  CHECK(section.all("article", "claim")[2]->all("path", "beyond").size() == 1);
  CHECK(margin_strip(std::nan(""), Verdict::cannot_tell).empty());
}

TEST_CASE("claims and readings that have a section of their own have no second table on the page", "[page]") {
  const std::string claims = report_page(claiming()), readings = report_page(handmade::readings());
  CHECK(occurrences(claims, "what the claims compare") == 0);
  CHECK(occurrences(claims, "id=\"h-claims\"") == 1);
  CHECK(occurrences(readings, ": distance to the published numbers") == 0);
  CHECK(occurrences(readings, "id=\"h-readings\"") == 1);
  CHECK(occurrences(report_page(handmade::table()), "id=\"h-readings\"") == 0);
  CHECK(occurrences(report_page(handmade::table()), "id=\"h-claims\"") == 0);
}

TEST_CASE("each reading stands in its row with its distance, its verdicts and the z of its numbers",
          "[page][readings]") {
  const Results results = handmade::readings();
  const Table table = tabulate(results);
  const Distances all =
      distances(table, results.card, results.card.layout.panel("readings")->list("metrics"));
  const xml::Element section = readings_of(results);
  std::vector<const xml::Element*> rows;
  for (const xml::Element* row : section.all("tr"))
    if (!row->all("td").empty()) rows.push_back(row);
  REQUIRE(rows.size() == all.rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    CAPTURE(r);
    const auto cells = rows[r]->all("td");
    REQUIRE(cells.size() == 5);
    CHECK(cells[1]->text().find(decimal(all.rows[r].rms, all.decimals)) != std::string::npos);
    CHECK(cells[1]->all("strong").size() == (all.rows[r].best ? 1U : 0U));
    CHECK(cells[2]->text() == signed_number(all.rows[r].mean, all.decimals));
    std::size_t marks = 0;
    for (const xml::Element* path : cells[0]->all("path"))
      marks += path->attributes.contains("class") ? 1U : 0U;
    CHECK(marks == all.rows[r].cells);
  }
}

TEST_CASE("the bar of a reading is its share of the longest distance beside it",
          "[page][readings][manufactured]") {
  const Results results = handmade::readings();
  const Distances all =
      distances(tabulate(results), results.card, results.card.layout.panel("readings")->list("metrics"));
  const xml::Element section = readings_of(results);
  const auto bars = section.all("rect", "p-paper");
  std::size_t next = 0;
  for (const Distance& one : all.rows) {
    double most = 0;
    for (const Distance& row : all.rows)
      if (row.published == one.published && std::isfinite(row.rms)) most = std::max(most, row.rms);
    if (!std::isfinite(one.rms) || most == 0) continue;
    REQUIRE(next < bars.size());
    CHECK(std::stod(bars[next++]->attributes.at("width")) == Approx(100 * one.rms / most).margin(0.01));
  }
  CHECK(next == bars.size());
}

TEST_CASE("a distance that is infinite is an arrow, and its cell an arrow on the strip",
          "[page][readings][degenerate]") {
  Results results = handmade::readings();
  results.rows.values["gkl"][0] = handmade::inf;
  const xml::Element section = readings_of(results);
  CHECK(section.all("path", "beyond").size() == 2);
  CHECK(section.text().find("inf") != std::string::npos);
}

TEST_CASE("an infinite difference lies beyond the edge of a strip, one that is none is left out",
          "[page][degenerate]") {
  const std::string strip =
      z_strip({{handmade::inf, Verdict::off}, {-1, Verdict::match}, {std::nan(""), {}}});
  CHECK(occurrences(strip, "beyond") == 1);
  CHECK(strip.find("z of 2 cells, from \u22121.0 to +inf") != std::string::npos);
  CHECK(z_strip({{std::nan(""), {}}}).empty());
}

TEST_CASE("the pages of claims, readings, sweeps and ranks are well-formed", "[page]") {
  Results ranked = handmade::data_sets();
  ranked.card.layout.panels = {{"ranks",
                                {{"over", {"data"}},
                                 {"among", {"method"}},
                                 {"values", {"beta", "klr", "platt", "bins"}},
                                 {"of", {"mse"}},
                                 {"decimals", {"4"}},
                                 {"ties", {"average"}}}}};
  const std::vector<std::pair<std::string, Results>> all{{"claims", claiming()},
                                                         {"readings", handmade::readings()},
                                                         {"sweep", handmade::sweep()},
                                                         {"ranks", ranked}};
  for (const auto& [name, results] : all) {
    const std::string page = report_page(results);
    CHECK(xml::read(page).all("h1").size() == 1);
    // tests/page opens them in a browser.
    if (const char* folder = std::getenv("MARGINLAB_PAGE_FOLDER"))
      std::ofstream(std::string(folder) + "/" + name + ".html", std::ios::binary) << page;
  }
}
