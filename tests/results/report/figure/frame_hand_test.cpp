#include "results/format/svg.hpp"
#include "tests/support/catch.hpp"

using namespace results;

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
