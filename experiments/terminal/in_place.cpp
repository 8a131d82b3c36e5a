#include "experiments/terminal/in_place.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <vector>

#include "core/settings/parsed.hpp"
#include "results/record/text.hpp"

namespace experiments {
namespace {

constexpr const char* clear_below = "\033[J";

/// A line without the sequences that choose colours: ESC [ ... m.
std::string without_colours(const std::string& line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\033') {
      out += line[i];
      continue;
    }
    while (i < line.size() && line[i] != 'm') ++i;
  }
  return out;
}

/// At least one.
std::size_t screen_rows(const std::string& line, const Screen& screen) {
  const std::size_t width = results::characters(without_colours(line));
  return std::max<std::size_t>(1, (width + screen.columns - 1) / screen.columns);
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out.push_back(line);
  return out;
}

} // namespace

Screen screen_of_stderr() {
  Screen out;
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0) {
    if (size.ws_col > 0) out.columns = size.ws_col;
    if (size.ws_row > 0) out.rows = size.ws_row;
  }
  if (const char* named = std::getenv("COLUMNS")) {
    const auto width = core::parsed<std::size_t>(named);
    if (width && *width > 0) out.columns = *width;
  }
  return out;
}

bool can_be_drawn_on() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && (kind == nullptr || std::string_view(kind) != "dumb");
}

std::string InPlace::drawn(const std::string& text, const Screen& screen) {
  std::string out = "\r";
  if (rows_ > 0) out += "\033[" + std::to_string(rows_) + "A";
  out += clear_below;
  const std::vector<std::string> lines = split_lines(text);
  const std::size_t room = screen.rows > 2 ? screen.rows - 1 : 1; // the cursor stands in the last row
  std::size_t all = 0;
  for (const std::string& line : lines) all += screen_rows(line, screen);
  rows_ = 0;
  std::size_t shown = 0;
  for (; shown < lines.size(); ++shown) {
    const std::size_t more = screen_rows(lines[shown], screen);
    if (rows_ + more > (all > room ? room - 1 : room)) break;
    out += lines[shown] + "\n";
    rows_ += more;
  }
  if (shown == lines.size()) return out;
  out += "\033[0m... " + std::to_string(lines.size() - shown) + " more lines\n";
  ++rows_;
  return out;
}

} // namespace experiments
