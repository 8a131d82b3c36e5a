#include "experiments/config/text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace experiments {
namespace {

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Length of the well-formed character that starts here, 0 if none does.
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
  };
  const unsigned lead = byte(0), second = byte(1);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : lead >= 0xE0 && lead <= 0xEF ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(text[i])) return 0;
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool surrogate = lead == 0xED && second > 0x9F;
  const bool too_large = lead == 0xF4 && second > 0x8F;
  return overlong || surrogate || too_large ? 0 : length;
}

Place place_of(const std::string& text, std::size_t offset, int source) {
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  const std::size_t begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1; // npos + 1 is 0
  return {source, static_cast<int>(line) + 1,
          characters(std::string_view(text).substr(begin, offset - begin)) + 1};
}

std::string hexadecimal(char c) {
  std::array<char, 8> buffer;
  std::snprintf(buffer.data(), buffer.size(), "0x%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return buffer.data();
}

/// A carriage return is allowed where it ends a line with a line feed.
bool is_control(const std::string& text, std::size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  if (c == '\r') return at + 1 >= text.size() || text[at + 1] != '\n';
  return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
}

std::string more_lines(int others) {
  if (others == 0) return "";
  return ", and in " + std::to_string(others) + (others == 1 ? " more line" : " more lines");
}

bool is_free_of_tabs(int source, Problems& problems) {
  const auto& lines = problems.source(source).lines;
  Place first;
  int tabbed = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t text = std::min(lines[i].find_first_not_of(" \t"), lines[i].size());
    const std::size_t tab = lines[i].find('\t');
    if (tab >= text) continue;
    if (tabbed++ == 0) first = {source, static_cast<int>(i) + 1, static_cast<int>(tab) + 1};
  }
  if (tabbed > 0)
    problems.add(first, "a tab in the indentation (YAML indents by spaces" + more_lines(tabbed - 1) +
                            "). Replace it by spaces");
  return tabbed == 0;
}

} // namespace

std::size_t first_invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_of_character(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

int characters(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::size_t offset_of_character(std::string_view text, int index) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (!is_continuation(text[at]) && index-- == 0) return at;
  return text.size();
}

bool obeys_text_rules(const std::string& text, int source, Problems& problems) {
  if (const std::size_t bad = first_invalid_utf8(text); bad != std::string_view::npos) {
    problems.add(place_of(text, bad, source), "not UTF-8 (byte " + hexadecimal(text[bad]) +
                                                  " begins no character). Save the file as UTF-8");
    return false;
  }
  for (std::size_t at = 0; at < text.size(); ++at)
    if (is_control(text, at)) {
      problems.add(place_of(text, at, source),
                   "a control character (" + hexadecimal(text[at]) + ", which no config needs). Remove it");
      return false;
    }
  return is_free_of_tabs(source, problems);
}

} // namespace experiments
