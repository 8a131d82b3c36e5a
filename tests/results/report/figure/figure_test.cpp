#include "core/contract.hpp"
#include "results/format/svg.hpp"
#include "results/render/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/panels/functions.hpp"
#include "tests/results/report/figure/small_functions.hpp"
#include "tests/results/report/figure/small_path.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using handmade::small_functions;
using handmade::small_path;
using handmade::small_path_with_dots;

namespace {

std::string texts(const Extent& extent, int most) {
  std::string out;
  for (const Tick& tick : ticks(extent, most)) out += (out.empty() ? "" : " ") + tick.text;
  return out;
}

Chart of(std::vector<double> x, std::vector<double> y) {
  Chart chart;
  chart.x = std::move(x);
  chart.lines.push_back({"y", "y", std::move(y)});
  return chart;
}

} // namespace

TEST_CASE("ticks are multiples of 1, 2 or 5 times a power of ten, the finest that fit", "[figure]") {
  CHECK(texts({0, 1}, 11) == "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0");
  CHECK(texts({0, 1}, 10) == "0.0 0.2 0.4 0.6 0.8 1.0");
  CHECK(texts({-1.2, 2.2}, 9) == "-1.0 -0.5 0.0 0.5 1.0 1.5 2.0");
  CHECK(texts({0.07, 1234}, 6) == "500 1000");
  CHECK(texts({-0.00031, 0.00029}, 5) == "-0.0002 0.0000 0.0002");
}

TEST_CASE("a tick is the double nearest to what is written at it", "[figure]") {
  for (const Tick& tick : ticks({0, 1}, 11)) CHECK(tick.at == std::stod(tick.text));
  for (const Tick& tick : ticks({-3e-7, 9e-7}, 11)) CHECK(tick.at == Approx(std::stod(tick.text)));
}

TEST_CASE("there are never more ticks than asked for, and never none", "[figure]") {
  for (double span = 1e-12; span < 1e12; span *= 3.7) {
    const auto found = ticks({-span / 3, span}, 9);
    CHECK(found.size() >= 3);
    CHECK(found.size() <= 9);
    for (const Tick& tick : found) CHECK((tick.at >= -span / 3 && tick.at <= span));
  }
}

TEST_CASE("the y-axis is a twentieth wider than the lines; nothing and constants still get a range",
          "[figure]") {
  const Frame frame = frame_of(of({0, 1}, {-1, 1}));
  CHECK(frame.x.least == 0);
  CHECK(frame.x.most == 1);
  CHECK(frame.y.least == Approx(-1.1));
  CHECK(frame.y.most == Approx(1.1));
  CHECK(frame.has_zero_line);
  CHECK_FALSE(frame_of(of({0, 1}, {3, 5})).has_zero_line);
  for (const std::vector<double>& y : {std::vector<double>{}, {2}, {1e20}, {std::nan("")}, {-1e308, 1e308}}) {
    const Frame some = frame_of(of(std::vector<double>(y.size(), 0.5), y));
    CHECK(some.y.least < some.y.most);
    CHECK(ticks(some.y, 9).size() >= 2);
    CHECK(some.x.least < some.x.most);
  }
}

TEST_CASE("lines stand out from white and from the dark page, and the first twenty all look different",
          "[figure]") {
  for (std::size_t k = 0; k < 20; ++k) {
    const LineLook look = look_of_line(k);
    CHECK(contrast(look.colour, {255, 255, 255}) >= 2.9);
    CHECK(contrast(look.colour, {15, 20, 25}) >= 2.9);
    for (std::size_t j = 0; j < k; ++j) {
      const LineLook other = look_of_line(j);
      const bool same = other.colour.hexadecimal() == look.colour.hexadecimal() && other.dash == look.dash;
      CHECK_FALSE(same);
    }
  }
}

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

namespace {

auto& asked(Results& all) {
  return all.card.layout.panels.at(0).parameters;
}

} // namespace

TEST_CASE("functions are drawn without cells: a picture each title, a line each function", "[figure]") {
  const Document document = compose(small_functions());
  REQUIRE(document.pictures.size() == 2);
  const auto& chart = std::get<Chart>(document.pictures[0].drawing);
  CHECK(chart.title == "zhang2013/small: a");
  CHECK(chart.lines.size() == 2);
  CHECK(chart.x.front() == -1);
  CHECK(chart.x.back() == 2);
  CHECK(chart.lines[0].y.front() == 2); // (1 - (-1))_+
  const auto picture = xml::read(render(small_functions(), Format::svg));
  CHECK(picture.all("path", "line").size() == 3);
}

TEST_CASE("the printed values of the functions are theirs, and there is no empty table", "[figure]") {
  const Document document = compose(small_functions());
  REQUIRE(document.grids.size() == 2);
  const Grid& grid = document.grids[1];
  REQUIRE(grid.rows.size() == 21);
  CHECK(grid.rows.front().labels == std::vector<std::string>{"-1.0000"});
  CHECK(grid.rows.front().entries[0].text == "1.5000"); // 1 - s
  CHECK(grid.rows.back().entries[0].text == "0.0000");
  const std::string csv = render(small_functions(), Format::csv);
  CHECK(csv.find("picture,function,argument,metric,") == 0);
  CHECK(csv.find("a,hinge corner=1,-1.0000,value,,,2.0000,") != std::string::npos);
  CHECK(csv.find("a,c_loss rho=0.5 u=2,") != std::string::npos);
}

TEST_CASE("the formula of each function stands below, once", "[figure]") {
  for (const Section& section : compose(small_functions()).sections) {
    if (section.heading != "Functions") continue;
    REQUIRE(section.lines.size() == 3);
    CHECK(section.lines[0] == "hinge: H(z) = (corner - z)_+ (Wang, Shen & Liu (2008), eq. 2).");
    return;
  }
  FAIL("no section says what the functions are");
}

TEST_CASE("a card that names no such function, parameter or number is refused", "[figure][degenerate]") {
  for (const char* word : {"hinges", "hinge corner", "hinge corner=x", "hinge rho=1", "c_loss rho=-1", ""}) {
    Results all = small_functions();
    asked(all)["function"][0] = word;
    CAPTURE(word);
    CHECK_THROWS_AS(compose(all), core::UserError);
  }
  Results all = small_functions();
  asked(all)["to"] = {"-1"};
  CHECK_THROWS_AS(compose(all), core::UserError);
  all = small_functions();
  asked(all)["label"].pop_back();
  CHECK_THROWS_AS(compose(all), core::UserError);
}

TEST_CASE("a function's word has its parameters in the order of their names", "[figure]") {
  core::Choice choice{"c_loss", "c_loss", "C", 1, {}};
  choice.parameters.set("u", 1.0);
  choice.parameters.set("rho", 0.01);
  CHECK(function_word(choice) == "c_loss rho=0.01 u=1");
}

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
