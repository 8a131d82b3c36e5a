#include "results/format/reliability_svg.hpp"
#include "tests/results/report/xml_reader.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// Three of ten bins have points: 2 at 0.05 of which none, 4 at 0.25 of which one, 1 at 0.97 of which one.
std::vector<core::ReliabilityBin> diagram() {
  core::Vector q(7), y(7);
  q << 0.05, 0.05, 0.25, 0.25, 0.25, 0.25, 0.97;
  y << -1, -1, 1, -1, -1, -1, 1;
  return core::reliability(q, y);
}

double number(const xml::Element& element, const std::string& name) {
  return std::stod(element.attributes.at(name));
}

} // namespace

TEST_CASE("the table of a reliability diagram is this one", "[report][reliability][golden]") {
  CHECK(reliability_text(diagram()) ==
        "probability  count  mean predicted  share of positives  standard error\n"
        "0 to 0.1         2           0.050               0.000           0.000\n"
        "0.1 to 0.2       0              --                  --              --\n"
        "0.2 to 0.3       4           0.250               0.250           0.217\n"
        "0.3 to 0.4       0              --                  --              --\n"
        "0.4 to 0.5       0              --                  --              --\n"
        "0.5 to 0.6       0              --                  --              --\n"
        "0.6 to 0.7       0              --                  --              --\n"
        "0.7 to 0.8       0              --                  --              --\n"
        "0.8 to 0.9       0              --                  --              --\n"
        "0.9 to 1         1           0.970               1.000           0.000\n");
}

TEST_CASE("the picture of a reliability diagram is well-formed and has a point where the share is",
          "[report][reliability][manufactured]") {
  const xml::Element svg = xml::read(reliability_svg("p & q <1>", diagram()));
  CHECK(svg.attributes.at("aria-label") == "p & q <1>");
  const auto points = svg.all("circle");
  REQUIRE(points.size() == 3);
  REQUIRE(svg.all("rect", "count").size() == 10);
  const xml::Element& diagonal = *svg.all("line", "diagonal").front();
  const double left = number(diagonal, "x1"), right = number(diagonal, "x2"), bottom = number(diagonal, "y1"),
               top = number(diagonal, "y2");
  const double mean[] = {0.05, 0.25, 0.97}, share[] = {0, 0.25, 1};
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK((number(*points[k], "cx") - left) / (right - left) == Approx(mean[k]));
    CHECK((bottom - number(*points[k], "cy")) / (bottom - top) == Approx(share[k]).margin(1e-9));
  }
  const xml::Element& bar = *svg.all("g", "bin")[1]->all("line").front();
  CHECK((number(bar, "y1") - number(bar, "y2")) / (bottom - top) ==
        Approx(2 * diagram()[2].standard_error).epsilon(1e-4));
  CHECK_THAT(svg.all("g", "bin")[1]->text(), Catch::Contains("4 points, mean 0.250, share 0.250 (0.217)"));
}

TEST_CASE("a reliability diagram of no points is still a picture", "[report][reliability][degenerate]") {
  const auto bins = core::reliability(core::Vector(0), core::Vector(0));
  CHECK(xml::read(reliability_svg("", bins)).all("circle").empty());
}
