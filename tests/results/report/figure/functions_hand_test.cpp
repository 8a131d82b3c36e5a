#include "core/contract.hpp"
#include "results/format/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/panels/functions.hpp"
#include "tests/results/report/figure/small_functions.hpp"
#include "tests/results/report/xml_reader.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using handmade::small_functions;

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
