#include "results/report/panels/heat_map.hpp"

#include "core/contract.hpp"
#include "results/format/colour.hpp"
#include "results/format/text.hpp"
#include "results/report/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

std::vector<HeatMap> maps_of(const Results& results) {
  return heat_maps(tabulate(results), results.card, results.card.layout.panel("heat_map")->list("axes"));
}

} // namespace

TEST_CASE("there is one map for each combination of the axes that are held", "[heat_map]") {
  const auto maps = maps_of(handmade::sweep());
  REQUIRE(maps.size() == 2);
  CHECK(maps[0].title == "Heat map sweeps/lambda_sigma: GKL, Kernel linear");
  CHECK(maps[1].title == "Heat map sweeps/lambda_sigma: GKL, Kernel Gaussian");
  CHECK(maps[0].row_labels == std::vector<std::string>{"--"});
  CHECK(maps[1].row_labels == std::vector<std::string>{"0.5", "1", "2"});
  CHECK(maps[1].column_labels == std::vector<std::string>{"0.01", "0.1", "1", "10"});
}

TEST_CASE("there is one map for each shown metric, improvements included", "[heat_map]") {
  Results results = handmade::table();
  handmade::request(results, "heat_map").parameters["axes"] = {"classifier", "method"};
  const auto maps = maps_of(results);
  REQUIRE(maps.size() == 6); // 2 data sets x GKL, CRE, Improv.
  CHECK(maps[4].title == "Heat map wang2008/table1: Improv. %, Data Example 1");
  CHECK(maps[4].column_labels == std::vector<std::string>{"Tuned Platt's", "Our"});
  CHECK_FALSE(maps[4].smaller_is_better);
}

TEST_CASE("the map shows the cells of the table where its labels say", "[heat_map]") {
  const Results results = handmade::sweep();
  const HeatMap map = maps_of(results)[1];
  CHECK(map.cells[2][1]->at.at("sigma") == "2");
  CHECK(map.cells[2][1]->at.at("lambda") == "0.1");
  CHECK(map.cells[2][1]->ours.mean == tabulate(results).rows[3].cells[1]->ours.mean);
}

TEST_CASE("shades run from the least to the most finite mean, and infinity has none", "[heat_map]") {
  const HeatMap map = maps_of(handmade::sweep())[1];
  CHECK(map.shade(*map.cells[1][1]) == 0.0);
  CHECK(map.shade(*map.cells[0][3]) == 1.0);
  CHECK_FALSE(map.shade(*map.cells[2][3]).has_value());
  CHECK(map.is_best(*map.cells[1][1]));
  CHECK(map.is_best(*map.cells[1][2])); // level as printed
  CHECK_FALSE(map.is_best(*map.cells[0][1]));
}

TEST_CASE("a map of equal values has a middling shade", "[heat_map][degenerate]") {
  Results results = handmade::sweep();
  for (double& value : results.rows.values["gkl"]) value = 0.5;
  const HeatMap map = maps_of(results)[1];
  CHECK(map.shade(*map.cells[0][0]) == 0.5);
}

TEST_CASE("nothing computed gives no map; an axis nobody has is refused", "[heat_map][degenerate]") {
  Results results = handmade::sweep();
  results.rows = {};
  CHECK(maps_of(results).empty());
  handmade::request(results, "heat_map").parameters["axes"] = {"sigma", "gamma"};
  CHECK_THROWS_AS(maps_of(results), core::UserError);
}

TEST_CASE("the colours of the scale grow lighter throughout", "[colour]") {
  for (int i = 1; i <= 100; ++i) {
    CAPTURE(i);
    CHECK(luminance(scale_colour(i / 100.0)) > luminance(scale_colour((i - 1) / 100.0)));
  }
  CHECK(scale_colour(-1).hexadecimal() == "#440154");
  CHECK(scale_colour(2).hexadecimal() == "#fde725");
}

TEST_CASE("the ink on every shade can be read", "[colour]") {
  CHECK(contrast({0, 0, 0}, {255, 255, 255}) == Approx(21));
  CHECK(contrast({255, 255, 255}, {0, 0, 0}) == Approx(21));
  CHECK(contrast({119, 119, 119}, {255, 255, 255}) == Approx(4.48).margin(0.01)); // a grey known to fail 4.5
  for (int i = 0; i <= 1000; ++i) {
    const Rgb ground = scale_colour(i / 1000.0);
    REQUIRE(contrast(readable_on(ground), ground) >= 4.5);
  }
  CHECK(readable_on(scale_colour(0)).hexadecimal() == "#ffffff");
  CHECK(readable_on(scale_colour(1)).hexadecimal() == "#000000");
}
