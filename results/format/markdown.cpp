#include "results/format/markdown.hpp"

#include <cctype>

namespace results {
namespace {

/// Letters, digits and every byte beyond ASCII: an underscore between two of them is not markup.
bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || (c & 0x80);
}

bool inside_word(const std::string& text, std::size_t i) {
  return i > 0 && i + 1 < text.size() && is_word_character(text[i - 1]) && is_word_character(text[i + 1]);
}

bool is_always_markup(char c) {
  return std::string("|*`\\<").find(c) != std::string::npos;
}

/// "[" that could open a link's definition and "](" that could end its text; other brackets are themselves.
bool makes_link(const std::string& text, std::size_t i) {
  return (text[i] == '[' && i == 0) || (text[i] == ']' && i + 1 < text.size() && text[i + 1] == '(');
}

std::string row_of(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += " " + cell + " |";
  return out + "\n";
}

/// Markdown tables have one heading row: the levels above a column, joined.
std::vector<std::string> headings(const Grid& grid) {
  std::vector<std::string> out;
  for (const std::string& label : grid.stub) out.push_back(markdown_escaped(label));
  std::vector<std::string> columns(grid.columns());
  for (const auto& level : grid.heads) {
    std::size_t column = 0;
    for (const HeadCell& head : level)
      for (std::size_t i = 0; i < head.columns; ++i, ++column)
        columns[column] += (columns[column].empty() ? "" : ": ") + markdown_escaped(head.text);
  }
  out.insert(out.end(), columns.begin(), columns.end());
  return out;
}

std::vector<std::string> alignments(const Grid& grid) {
  std::vector<std::string> out(grid.stub.size(), ":---");
  for (const Entry& entry : grid.rows.front().entries) out.emplace_back(entry.verdict ? ":---" : "---:");
  return out;
}

std::string cell_of(const Entry& entry) {
  const std::string text = markdown_escaped(flat(entry));
  const bool alarming = entry.verdict == Verdict::off;
  return entry.strong || alarming ? "**" + text + "**" : text;
}

std::string grid_of(const Grid& grid) {
  std::string out = markdown_escaped(grid.title) + "\n\n";
  if (grid.columns() == 0) return out + "(no columns)\n";
  out += row_of(headings(grid)) + row_of(alignments(grid));
  for (const GridRow& row : grid.rows) {
    std::vector<std::string> cells;
    for (const std::string& label : row.labels) cells.push_back(markdown_escaped(label));
    for (const Entry& entry : row.entries) cells.push_back(cell_of(entry));
    out += row_of(cells);
  }
  return out;
}

} // namespace

std::string markdown_escaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool markup = is_always_markup(c) || (c == '_' && !inside_word(text, i)) || makes_link(text, i);
    out += markup ? std::string("\\") + c : c == '\n' ? " " : std::string(1, c);
  }
  return out;
}

std::string markdown_of(const Document& document) {
  std::string out =
      "# " + markdown_escaped(document.study) + "\n\n" + markdown_escaped(document.title) + "\n";
  for (const Grid& grid : document.grids) out += "\n" + grid_of(grid);
  for (const Picture& picture : document.pictures)
    if (picture.in_words) out += "\n" + grid_of(*picture.in_words);
  for (const Section& section : document.sections) {
    out += "\n## " + markdown_escaped(section.heading) + "\n\n";
    for (const std::string& line : section.lines) out += "- " + markdown_escaped(line) + "\n";
  }
  return out;
}

} // namespace results
