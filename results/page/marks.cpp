#include "results/page/marks.hpp"

#include <cmath>

#include "results/format/forest_svg.hpp"
#include "results/format/html.hpp"
#include "results/format/svg.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

std::string nested(double x, double y, const std::string& css_class, const std::string& outline) {
  return "<svg x=\"" + percent(x) + "\" y=\"" + svg::pixels(y) +
         "\" width=\"1\" height=\"1\" overflow=\"visible\"><path class=\"" + css_class + "\" d=\"M0 0" +
         outline + "\"/></svg>";
}

std::string in_line(const std::string& css_class, const std::string& outline) {
  return "<svg class=\"mk\" viewBox=\"-6 -6 12 12\" aria-hidden=\"true\"><path class=\"" + css_class +
         "\" d=\"M0 0" + outline + "\"/></svg>";
}

std::string mark_class(const std::optional<Verdict>& verdict) {
  return "m m-" + class_of(verdict);
}

} // namespace

std::string with_minus(const std::string& number) {
  std::string out;
  for (std::size_t i = 0; i < number.size(); ++i) {
    const bool opens = i == 0 || number[i - 1] == '(' || number[i - 1] == 'e' || number[i - 1] == ' ';
    const char next = i + 1 < number.size() ? number[i + 1] : ' ';
    const bool is_sign =
        number[i] == '-' && opens && ((next >= '0' && next <= '9') || next == '.' || next == 'i');
    if (is_sign)
      out += "\u2212";
    else
      out += number[i];
  }
  return out;
}

std::string signed_number(double value, int decimals) {
  const std::string text = decimal(value, decimals);
  return value > 0 ? "+" + text : with_minus(text);
}

std::string percent(double value) {
  return svg::pixels(value) + "%";
}

std::string class_of(const std::optional<Verdict>& verdict) {
  return verdict ? css_class(*verdict) : "own";
}

std::string mark_at(const std::optional<Verdict>& verdict, double x, double y) {
  return nested(x, y, mark_class(verdict), outline_of(verdict));
}

std::string arrow_at(const std::optional<Verdict>& verdict, bool is_right, double y) {
  return nested(is_right ? 100 : 0, y, mark_class(verdict) + " beyond", is_right ? "l-8 -4v8z" : "l8 -4v8z");
}

std::string published_mark_at(double x, double y) {
  return nested(x, y, "m-published", hollow_outline);
}

std::string inline_mark(const std::optional<Verdict>& verdict) {
  return in_line(mark_class(verdict), outline_of(verdict));
}

std::string inline_published_mark() {
  return in_line("m-published", hollow_outline);
}

std::string bar_at(const std::string& css_class, double from, double to, double y) {
  const std::string height = svg::pixels(y);
  return "<line class=\"" + css_class + "\" x1=\"" + percent(from) + "\" x2=\"" + percent(to) + "\" y1=\"" +
         height + "\" y2=\"" + height + "\"/>";
}

std::string chip(const std::optional<Verdict>& verdict, const std::string& word) {
  return "<span class=\"chip " + class_of(verdict) + "\">" + inline_mark(verdict) + xml_escaped(word) +
         "</span>";
}

std::string percent_drawing(const std::string& css_class, const std::string& label, const std::string& body) {
  return "<svg class=\"" + css_class + "\"" +
         (label.empty() ? std::string(" aria-hidden=\"true\"")
                        : " role=\"img\" aria-label=\"" + xml_escaped(label) + "\"") +
         ">" + body + "</svg>";
}

} // namespace results
