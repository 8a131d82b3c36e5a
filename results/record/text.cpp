#include "results/record/text.hpp"

#include <algorithm>
#include <sstream>

namespace results {
namespace {

std::size_t blanks_missing(const std::string& text, std::size_t width) {
  return width - std::min(width, characters(text));
}

} // namespace

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string left_aligned(const std::string& text, std::size_t width) {
  return text + std::string(blanks_missing(text, width), ' ');
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(blanks_missing(text, width), ' ') + text;
}

std::string centred(const std::string& text, std::size_t width) {
  const std::size_t blanks = blanks_missing(text, width);
  return std::string(blanks / 2, ' ') + text + std::string(blanks - blanks / 2, ' ');
}

std::string repeated(const std::string& unit, std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) out += unit;
  return out;
}

std::string one_line(const std::string& text) {
  std::string out = text;
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return out;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && characters(lines.back()) + 1 + characters(word) <= width) {
      lines.back() += " " + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

} // namespace results
