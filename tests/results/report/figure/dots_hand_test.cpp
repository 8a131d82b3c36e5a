#include "core/contract.hpp"
#include "results/format/render.hpp"
#include "results/format/svg.hpp"
#include "tests/results/report/figure/small_path.hpp"
#include "tests/results/report/xml_reader.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using handmade::small_path_with_dots;

TEST_CASE("dots are the points of the replicate that is drawn; they widen the y-axis, not the x-axis",
          "[figure]") {
  const Chart chart = handmade::charts_of(small_path_with_dots()).front();
  REQUIRE(chart.dots);
  CHECK(chart.dots->x == std::vector<double>{0.25, 0.75, 3});
  CHECK(chart.dots->y == std::vector<double>{-2, 1, 1});
  CHECK(frame_of(chart).y.least == Approx(-2.15));
  CHECK(frame_of(chart).x.most == 1);
}

TEST_CASE("a table or a column of dots that is not stored is said", "[figure]") {
  Results all = small_path_with_dots();
  handmade::asked_of_chart(all)["dots"][2] = "class";
  CHECK_THROWS_WITH(handmade::charts_of(all),
                    Catch::Contains("'sample.class'") && Catch::Contains("label, x"));
  handmade::asked_of_chart(all)["dots"][0] = "points";
  CHECK_THROWS_WITH(handmade::charts_of(all), Catch::Contains("'points'") && Catch::Contains("path, sample"));
  all = small_path_with_dots();
  handmade::asked_of_chart(all)["facts"] = {"steepness"};
  CHECK_THROWS_WITH(handmade::charts_of(all), Catch::Contains("'steepness'"));
}

TEST_CASE("the picture has a ring for each dot within the frame, at its place", "[figure][report]") {
  const auto picture = xml::read(render(small_path_with_dots(), Format::svg));
  const auto dots = picture.all("circle", "dot");
  REQUIRE(dots.size() == 2);
  // x: .25 of the 632 pixels from 64 on; y: from 1.15 at 28 to -2.15 at 348.
  CHECK(dots[0]->attributes.at("cx") == "222");
  CHECK(dots[0]->attributes.at("cy") == "333.45");
}

TEST_CASE("the notes state dots and facts; a fact that the replicate lacks is said to be missing there",
          "[figure]") {
  const Section section = handmade::notes_of(small_path_with_dots());
  REQUIRE(section.lines.size() == 3);
  CHECK(section.lines[0] ==
        "wang2008/small: replicate 1: beta_0, w_1 over pi, 5 points; 3 dots, label over x of sample.");
  CHECK(section.lines[2] ==
        "slope does not exist here; over 2 replicates its median is 0.600, 10% to 90%: 0.520 to 0.680.");
}
