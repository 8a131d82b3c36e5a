#include "experiments/spec/excerpt.hpp"

#include <algorithm>

#include "experiments/spec/display.hpp"
#include "experiments/spec/utf8.hpp"

namespace experiments {
namespace {

constexpr int widest = 100;                    // characters of a line that are shown
constexpr std::size_t longest_prepared = 4096; // bytes

std::string gutter(const std::string& number) {
  return std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + " | ";
}

} // namespace

std::string excerpt(const SourceText& source, const Place& place) {
  if (place.line < 1 || place.line > static_cast<int>(source.lines.size())) return "";
  const std::string& whole = source.lines[static_cast<std::size_t>(place.line) - 1];
  int before = std::max(place.column - 1, 0); // characters before the caret
  // Of a line of a megabyte only what may be shown is made printable.
  const int skipped = whole.size() < longest_prepared ? 0 : std::max(0, before - 2 * widest);
  std::string line = printable(whole.substr(offset_of_character(whole, skipped), longest_prepared));
  before -= skipped;
  if (characters(line) > widest) {
    const int first = std::max(0, before - widest / 2);
    const std::size_t begin = offset_of_character(line, first),
                      end = offset_of_character(line, first + widest);
    line = (begin > 0 ? "..." : "") + line.substr(begin, end - begin) + (end < line.size() ? "..." : "");
    before += (begin > 0 ? 3 : 0) - first;
  }
  return gutter(std::to_string(place.line)) + line + "\n" + gutter("") +
         std::string(static_cast<std::size_t>(before), ' ') + "^\n";
}

} // namespace experiments
