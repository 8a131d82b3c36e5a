#include "core/contract.hpp"
#include "results/format/render.hpp"
#include "tests/results/report/figure/small_path.hpp"
#include "tests/results/report/xml_reader.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using handmade::small_path;

namespace {

/// Three points of two classes and two borders, of which replicate 1 is drawn.
Results small_plane() {
  Results all = small_path();
  all.card.layout.panels = {{"chart",
                             {{"dots", {"sample", "x1", "x2", "class"}},
                              {"borders", {"border", "x1", "x2", "line"}},
                              {"replicate", {"1"}}}}};
  all.rows.series["sample"] = {{0, 1, 1, 1},
                               {{"x1", {9, 0, 1, 2}}, {"x2", {9, 0, 1, 0.5}}, {"class", {1, 1, 2, 1}}}};
  all.rows.series["border"] = {
      {1, 1, 1, 1, 1}, {{"x1", {0, 1, 0, 1, 7}}, {"x2", {0.25, 0.25, 1, 0, 0}}, {"line", {1, 1, 2, 2, 2}}}};
  return all;
}

Results over_replicates() {
  Results all = small_path();
  all.card.layout.panels = {
      {"chart", {{"over", {"replicate"}}, {"y", {"rho"}}, {"labels", {"ρ"}}, {"replicate", {"0"}}}}};
  all.rows.values["rho"] = {0.4, std::nan(""), 0.8};
  return all;
}

} // namespace

TEST_CASE("points of classes have a symbol each and the borders are lines of their own", "[figure]") {
  const Chart chart = handmade::charts_of(small_plane()).at(0);
  REQUIRE(chart.dots);
  CHECK(chart.dots->groups() == std::vector<double>{1, 2});
  CHECK(chart.dots->x == std::vector<double>{0, 1, 2});
  REQUIRE(chart.borders);
  REQUIRE(chart.borders->lines.size() == 2);
  CHECK(chart.borders->lines[1].size() == 3);
  CHECK(x_extent(chart).most == 2); // of the points, not of the border that goes on
  const auto picture = xml::read(render(small_plane(), Format::svg));
  CHECK(picture.all("path", "dot").size() == 3);
  CHECK(picture.all("path", "key").size() == 2);
  const auto borders = picture.all("path", "border");
  REQUIRE(borders.size() == 2);
  const std::string& path = borders[1]->attributes.at("d");
  CHECK(std::count(path.begin(), path.end(), 'L') == 1); // the third point is beyond the frame
  CHECK(handmade::notes_of(small_plane()).lines.at(0) ==
        "wang2008/small: replicate 1: 3 points of sample, x2 over x1, a symbol for each class; lines of "
        "border: 2.");
}

TEST_CASE("symbols of different classes differ in form and colour", "[figure]") {
  const auto picture = xml::read(render(small_plane(), Format::svg));
  const auto keys = picture.all("path", "key");
  REQUIRE(keys.size() == 2);
  CHECK(keys[0]->attributes.at("stroke") != keys[1]->attributes.at("stroke"));
  const auto form = [](const xml::Element* key) {
    const std::string& path = key->attributes.at("d");
    return path.substr(path.find('m'));
  };
  CHECK(form(keys[0]) != form(keys[1]));
}

TEST_CASE("borders alone make a picture, and a replicate without points has none", "[figure][degenerate]") {
  Results all = small_plane();
  handmade::asked_of_chart(all).erase("dots");
  CHECK(x_extent(handmade::charts_of(all).at(0)).most == 7);
  handmade::asked_of_chart(all)["replicate"] = {"0"};
  CHECK(handmade::charts_of(all).empty());
  all = small_plane();
  handmade::asked_of_chart(all)["dots"][3] = "label";
  CHECK_THROWS_WITH(handmade::charts_of(all), Catch::Contains("sample.label"));
}

TEST_CASE("a diagnostic over replicates is a symbol for each that has it, and its range is said",
          "[figure]") {
  const Chart chart = handmade::charts_of(over_replicates()).at(0);
  CHECK(chart.x == std::vector<double>{0, 1, 2});
  CHECK(chart.x_label == "replicate");
  CHECK_FALSE(chart.joined);
  const auto picture = xml::read(render(over_replicates(), Format::svg));
  CHECK(picture.all("path", "point").size() == 2);
  CHECK(picture.all("path", "line").empty());
  const Section notes = handmade::notes_of(over_replicates());
  REQUIRE(notes.lines.size() == 1);
  CHECK(notes.lines[0] ==
        "wang2008/small: every replicate: rho of 2 of 3 replicates: median 0.600, from 0.400 to 0.800.");
}

TEST_CASE("a diagnostic that no cell has is said", "[figure]") {
  Results all = over_replicates();
  all.rows.values.erase("rho");
  CHECK_THROWS_WITH(handmade::charts_of(all), Catch::Contains("'rho'") && Catch::Contains("flat_until, gkl"));
}
