#include "core/contract.hpp"
#include "results/format/render.hpp"
#include "tests/results/report/figure/small_path.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/xml_reader.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using handmade::small_path;

TEST_CASE("a chart holds the series of the one replicate the layout names", "[figure]") {
  const auto found = handmade::charts_of(small_path());
  REQUIRE(found.size() == 1);
  const Chart& chart = found.front();
  CHECK(chart.title == "wang2008/small: replicate 1");
  CHECK(chart.x == std::vector<double>{0, 0.25, 0.5, 0.5, 1});
  REQUIRE(chart.lines.size() == 2);
  CHECK(chart.lines[0].label == "β₀(π)");
  CHECK(chart.lines[0].y == std::vector<double>{1, 1, 0.125, -0.125, -1});
  REQUIRE(chart.marks.size() == 1);
  CHECK(chart.marks[0].x == 0.25);
}

TEST_CASE("a study with several computations has a chart of each, named by its place", "[figure]") {
  Results all = small_path();
  all.card.axes.push_back({"lambda", "λ", true, {{"1", "1"}, {"10", "10"}}});
  all.card.settings.push_back({"0000000000000000000000000000000b", "{}"});
  all.card.points[0].at["lambda"] = "1";
  all.card.points.push_back(all.card.points[0]);
  all.card.points[1].at["lambda"] = "10";
  all.card.points[1].setting = 1;
  all.rows.setting = {0, 0, 1};
  all.rows.replicate = {0, 1, 1};
  const auto found = handmade::charts_of(all);
  REQUIRE(found.size() == 2);
  CHECK(found[0].title == "wang2008/small: λ = 1, replicate 1");
  CHECK(found[1].title == "wang2008/small: λ = 10, replicate 1");
  CHECK(found[1].setting == 1);
  CHECK(found[1].x.size() == 1);
}

TEST_CASE("what is not stored yet has no chart; what is stored under another name is said", "[figure]") {
  Results all = small_path();
  handmade::asked_of_chart(all)["replicate"] = {"7"};
  CHECK(handmade::charts_of(all).empty());
  all = small_path();
  all.rows.series.clear();
  CHECK(handmade::charts_of(all).empty());
  CHECK(handmade::notes_of(all).lines.empty());
  CHECK_THROWS_AS(render(all, Format::svg), core::UserError);
  all = small_path();
  handmade::asked_of_chart(all)["y"][1] = "w_2";
  CHECK_THROWS_WITH(handmade::charts_of(all),
                    Catch::Contains("path.w_2") && Catch::Contains("beta_0, pi, w_1"));
  all = small_path();
  handmade::asked_of_chart(all)["marks"] = {"flat"};
  CHECK_THROWS_WITH(handmade::charts_of(all),
                    Catch::Contains("'flat'") && Catch::Contains("flat_until, gkl"));
  all = small_path();
  handmade::asked_of_chart(all)["replicate"] = {"1e300"};
  CHECK_THROWS_WITH(handmade::charts_of(all), Catch::Contains("damaged"));
}

TEST_CASE("a mark that is no number, or off the axis, is not drawn", "[figure]") {
  Results all = small_path();
  for (const double value : {std::nan(""), 2.0, -0.5}) {
    all.rows.values["flat_until"][1] = value;
    CHECK(handmade::charts_of(all).front().marks.empty());
  }
}

TEST_CASE("the notes state a mark's median and quantiles over the replicates", "[figure]") {
  // .1, .2, .25 sorted: the 10% quantile is .1 + .2 (.1), the 90% quantile .2 + .8 (.05).
  const Section section = handmade::notes_of(small_path());
  REQUIRE(section.lines.size() == 2);
  CHECK(section.lines[0] == "wang2008/small: replicate 1: beta_0, w_1 over pi, 5 points.");
  CHECK(section.lines[1] ==
        "flat_until is 0.250 here; over 3 replicates its median is 0.200, 10% to 90%: 0.120 to 0.240.");
}

TEST_CASE("the page shows the chart, one path a line, lifted over gaps, whatever the labels say",
          "[figure][report]") {
  const xml::Element page = xml::read(render(small_path(), Format::html));
  const auto lines = page.all("path", "line");
  REQUIRE(lines.size() == 2);
  CHECK(lines[1]->text() == "Bob's <w> & 1");
  const auto starts = [](const xml::Element* line) {
    const std::string& path = line->attributes.at("d");
    return std::count(path.begin(), path.end(), 'M');
  };
  CHECK(starts(lines[0]) == 1);
  CHECK(starts(lines[1]) == 2);
  CHECK(page.all("line", "zero").size() == 1);
  CHECK(page.all("text", "mark").size() == 1);
  CHECK(xml::read(render(handmade::table(), Format::html)).all("path", "line").empty());
}

TEST_CASE("the lines of the picture go through the points", "[figure][report]") {
  // x: pi = 0 is at 64 and pi = 1 at 696; y: from 1.1 at 28 to -1.1 at 348.
  const xml::Element svg = xml::read(render(small_path(), Format::svg));
  CHECK(svg.name == "svg");
  CHECK(svg.all("path", "line").front()->attributes.at("d") ==
        "M64 42.55 L222 42.55 L380 169.82 L380 206.18 L696 333.45");
}
