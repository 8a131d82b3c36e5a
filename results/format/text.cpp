#include "results/format/text.hpp"

#include <array>

#include "results/format/text_grid.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

std::string styled(const std::string& code, const std::string& text, Colour colour) {
  return colour == Colour::never ? text : "\x1b[" + code + "m" + text + "\x1b[0m";
}

std::string numbers(const Rgb& colour) {
  return std::to_string(colour.red) + ";" + std::to_string(colour.green) + ";" + std::to_string(colour.blue);
}

std::string hanging(const std::string& line, std::size_t width) {
  std::string out;
  for (const std::string& part : wrapped(line, width > 2 ? width - 2 : 1))
    out += (out.empty() ? "- " : "  ") + part + "\n";
  return out;
}

} // namespace

std::string bold(const std::string& text, Colour colour) {
  return styled("1", text, colour);
}

std::string faint(const std::string& text, Colour colour) {
  return styled("2", text, colour);
}

std::string in_verdict_colour(const std::string& text, Verdict verdict, Colour colour) {
  constexpr std::array codes{"32", "1;31", "33", "2"}; // in the order of Verdict
  return styled(codes.at(static_cast<std::size_t>(verdict)), text, colour);
}

std::string on_shade(const std::string& text, double share, Colour colour) {
  const Rgb ground = scale_colour(share);
  return styled("48;2;" + numbers(ground) + ";38;2;" + numbers(readable_on(ground)), text, colour);
}

std::string text_of(const Document& document, const Style& style) {
  std::string out = bold(document.study, style.colour) + "\n";
  for (const std::string& line : wrapped(document.title, style.width)) out += line + "\n";
  for (const Grid& grid : document.grids) out += "\n" + text_grid(grid, style);
  for (const Picture& picture : document.pictures)
    if (picture.in_words) out += "\n" + text_grid(*picture.in_words, style);
  for (const Section& section : document.sections) {
    out += "\n" + bold(section.heading, style.colour) + "\n";
    for (const std::string& line : section.lines) out += hanging(line, style.width);
  }
  return out;
}

} // namespace results
