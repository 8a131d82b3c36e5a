#include "results/format/text.hpp"

#include <algorithm>
#include <array>

#include "results/record/text.hpp"

namespace results {
namespace {

std::string styled(const std::string& code, const std::string& text, Colour colour) {
  return colour == Colour::never ? text : "\x1b[" + code + "m" + text + "\x1b[0m";
}

std::string numbers(const Rgb& colour) {
  return std::to_string(colour.red) + ";" + std::to_string(colour.green) + ";" + std::to_string(colour.blue);
}

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

/// Sets a run of columns.
class ColumnRun {
 public:
  ColumnRun(const Grid& grid, const TextWidths& widths, ColumnRange range, Colour colour)
      : grid_(grid), widths_(widths), range_(range), colour_(colour) {}

  std::string text() const {
    std::string out = range_.first == 0 ? rule() : "";
    for (std::size_t level = 0; level < grid_.heads.size(); ++level) out += head(level);
    out += rule();
    for (std::size_t r = 0; r < grid_.rows.size(); ++r) out += row(r);
    return out + rule();
  }

 private:
  std::string row(std::size_t r) const {
    std::vector<std::string> labels = grid_.rows[r].labels;
    std::fill_n(labels.begin(), repeated_labels(grid_, r), "");
    std::string out;
    for (int i = 0; i < height_of_row(grid_.rows[r]); ++i)
      out += line(i == 0 ? stub(labels) : std::string(widths_.stubs(), ' '), grid_.rows[r], i);
    return out;
  }

  int height_of_row(const GridRow& row) const {
    int most = 1;
    for (std::size_t c = range_.first; c < range_.last; ++c)
      most = std::max(most, height_of(row.entries[c], widths_.spread));
    return most;
  }

  std::string rule() const {
    return repeated("─", widths_.stubs() + widths_.span(range_.first, range_.last)) + "\n";
  }

  std::string head(std::size_t level) const {
    const bool lowest = level + 1 == grid_.heads.size();
    std::string out = stub(lowest ? grid_.stub : std::vector<std::string>(grid_.stub.size()));
    std::size_t first = 0;
    for (const HeadCell& head : grid_.heads[level]) {
      const std::size_t from = std::max(first, range_.first),
                        to = std::min(first + head.columns, range_.last);
      first += head.columns;
      if (from >= to) continue;
      const std::size_t width = widths_.span(from, to);
      const bool alone = head.columns == 1;
      const std::size_t tail =
          alone && characters(head.text) + widths_.tail[from] <= width ? widths_.tail[from] : 0;
      out +=
          alone ? aligned(from, head.text, width - tail) + std::string(tail, ' ') : centred(head.text, width);
      out += std::string(column_gap, ' ');
    }
    return stripped(out) + "\n";
  }

  /// Words are set to the left, numbers to the right.
  std::string aligned(std::size_t column, const std::string& text, std::size_t width) const {
    return is_words(column) ? left_aligned(text, width) : right_aligned(text, width);
  }

  bool is_words(std::size_t column) const {
    return !grid_.rows.empty() && grid_.rows.front().entries[column].verdict.has_value();
  }

  std::string stub(const std::vector<std::string>& labels) const {
    std::string out;
    for (std::size_t s = 0; s < labels.size(); ++s)
      out += left_aligned(labels[s], widths_.stub[s]) + std::string(column_gap, ' ');
    return out;
  }

  std::string line(std::string out, const GridRow& row, int which) const {
    for (std::size_t c = range_.first; c < range_.last; ++c) {
      const Entry& entry = row.entries[c];
      const std::string core = aligned(c, core_of(entry, widths_.spread, which), widths_.core[c]);
      const std::string tail =
          left_aligned(which == 0 ? tail_of(entry, widths_.spread) : "", widths_.tail[c]);
      out += dressed(core + tail, entry) + std::string(column_gap, ' ');
    }
    return stripped(out) + "\n";
  }

  std::string dressed(const std::string& text, const Entry& entry) const {
    if (entry.shade) return on_shade(text, *entry.shade, colour_);
    if (entry.verdict) return in_verdict_colour(text, *entry.verdict, colour_);
    return entry.strong ? bold(text, colour_) : text;
  }

  static std::string stripped(const std::string& text) {
    return text.substr(0, text.find_last_not_of(' ') + 1);
  }

  const Grid& grid_;
  const TextWidths& widths_;
  ColumnRange range_;
  Colour colour_;
};

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

std::vector<ColumnRange> column_runs(const Grid& grid, const TextWidths& widths, std::size_t limit) {
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

std::string text_grid(const Grid& grid, const Style& style) {
  std::string out = bold(grid.title, style.colour) + "\n";
  if (grid.columns() == 0) return out + "(no columns)\n";
  const TextWidths widths = grid.is_list ? single_line_widths(grid) : fitting_widths(grid, style.width);
  const auto ranges =
      grid.is_list ? std::vector{ColumnRange{0, grid.columns()}} : column_runs(grid, widths, style.width);
  for (const ColumnRange& range : ranges) out += ColumnRun(grid, widths, range, style.colour).text();
  return out;
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
