#include "results/format/text_grid.hpp"

#include <algorithm>

#include "results/format/characters.hpp"
#include "results/format/terminal.hpp"

namespace results {
namespace {

constexpr std::size_t gap = 2; // blanks between columns

enum class Spread { beside, below };

/// The right-aligned parts of an entry, line by line: beside, all in one; below, standard error and mark have
/// their own.
std::string core_of(const Entry& entry, Spread spread, int line) {
  if (line == 1) return entry.spread;
  if (line == 2) return entry.mark;
  if (spread == Spread::below || entry.spread.empty()) return entry.text;
  return entry.text + " " + entry.spread;
}

/// What hangs behind the aligned part of the first line.
std::string tail_of(const Entry& entry, Spread spread) {
  const bool hangs = spread == Spread::beside && !entry.mark.empty();
  return (entry.strong ? "*" : "") + (hangs ? " " + entry.mark : "");
}

/// How many lines an entry takes.
int height_of(const Entry& entry, Spread spread) {
  if (spread == Spread::beside) return 1;
  return !entry.mark.empty() ? 3 : !entry.spread.empty() ? 2 : 1;
}

/// How wide the parts of a grid are in one way of setting it.
struct Widths {
  Spread spread = Spread::beside;
  std::vector<std::size_t> stub, core, tail;

  std::size_t column(std::size_t c) const { return core[c] + tail[c]; }
  std::size_t stubs() const {
    std::size_t sum = 0;
    for (const std::size_t width : stub) sum += width + gap;
    return sum;
  }
  /// Of the columns first .. last - 1 with the gaps between them.
  std::size_t span(std::size_t first, std::size_t last) const {
    std::size_t sum = (last - first - 1) * gap;
    for (std::size_t c = first; c < last; ++c) sum += column(c);
    return sum;
  }
};

Widths widths_of(const Grid& grid, Spread spread) {
  Widths widths{
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

/// Columns first .. last - 1.
struct Range {
  std::size_t first, last;
};

/// What stays together: the columns under one outermost head, or single columns where that is wider than the
/// limit.
std::vector<Range> blocks(const Grid& grid, const Widths& widths, std::size_t limit) {
  std::vector<Range> out;
  std::size_t first = 0;
  for (const HeadCell& head : grid.heads.front()) {
    const std::size_t last = first + head.columns;
    const bool fits = widths.stubs() + widths.span(first, last) <= limit;
    for (std::size_t c = first; c < last; c = out.back().last) out.push_back({c, fits ? last : c + 1});
    first = last;
  }
  return out;
}

std::vector<Range> panels(const Grid& grid, const Widths& widths, std::size_t limit) {
  std::vector<Range> out;
  for (const Range& block : blocks(grid, widths, limit)) {
    if (!out.empty() && widths.stubs() + widths.span(out.back().first, block.last) <= limit) {
      out.back().last = block.last;
    } else {
      out.push_back(block);
    }
  }
  return out;
}

/// Sets the columns of one panel.
class Panel {
 public:
  Panel(const Grid& grid, const Widths& widths, Range range, Colour colour)
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
      out += std::string(gap, ' ');
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
      out += left_aligned(labels[s], widths_.stub[s]) + std::string(gap, ' ');
    return out;
  }

  std::string line(std::string out, const GridRow& row, int which) const {
    for (std::size_t c = range_.first; c < range_.last; ++c) {
      const Entry& entry = row.entries[c];
      const std::string core = aligned(c, core_of(entry, widths_.spread, which), widths_.core[c]);
      const std::string tail =
          left_aligned(which == 0 ? tail_of(entry, widths_.spread) : "", widths_.tail[c]);
      out += dressed(core + tail, entry) + std::string(gap, ' ');
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
  const Widths& widths_;
  Range range_;
  Colour colour_;
};

bool has_spread(const Grid& grid) {
  for (const GridRow& row : grid.rows)
    for (const Entry& entry : row.entries)
      if (!entry.spread.empty()) return true;
  return false;
}

} // namespace

std::string text_grid(const Grid& grid, const Style& style) {
  std::string out = bold(grid.title, style.colour) + "\n";
  if (grid.columns() == 0) return out + "(no columns)\n";
  if (grid.is_list) {
    const Widths widths = widths_of(grid, Spread::beside);
    return out + Panel(grid, widths, {0, grid.columns()}, style.colour).text();
  }
  Widths widths = widths_of(grid, Spread::beside);
  const bool too_wide = widths.stubs() + widths.span(0, grid.columns()) > style.width;
  if (too_wide && has_spread(grid)) widths = widths_of(grid, Spread::below);
  for (const Range& range : panels(grid, widths, style.width))
    out += Panel(grid, widths, range, style.colour).text();
  return out;
}

} // namespace results
