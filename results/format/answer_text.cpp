#include "results/format/answer_text.hpp"

#include <algorithm>

#include "results/format/colour.hpp"
#include "results/format/text_grid.hpp"

namespace results {
namespace {

constexpr std::size_t most_lines_of_a_note = 3;
constexpr const char* ellipsis = " ...";
constexpr const char* the_rest = "--details: standard errors, z, conventions.";

/// The note in at most so many lines, the last cut where more would follow.
std::vector<std::string> cut(const std::string& note, std::size_t width, std::size_t most) {
  std::vector<std::string> lines = broken(note, width);
  if (lines.size() <= most) return lines;
  lines.resize(most);
  lines.back() = broken(lines.back(), width - std::string(ellipsis).size()).front() + ellipsis;
  return lines;
}

/// As many of the notes as there are lines for, what is needed most first.
std::string notes_of(const std::vector<std::string>& notes, std::size_t width) {
  const std::size_t most = most_note_lines - broken(the_rest, width).size();
  std::string out;
  std::size_t used = 0;
  for (const std::string& note : notes) {
    if (used == most) break;
    for (const std::string& line : cut(note, width, std::min(most_lines_of_a_note, most - used))) {
      out += line + "\n";
      ++used;
    }
  }
  return out;
}

} // namespace

std::string text_of(const Answer& answer, const Style& style) {
  std::string out;
  for (const std::string& line : broken(answer.sentence, style.width)) out += bold(line, style.colour) + "\n";
  if (answer.grid) out += "\n" + text_grid(*answer.grid, style) + "\n";
  out += notes_of(answer.notes, style.width);
  for (const std::string& line : broken(the_rest, style.width)) out += faint(line, style.colour) + "\n";
  return out;
}

} // namespace results
