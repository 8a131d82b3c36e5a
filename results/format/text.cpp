#include "results/format/text.hpp"

#include "results/format/characters.hpp"
#include "results/format/grids.hpp"
#include "results/format/terminal.hpp"
#include "results/format/text_grid.hpp"

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
  for (const HeatMap& map : document.heat_maps) out += "\n" + text_grid(heat_map_grid(map), style);
  for (const Section& section : document.sections) {
    out += "\n" + bold(section.heading, style.colour) + "\n";
    for (const std::string& line : section.lines) out += hanging(line, style.width);
  }
  return out;
}

} // namespace results
