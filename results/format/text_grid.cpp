#include "results/format/text_grid.hpp"

#include <algorithm>

#include "results/format/characters.hpp"
#include "results/format/terminal.hpp"
#include "results/format/text_layout.hpp"

namespace results {
namespace {

/// Sets the columns of one panel.
class Panel {
 public:
  Panel(const Grid& grid, const TextWidths& widths, ColumnRange range, Colour colour)
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

} // namespace

std::string text_grid(const Grid& grid, const Style& style) {
  std::string out = bold(grid.title, style.colour) + "\n";
  if (grid.columns() == 0) return out + "(no columns)\n";
  const TextWidths widths = grid.is_list ? single_line_widths(grid) : fitting_widths(grid, style.width);
  const auto ranges =
      grid.is_list ? std::vector{ColumnRange{0, grid.columns()}} : panels(grid, widths, style.width);
  for (const ColumnRange& range : ranges) out += Panel(grid, widths, range, style.colour).text();
  return out;
}

} // namespace results
