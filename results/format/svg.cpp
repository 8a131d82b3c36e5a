#include "results/format/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "results/record/printable.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

/// mantissa 10^exponent, and its multiples correctly rounded.
struct Step {
  int mantissa, exponent;

  double times(double i) const {
    const double power = std::pow(10.0, std::abs(exponent)); // exact up to 1e22
    return exponent < 0 ? i * mantissa / power : i * mantissa * power;
  }
};

Step coarse_enough(double span, int most_ticks) {
  for (int exponent = static_cast<int>(std::floor(std::log10(span / most_ticks)));; ++exponent)
    for (const int mantissa : {1, 2, 5}) {
      const Step step{mantissa, exponent};
      if (span / step.times(1) <= most_ticks - 1) return step;
    }
}

/// Ticks this much of a step beyond an end count as on it.
constexpr double slack = 1e-9;

std::string escaped(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\n':
    case '\t':
      return std::string(1, c);
    default:
      return static_cast<unsigned char>(c) < 0x20 ? " " : std::string(1, c); // not allowed in XML
  }
}

Extent not_empty(Extent extent) {
  if (!(extent.least <= extent.most)) return {0, 1};
  const double size = std::max(std::abs(extent.least), std::abs(extent.most));
  if (extent.most - extent.least > 1e-9 * size) return extent;
  return {extent.least - std::max(1.0, size) / 2, extent.most + std::max(1.0, size) / 2};
}

} // namespace

std::string xml_escaped(const std::string& text) {
  std::string out;
  for (const char c : printable_lines(text)) out += escaped(c);
  return out;
}

std::vector<Tick> ticks(const Extent& extent, int most_ticks) {
  const Step step = coarse_enough(extent.most - extent.least, most_ticks);
  std::vector<Tick> out;
  const double last = std::floor(extent.most / step.times(1) + slack);
  for (double i = std::ceil(extent.least / step.times(1) - slack) + 0.0; i <= last; ++i) // + 0.0: no -0
    out.push_back({step.times(i), decimal(step.times(i), std::max(0, -step.exponent))});
  return out;
}

Frame frame_of(const Chart& chart) {
  const Extent x = not_empty(x_extent(chart)), data = not_empty(y_extent(chart));
  const double air = (data.most - data.least) / 20;
  const Extent y{data.least - air, data.most + air};
  return {x, y, y.least <= 0 && 0 <= y.most};
}

bool is_within(const Extent& extent, double value) {
  return extent.least <= value && value <= extent.most;
}

LineLook look_of_line(std::size_t k) {
  static constexpr std::array<Rgb, 4> colours{{{0, 114, 178}, {213, 94, 0}, {0, 158, 115}, {204, 121, 167}}};
  static const std::array<std::vector<int>, 5> dashes{{{}, {9, 4}, {2, 3}, {9, 3, 2, 3}, {15, 5}}};
  return {colours[k % colours.size()], dashes[k % dashes.size()]};
}

} // namespace results

namespace results::svg {
namespace {

std::string opening(Spot size, const std::string& title, const std::string& more) {
  const std::string width = pixels(size.x), height = pixels(size.y);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
         "\" viewBox=\"0 0 " + width + " " + height +
         "\" font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\" aria-label=\"" +
         xml_escaped(title) + "\"" + more + ">\n";
}

} // namespace

std::string symbol(Spot at, std::size_t k, const std::string& name) {
  static constexpr std::array<const char*, 5> outlines{"m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
                                                       "m-3 -3l6 6m-6 0l6 -6", "m0 -3.5l3.5 6h-7z",
                                                       "m-3.5 0h7m-3.5 -3.5v7", "m-2.7 -2.7h5.4v5.4h-5.4z"};
  return "<path class=\"" + name + "\" d=\"M" + pixels(at.x) + " " + pixels(at.y) +
         outlines[k % outlines.size()] + R"(" fill="none" stroke-width="1.2" stroke=")" +
         look_of_line(k).colour.hexadecimal() + "\"/>\n";
}

std::string pixels(double value) {
  std::string text = decimal(value, 2);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string line(Spot from, Spot to, const std::string& style) {
  return "<line x1=\"" + pixels(from.x) + "\" y1=\"" + pixels(from.y) + "\" x2=\"" + pixels(to.x) +
         "\" y2=\"" + pixels(to.y) + "\"" + style + "/>\n";
}

std::string text_at(Spot at, const std::string& style, const std::string& text) {
  return "<text x=\"" + pixels(at.x) + "\" y=\"" + pixels(at.y) + "\"" + style + ">" + xml_escaped(text) +
         "</text>\n";
}

std::string place(const Box& box) {
  return " x=\"" + pixels(box.x) + "\" y=\"" + pixels(box.y) + "\" width=\"" + pixels(box.width) +
         "\" height=\"" + pixels(box.height) + "\"";
}

std::string upwards(Spot at) {
  return std::string(in_the_middle) + " transform=\"rotate(-90 " + pixels(at.x) + " " + pixels(at.y) + ")\"";
}

std::string page(Spot size, const std::string& title, const std::string& body) {
  return opening(size, title, " color=\"#111111\"") +
         "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + body + "</svg>\n";
}

std::string sheet(const std::vector<Figure>& figures) {
  Spot size{0, 0};
  std::string drawings;
  for (const Figure& figure : figures) {
    size.x = std::max(
        {size.x, figure.width, 2 * figure.indent + letter * static_cast<double>(characters(figure.title))});
    drawings += text_at({figure.indent, size.y + 20}, std::string(to_the_left) + " font-weight=\"bold\"",
                        figure.title) +
                "<g transform=\"translate(0 " + pixels(size.y + figure.head) + ")\">\n" + figure.body +
                "</g>\n";
    size.y += figure.head + figure.height;
  }
  return page(size, figures.front().title, drawings);
}

std::string inlined(const Figure& figure) {
  return opening({figure.width, figure.height}, figure.title, "") + figure.body + "</svg>\n";
}

} // namespace results::svg
