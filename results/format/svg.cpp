#include "results/format/svg.hpp"

#include "results/format/number.hpp"

namespace results::svg {

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

} // namespace results::svg
