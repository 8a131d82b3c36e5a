#include "results/format/text_layout.hpp"

#include <algorithm>

#include "results/format/characters.hpp"

namespace results {
namespace {

TextWidths widths_of(const Grid& grid, Spread spread) {
  TextWidths widths{
      spread, {}, std::vector<std::size_t>(grid.columns()), std::vector<std::size_t>(grid.columns())};
  for (const std::string& heading : grid.stub) widths.stub.push_back(characters(heading));
  for (const GridRow& row : grid.rows) {
    for (std::size_t s = 0; s < row.labels.size(); ++s)
      widths.stub[s] = std::max(widths.stub[s], characters(row.labels[s]));
    for (std::size_t c = 0; c < row.entries.size(); ++c) {
      for (int line = 0; line < height_of(row.entries[c], spread); ++line)
        widths.core[c] = std::max(widths.core[c], characters(core_of(row.entries[c], spread, line)));
      widths.tail[c] = std::max(widths.tail[c], characters(tail_of(row.entries[c], spread)));
    }
  }
  for (auto level = grid.heads.rbegin(); level != grid.heads.rend(); ++level) {
    std::size_t first = 0;
    for (const HeadCell& head : *level) {
      const std::size_t last = first + head.columns, needed = characters(head.text);
      if (needed > widths.span(first, last)) widths.core[last - 1] += needed - widths.span(first, last);
      first = last;
    }
  }
  return widths;
}

bool has_spread(const Grid& grid) {
  for (const GridRow& row : grid.rows)
    for (const Entry& entry : row.entries)
      if (!entry.spread.empty()) return true;
  return false;
}

/// What stays together: the columns under one outermost head, or single columns where that is wider than the
/// limit.
std::vector<ColumnRange> blocks(const Grid& grid, const TextWidths& widths, std::size_t limit) {
  std::vector<ColumnRange> out;
  std::size_t first = 0;
  for (const HeadCell& head : grid.heads.front()) {
    const std::size_t last = first + head.columns;
    const bool fits = widths.stubs() + widths.span(first, last) <= limit;
    for (std::size_t c = first; c < last; c = out.back().last) out.push_back({c, fits ? last : c + 1});
    first = last;
  }
  return out;
}

} // namespace

std::string core_of(const Entry& entry, Spread spread, int line) {
  if (line == 1) return entry.spread;
  if (line == 2) return entry.mark;
  if (spread == Spread::below || entry.spread.empty()) return entry.text;
  return entry.text + " " + entry.spread;
}

std::string tail_of(const Entry& entry, Spread spread) {
  const bool hangs = spread == Spread::beside && !entry.mark.empty();
  return (entry.strong ? "*" : "") + (hangs ? " " + entry.mark : "");
}

int height_of(const Entry& entry, Spread spread) {
  if (spread == Spread::beside) return 1;
  return !entry.mark.empty() ? 3 : !entry.spread.empty() ? 2 : 1;
}

std::size_t TextWidths::stubs() const {
  std::size_t sum = 0;
  for (const std::size_t width : stub) sum += width + column_gap;
  return sum;
}

std::size_t TextWidths::span(std::size_t first, std::size_t last) const {
  std::size_t sum = (last - first - 1) * column_gap;
  for (std::size_t c = first; c < last; ++c) sum += core[c] + tail[c];
  return sum;
}

TextWidths single_line_widths(const Grid& grid) {
  return widths_of(grid, Spread::beside);
}

TextWidths fitting_widths(const Grid& grid, std::size_t limit) {
  const TextWidths beside = widths_of(grid, Spread::beside);
  const bool fits = beside.stubs() + beside.span(0, grid.columns()) <= limit;
  return fits || !has_spread(grid) ? beside : widths_of(grid, Spread::below);
}

std::vector<ColumnRange> panels(const Grid& grid, const TextWidths& widths, std::size_t limit) {
  std::vector<ColumnRange> out;
  for (const ColumnRange& block : blocks(grid, widths, limit)) {
    if (!out.empty() && widths.stubs() + widths.span(out.back().first, block.last) <= limit) {
      out.back().last = block.last;
    } else {
      out.push_back(block);
    }
  }
  return out;
}

} // namespace results
