#include "results/format/text_grid.hpp"

#include <algorithm>

#include "results/format/colour.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t heading_indent = 2;
constexpr std::size_t short_head = 12; ///< characters: a longer head is broken before it widens its column
constexpr std::size_t narrowest = 6;   ///< of a column whose text is cut into lines

/// The first `width` characters of a UTF-8 text, and the rest.
std::pair<std::string, std::string> split_behind(const std::string& text, std::size_t width) {
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xc0) != 0x80;
    if (begins && seen++ == width) break;
  }
  return {text.substr(0, end), text.substr(end)};
}

std::size_t widest(const Lines& lines) {
  std::size_t out = 0;
  for (const std::string& line : lines) out = std::max(out, characters(line));
  return out;
}

/// How narrow a head may stand: it is broken at its blanks where it is long.
std::size_t least_width(const std::string& head) {
  if (characters(head) <= short_head) return characters(head);
  return std::max(widest(wrapped(head, 1)), short_head);
}

/// The aligned lines of an entry, without those that are empty at the end.
Lines core_lines(const Entry& entry, Spread spread) {
  if (spread == Spread::beside) return {entry.spread.empty() ? entry.text : entry.text + " " + entry.spread};
  Lines lines{entry.text, entry.spread, entry.mark};
  while (lines.size() > 1 && lines.back().empty()) lines.pop_back();
  return lines;
}

/// What hangs behind the aligned part: the star of the best, a mark.
std::string tail_of(const Entry& entry, Spread spread) {
  const bool hangs = spread == Spread::beside && !entry.mark.empty();
  return (entry.strong ? "*" : "") + (hangs ? " " + entry.mark : "");
}

bool has_headings(const Grid& grid) {
  return std::any_of(grid.rows.begin(), grid.rows.end(),
                     [](const GridRow& row) { return !row.heading.empty(); });
}

bool has_spread(const Grid& grid) {
  for (const GridRow& row : grid.rows)
    for (const Entry& entry : row.entries)
      if (!entry.spread.empty()) return true;
  return false;
}

void widen_for_heads(GridShape& shape, const Grid& grid) {
  for (auto level = grid.heads.rbegin(); level != grid.heads.rend(); ++level) {
    std::size_t first = 0;
    for (const HeadCell& head : *level) {
      const std::size_t last = first + head.columns, needed = least_width(head.text);
      if (needed > shape.span(first, last)) shape.core[last - 1] += needed - shape.span(first, last);
      first = last;
    }
  }
}

GridShape natural_shape(const Grid& grid, Spread spread, std::size_t hoisted) {
  GridShape shape{.spread = spread, .hoisted = hoisted};
  if (hoisted > 0 || has_headings(grid)) shape.indent = heading_indent;
  shape.core.resize(grid.columns());
  shape.tail.resize(grid.columns());
  for (std::size_t s = hoisted; s < grid.stub.size(); ++s) shape.stub.push_back(characters(grid.stub[s]));
  for (const GridRow& row : grid.rows) {
    for (std::size_t s = hoisted; s < row.labels.size(); ++s)
      shape.stub[s - hoisted] = std::max(shape.stub[s - hoisted], characters(row.labels[s]));
    for (std::size_t c = 0; c < row.entries.size(); ++c) {
      shape.core[c] = std::max(shape.core[c], widest(core_lines(row.entries[c], spread)));
      shape.tail[c] = std::max(shape.tail[c], characters(tail_of(row.entries[c], spread)));
    }
  }
  widen_for_heads(shape, grid);
  return shape;
}

/// Narrows labels to half of the limit and each value column to what is left.
GridShape narrowed(GridShape shape, std::size_t limit) {
  const std::size_t share = shape.stub.empty() ? 0 : limit / 2 / shape.stub.size();
  const std::size_t most = std::max(narrowest, share > column_gap ? share - column_gap : 0);
  if (shape.stubs() > limit / 2)
    for (std::size_t& width : shape.stub) width = std::min(width, most);
  const std::size_t left = limit > shape.stubs() ? limit - shape.stubs() : narrowest;
  for (std::size_t c = 0; c < shape.core.size(); ++c) {
    shape.tail[c] = std::min(shape.tail[c], left / 2);
    shape.core[c] = std::min(shape.core[c], left - shape.tail[c]);
  }
  return shape;
}

/// What stays together: the columns under one outermost head, or single columns where that is wider than the
/// limit.
std::vector<ColumnRange> blocks(const Grid& grid, const GridShape& shape, std::size_t limit) {
  std::vector<ColumnRange> out;
  std::size_t first = 0;
  for (const HeadCell& head : grid.heads.front()) {
    const std::size_t last = first + head.columns;
    const bool fits = shape.stubs() + shape.span(first, last) <= limit;
    for (std::size_t c = first; c < last; c = out.back().last) out.push_back({c, fits ? last : c + 1});
    first = last;
  }
  return out;
}

std::string stripped(const std::string& text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string joined_labels(const GridRow& row, std::size_t count) {
  return joined({row.labels.begin(), row.labels.begin() + static_cast<std::ptrdiff_t>(count)});
}

/// Sets a run of columns.
class ColumnRun {
 public:
  ColumnRun(const Grid& grid, const GridShape& shape, ColumnRange range, const Style& style)
      : grid_(grid), shape_(shape), range_(range), style_(style) {}

  std::string text() const {
    std::string out = range_.first == 0 ? rule() : "";
    for (std::size_t level = 0; level < grid_.heads.size(); ++level) out += head(level);
    out += rule();
    for (std::size_t r = 0; r < grid_.rows.size(); ++r) out += heading(r) + row(r);
    return out + rule();
  }

 private:
  std::string rule() const {
    return repeated("─", shape_.stubs() + shape_.span(range_.first, range_.last)) + "\n";
  }

  std::string heading(std::size_t r) const {
    const GridRow& row = grid_.rows[r];
    std::string text = row.heading;
    if (shape_.hoisted > 0 && repeated_labels(grid_, r) < shape_.hoisted)
      text = joined_labels(row, shape_.hoisted);
    std::string out;
    for (const std::string& line : broken(text, style_.width)) out += bold(line, style_.colour) + "\n";
    return out;
  }

  /// The labels of a row from `hoisted` on, the repeated ones blank.
  std::vector<Lines> labels_of(std::size_t r) const {
    const std::size_t blank = grid_.rows[r].heading.empty() ? repeated_labels(grid_, r) : 0;
    const bool same_group = blank >= shape_.hoisted;
    std::vector<Lines> out;
    for (std::size_t s = shape_.hoisted; s < grid_.stub.size(); ++s)
      out.push_back(same_group && s < blank
                        ? Lines{}
                        : broken(grid_.rows[r].labels[s], shape_.stub[s - shape_.hoisted]));
    return out;
  }

  std::string row(std::size_t r) const {
    const GridRow& row = grid_.rows[r];
    const std::vector<Lines> labels = labels_of(r);
    std::vector<Lines> cores;
    std::size_t height = 1;
    for (const Lines& label : labels) height = std::max(height, label.size());
    for (std::size_t c = range_.first; c < range_.last; ++c) {
      Lines& lines = cores.emplace_back();
      for (const std::string& part : core_lines(row.entries[c], shape_.spread)) {
        const Lines pieces = broken(part, shape_.core[c]);
        lines.insert(lines.end(), pieces.begin(), pieces.end());
        if (pieces.empty()) lines.emplace_back();
      }
      height = std::max(height, lines.size());
    }
    std::string out;
    for (std::size_t i = 0; i < height; ++i) out += line(row, labels, cores, i);
    return out;
  }

  std::string line(const GridRow& row, const std::vector<Lines>& labels, const std::vector<Lines>& cores,
                   std::size_t i) const {
    std::string out = stub(labels, i);
    for (std::size_t c = range_.first; c < range_.last; ++c) {
      const Lines& lines = cores[c - range_.first];
      const std::string core = aligned(c, i < lines.size() ? lines[i] : "", shape_.core[c]);
      const std::string tail = i == 0 ? tail_of(row.entries[c], shape_.spread) : "";
      out +=
          dressed(core + left_aligned(tail, shape_.tail[c]), row.entries[c]) + std::string(column_gap, ' ');
    }
    return stripped(out) + "\n";
  }

  std::string stub(const std::vector<Lines>& labels, std::size_t i) const {
    std::string out(shape_.indent, ' ');
    for (std::size_t s = 0; s < labels.size(); ++s)
      out += left_aligned(i < labels[s].size() ? labels[s][i] : "", shape_.stub[s]) +
             std::string(column_gap, ' ');
    return out;
  }

  /// The heads of a level, the shorter ones on its lowest lines.
  std::string head(std::size_t level) const {
    const bool lowest = level + 1 == grid_.heads.size();
    std::vector<Lines> names;
    for (std::size_t s = shape_.hoisted; s < grid_.stub.size(); ++s)
      names.push_back(lowest ? broken(grid_.stub[s], shape_.stub[s - shape_.hoisted]) : Lines{});
    const std::vector<PlacedHead> heads = placed(level);
    std::size_t height = 1;
    for (const Lines& name : names) height = std::max(height, name.size());
    for (const PlacedHead& one : heads) height = std::max(height, one.lines.size());
    for (Lines& name : names) sink(name, height);
    std::string out;
    for (std::size_t i = 0; i < height; ++i) {
      std::string text = stub(names, i);
      for (const PlacedHead& one : heads)
        text += set_head(one, i + one.lines.size() < height ? "" : one.lines[i + one.lines.size() - height]) +
                std::string(column_gap, ' ');
      out += stripped(text) + "\n";
    }
    return out;
  }

  static void sink(Lines& lines, std::size_t height) {
    lines.insert(lines.begin(), height - lines.size(), "");
  }

  struct PlacedHead {
    std::size_t from, to;
    bool alone; ///< over one column
    Lines lines;
  };

  std::vector<PlacedHead> placed(std::size_t level) const {
    std::vector<PlacedHead> out;
    std::size_t first = 0;
    for (const HeadCell& head : grid_.heads[level]) {
      const std::size_t from = std::max(first, range_.first),
                        to = std::min(first + head.columns, range_.last);
      first += head.columns;
      if (from < to) out.push_back({from, to, head.columns == 1, broken(head.text, shape_.span(from, to))});
    }
    return out;
  }

  std::string set_head(const PlacedHead& head, const std::string& text) const {
    const std::size_t width = shape_.span(head.from, head.to);
    if (!head.alone) return centred(text, width);
    const std::size_t tail = characters(text) + shape_.tail[head.from] <= width ? shape_.tail[head.from] : 0;
    return aligned(head.from, text, width - tail) + std::string(tail, ' ');
  }

  /// Words are set to the left, numbers to the right.
  std::string aligned(std::size_t column, const std::string& text, std::size_t width) const {
    return is_words(column) ? left_aligned(text, width) : right_aligned(text, width);
  }

  bool is_words(std::size_t column) const {
    return !grid_.rows.empty() && grid_.rows.front().entries[column].verdict.has_value();
  }

  std::string dressed(const std::string& text, const Entry& entry) const {
    if (entry.shade) return on_shade(text, *entry.shade, style_.colour);
    if (entry.verdict) return in_verdict_colour(text, *entry.verdict, style_.colour);
    if (entry.tint) return in_verdict_colour(text, *entry.tint, style_.colour);
    return entry.strong ? bold(text, style_.colour) : text;
  }

  const Grid& grid_;
  const GridShape& shape_;
  ColumnRange range_;
  const Style& style_;
};

} // namespace

std::size_t GridShape::stubs() const {
  std::size_t sum = indent;
  for (const std::size_t width : stub) sum += width + column_gap;
  return sum;
}

std::size_t GridShape::span(std::size_t first, std::size_t last) const {
  std::size_t sum = (last - first - 1) * column_gap;
  for (std::size_t c = first; c < last; ++c) sum += core[c] + tail[c];
  return sum;
}

GridShape fitting_shape(const Grid& grid, std::size_t limit) {
  const std::size_t most_hoisted = grid.is_list && !grid.stub.empty() ? grid.stub.size() - 1 : 0;
  std::vector<Spread> spreads{Spread::beside};
  if (has_spread(grid)) spreads.push_back(Spread::below);
  GridShape shape;
  for (const Spread spread : spreads)
    for (std::size_t hoisted = 0; hoisted <= most_hoisted; ++hoisted) {
      shape = natural_shape(grid, spread, hoisted);
      if (shape.stubs() + shape.span(0, grid.columns()) <= limit) return shape;
    }
  return narrowed(shape, limit);
}

std::vector<ColumnRange> column_runs(const Grid& grid, const GridShape& shape, std::size_t limit) {
  std::vector<ColumnRange> out;
  for (const ColumnRange& block : blocks(grid, shape, limit)) {
    if (!out.empty() && shape.stubs() + shape.span(out.back().first, block.last) <= limit) {
      out.back().last = block.last;
    } else {
      out.push_back(block);
    }
  }
  return out;
}

std::string text_grid(const Grid& grid, const Style& style) {
  std::string out;
  for (const std::string& line : broken(grid.title, style.width)) out += bold(line, style.colour) + "\n";
  if (grid.columns() == 0) return out + "(no columns)\n";
  const GridShape shape = fitting_shape(grid, style.width);
  for (const ColumnRange& range : column_runs(grid, shape, style.width))
    out += ColumnRun(grid, shape, range, style).text();
  return out;
}

std::vector<std::string> broken(const std::string& text, std::size_t width) {
  Lines out;
  for (const std::string& line : wrapped(text, width)) {
    std::string rest = line;
    while (characters(rest) > width) {
      auto [head, tail] = split_behind(rest, width);
      out.push_back(std::move(head));
      rest = std::move(tail);
    }
    out.push_back(std::move(rest));
  }
  return out;
}

} // namespace results
