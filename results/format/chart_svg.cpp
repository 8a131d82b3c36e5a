#include "results/format/chart_svg.hpp"

#include <cmath>

#include "results/format/html.hpp"
#include "results/format/svg.hpp"
#include "results/record/number.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

using svg::faint;
using svg::line;
using svg::pixels;
using svg::Spot;

// Pixels.
constexpr double left = 64, right = 24, top = 28, plot_width = 632, plot_height = 320;
constexpr double bottom = 92; // ticks, the axis' label, the legend
constexpr double width = left + plot_width + right, height = top + plot_height + bottom;
constexpr double title_height = 32;
constexpr double letter = 8, sample = 40, tick_length = 5;

std::string text_at(Spot at, const std::string& style, const std::string& text) {
  return "<text x=\"" + pixels(at.x) + "\" y=\"" + pixels(at.y) + "\" " + style + ">" + xml_escaped(text) +
         "</text>\n";
}

constexpr const char* to_the_left = R"(text-anchor="start" fill="currentColor")";
constexpr const char* to_the_right = R"(text-anchor="end" fill="currentColor")";
constexpr const char* in_the_middle = R"(text-anchor="middle" fill="currentColor")";

std::string stroke(std::size_t k) {
  const LineLook look = look_of_line(k);
  std::string out = " fill=\"none\" stroke=\"" + look.colour.hexadecimal() +
                    R"(" stroke-width="2" stroke-linejoin="round")";
  if (look.dash.empty()) return out;
  out += " stroke-dasharray=\"";
  for (std::size_t i = 0; i < look.dash.size(); ++i)
    out += (i == 0 ? "" : " ") + std::to_string(look.dash[i]);
  return out + "\"";
}

/// Draws one chart with its upper left corner at (0, 0).
class Picture {
 public:
  explicit Picture(const Chart& chart) : chart_(chart), frame_(frame_of(chart)) {}

  std::string drawing() const { return marks() + axes() + dots() + lines() + legend(); }

 private:
  Spot spot(double x, double y) const {
    return {left + plot_width * (x - frame_.x.least) / (frame_.x.most - frame_.x.least),
            top + plot_height * (frame_.y.most - y) / (frame_.y.most - frame_.y.least)};
  }

  std::string axes() const {
    const Spot corner{left, top + plot_height};
    std::string out = line({left, top}, corner, faint) + line(corner, {left + plot_width, corner.y}, faint);
    if (frame_.has_zero_line)
      out += line(spot(frame_.x.least, 0), spot(frame_.x.most, 0),
                  R"( class="zero" stroke="currentColor" stroke-opacity="0.3")");
    for (const Tick& tick : ticks(frame_.x, 11)) {
      const double x = spot(tick.at, 0).x;
      out += line({x, corner.y}, {x, corner.y + tick_length}, faint) +
             text_at({x, corner.y + 20}, in_the_middle, tick.text);
    }
    for (const Tick& tick : ticks(frame_.y, 9)) {
      const double y = spot(0, tick.at).y;
      out += line({left - tick_length, y}, {left, y}, faint) +
             text_at({left - 9, y + 4.5}, to_the_right, tick.text);
    }
    out += text_at({left + plot_width / 2, corner.y + 42}, in_the_middle, chart_.x_label);
    const double middle = top + plot_height / 2;
    return chart_.y_label.empty() ? out
                                  : out + text_at({16, middle},
                                                  std::string(in_the_middle) + " transform=\"rotate(-90 16 " +
                                                      pixels(middle) + ")\"",
                                                  chart_.y_label);
  }

  std::string marks() const {
    std::string out;
    for (const ChartMark& mark : chart_.marks) {
      const double x = spot(mark.x, 0).x;
      out +=
          line({x, top}, {x, top + plot_height}, std::string(faint) + " stroke-dasharray=\"2 4\"") +
          text_at({x, top - 8}, std::string(in_the_middle) + " class=\"mark\" font-size=\"12\"", mark.label);
    }
    return out;
  }

  /// Those within the frame; an open ring each, so that dots on top of each other stay visible.
  std::string dots() const {
    std::string out;
    if (!chart_.dots) return out;
    for (std::size_t i = 0; i < chart_.dots->x.size(); ++i) {
      const double x = chart_.dots->x[i], y = chart_.dots->y[i];
      if (!is_within(frame_.x, x) || !is_within(frame_.y, y)) continue;
      const Spot at = spot(x, y);
      out += "<circle class=\"dot\" cx=\"" + pixels(at.x) + "\" cy=\"" + pixels(at.y) +
             R"(" r="3" fill="none" stroke="currentColor" stroke-opacity="0.6"/>)" + "\n";
    }
    return out;
  }

  /// One path a line, lifted over its gaps.
  std::string lines() const {
    std::string out;
    for (std::size_t k = 0; k < chart_.lines.size(); ++k) {
      std::string path;
      bool drawing = false;
      for (std::size_t i = 0; i < chart_.x.size(); ++i) {
        const double x = chart_.x[i], y = chart_.lines[k].y[i];
        const bool is_point = std::isfinite(x) && std::isfinite(y);
        if (is_point) {
          const Spot at = spot(x, y);
          path += (path.empty() ? "" : " ") + std::string(drawing ? "L" : "M") + pixels(at.x) + " " +
                  pixels(at.y);
        }
        drawing = is_point;
      }
      out += "<path class=\"line\" d=\"" + path + "\"" + stroke(k) + "><title>" +
             xml_escaped(chart_.lines[k].label) + "</title></path>\n";
    }
    return out;
  }

  std::string legend() const {
    double wanted = 0;
    for (const ChartLine& line : chart_.lines)
      wanted += sample + 3 * letter + letter * static_cast<double>(characters(line.label));
    double x = std::max(letter, left + (plot_width - wanted) / 2);
    const double y = height - 14;
    std::string out;
    for (std::size_t k = 0; k < chart_.lines.size(); ++k) {
      const std::string& label = chart_.lines[k].label;
      out += line({x, y - 4.5}, {x + sample, y - 4.5}, stroke(k)) +
             text_at({x + sample + letter, y}, to_the_left, label);
      x += sample + 3 * letter + letter * static_cast<double>(characters(label));
    }
    return out;
  }

  const Chart& chart_;
  Frame frame_;
};

std::string opening(double total_height, const std::string& title, const std::string& more) {
  const std::string size = pixels(total_height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + pixels(width) + "\" height=\"" + size +
         "\" viewBox=\"0 0 " + pixels(width) + " " + size +
         "\" font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\" aria-label=\"" +
         xml_escaped(title) + "\"" + more + ">\n";
}

} // namespace

std::string chart_svg(const std::vector<Chart>& charts) {
  double y = 0;
  std::string drawings;
  for (const Chart& chart : charts) {
    drawings += text_at({letter, y + 20}, std::string(to_the_left) + " font-weight=\"bold\"", chart.title) +
                "<g transform=\"translate(0 " + pixels(y + title_height) + ")\">\n" +
                Picture(chart).drawing() + "</g>\n";
    y += title_height + height;
  }
  return opening(y, charts.empty() ? "" : charts.front().title, " color=\"#111111\"") +
         "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + drawings + "</svg>\n";
}

std::string inline_chart(const Chart& chart) {
  return opening(height, chart.title, "") + Picture(chart).drawing() + "</svg>\n";
}

} // namespace results
