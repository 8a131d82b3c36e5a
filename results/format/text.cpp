#include "results/format/text.hpp"

#include <array>

#include "results/format/colour.hpp"
#include "results/format/text_grid.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

std::string hanging(const std::string& line, std::size_t width) {
  std::string out;
  for (const std::string& part : wrapped(line, width > 2 ? width - 2 : 1))
    out += (out.empty() ? "- " : "  ") + part + "\n";
  return out;
}

} // namespace

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
