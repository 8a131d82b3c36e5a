#include "results/record/printable.hpp"

#include <algorithm>

namespace results {
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

/// Does a well-formed character move a terminal's cursor, or the direction of what it shows?
bool is_control(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead < 0x20 || lead == 0x7F;
  if (lead == 0xC2) return static_cast<unsigned char>(character[1]) < 0xA0; // U+0080 to U+009F
  const auto in = [&](std::string_view first, std::string_view last) {
    return first <= character && character <= last;
  };
  return character == "\u061C" || in("\u200E", "\u200F") || in("\u2028", "\u202E") || in("\u2066", "\u2069");
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

std::string printable(std::string line) {
  for (std::size_t from = 0; from < line.size();) {
    const std::size_t bad = first_invalid_utf8(std::string_view(line).substr(from));
    if (bad == std::string_view::npos) break;
    line[from + bad] = '?';
    from += bad + 1;
  }
  std::string out;
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view character =
        std::string_view(line).substr(at, length_of_character(std::string_view(line).substr(at)));
    out += character == "\t" ? " " : is_control(character) ? "?" : character;
    at += character.size();
  }
  return out;
}

std::string printable_lines(const std::string& text) {
  std::string out;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    out += printable(text.substr(from, end - from)) + (end < text.size() ? "\n" : "");
    from = end + 1;
  }
  return out;
}

} // namespace results
