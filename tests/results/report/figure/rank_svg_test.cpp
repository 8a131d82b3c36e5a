#include "results/format/rank_svg.hpp"

#include <string>
#include <variant>

#include "results/page/report_page.hpp"
#include "results/render/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/statistics/critical_difference.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/results/report/occurrences.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// Ranks of four methods, of which the first two and the middle two cannot be told apart.
RankDiagram four() {
  const std::vector<double> ranks{1.5, 2.0, 2.75, 3.75};
  return {.title = "t: average ranks, CRE",
          .labels = {"Platt", "Bins", "KLR", "01"},
          .ranks = ranks,
          .critical_difference = 0.9,
          .places = "14 data sets",
          .groups = level_groups(ranks, 0.9)};
}

xml::Element drawn(const RankDiagram& diagram) {
  return xml::read("<svg>" + rank_figure(diagram).body + "</svg>");
}

double number(const xml::Element& element, const std::string& attribute) {
  return std::stod(element.attributes.at(attribute));
}

/// The hand-made study with the ranks of its methods, level means sharing the average of their ranks.
Results ranked() {
  Results results = handmade::data_sets();
  results.card.layout.panels = {{"ranks",
                                 {{"over", {"data"}},
                                  {"among", {"method"}},
                                  {"values", {"beta", "klr", "platt", "bins"}},
                                  {"of", {"mse"}},
                                  {"decimals", {"4"}},
                                  {"ties", {"average"}}}}};
  return results;
}

} // namespace

TEST_CASE("the bar of the critical difference is as long as that many ranks",
          "[ranks][figure][manufactured]") {
  const xml::Element picture = drawn(four());
  const auto bars = picture.all("line", "difference");
  REQUIRE(bars.size() == 1);
  const double length = number(*bars[0], "x2") - number(*bars[0], "x1");
  CHECK(length == Approx(420 * 0.9 / 3).margin(0.01)); // the axis has 420 pixels for ranks 1 to 4
  CHECK(picture.text().find("critical difference 0.90, 14 data sets") != std::string::npos);
}

TEST_CASE("each name hangs from its rank, and a bar joins those that cannot be told apart",
          "[ranks][figure][manufactured]") {
  const xml::Element picture = drawn(four());
  const double one = number(*picture.all("line", "difference")[0], "x1");
  const auto leads = picture.all("path", "lead");
  REQUIRE(leads.size() == 4); // by rank
  for (std::size_t i = 0; i < 4; ++i) {
    const double x = std::stod(leads[i]->attributes.at("d").substr(1));
    CHECK(x == Approx(one + 140 * (four().ranks[i] - 1)).margin(0.01));
  }
  const auto groups = picture.all("g", "level");
  REQUIRE(groups.size() == 2);
  CHECK(groups[0]->text().find("Platt; Bins") != std::string::npos);
  CHECK(groups[1]->text().find("Bins; KLR") != std::string::npos);
  const auto& bar = *groups[1]->all("line")[0];
  CHECK(number(bar, "x1") == Approx(one + 140 - 4).margin(0.01));
  CHECK(number(bar, "x2") == Approx(one + 140 * 1.75 + 4).margin(0.01));
  CHECK(number(bar, "y1") > number(*groups[0]->all("line")[0], "y1")); // they share Bins
}

TEST_CASE("the diagram of ranks has ink of one colour", "[ranks][figure]") {
  const std::string body = rank_figure(four()).body;
  CHECK(body.find('#') == std::string::npos);
  CHECK(occurrences(body, "stroke=\"currentColor\"") == occurrences(body, "stroke=\""));
}

TEST_CASE("a critical difference beyond all ranks ends with the axis, and it is said",
          "[ranks][figure][degenerate]") {
  RankDiagram wide = four();
  wide.critical_difference = 7;
  const xml::Element picture = drawn(wide);
  const auto& bar = *picture.all("line", "difference")[0];
  CHECK(number(bar, "x2") - number(bar, "x1") == Approx(420).margin(0.01));
  CHECK(picture.text().find("longer than the axis") != std::string::npos);
}

TEST_CASE("methods of one rank are drawn, each with its name", "[ranks][figure][degenerate]") {
  RankDiagram level = four();
  level.ranks = {2.5, 2.5, 2.5, 2.5};
  level.groups = level_groups(level.ranks, level.critical_difference);
  level.labels[3] = "<b>&\"";
  const xml::Element picture = drawn(level);
  CHECK(picture.all("path", "lead").size() == 4);
  CHECK(picture.all("g", "level").size() == 1);
  CHECK(picture.text().find("<b>&\"  2.50") != std::string::npos);
}

TEST_CASE("a panel of ranks draws one diagram for each of its columns, on the page as well",
          "[ranks][figure][page]") {
  const Results results = ranked();
  std::size_t diagrams = 0;
  for (const Picture& picture : compose(results).pictures)
    diagrams += std::holds_alternative<RankDiagram>(picture.drawing) ? 1U : 0U;
  CHECK(diagrams == 2);
  CHECK(xml::read(report_page(results)).all("line", "difference").size() == 2);
  CHECK(xml::read(render(results, Format::svg)).all("line", "difference").size() == 2);
}

TEST_CASE("ranks that level means share by the smallest have no diagram", "[ranks][figure][degenerate]") {
  Results results = ranked();
  results.card.layout.panels[0].parameters["ties"] = {"smallest"};
  CHECK(compose(results).pictures.empty());
}
