#include "experiments/spec/display.hpp"

#include "experiments/spec/utf8.hpp"

namespace experiments {
namespace {

constexpr int longest_quotation = 60;

} // namespace

std::string printable(std::string line) {
  for (std::size_t at; (at = first_invalid_utf8(line)) != std::string::npos;) line[at] = '?';
  for (char& c : line) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\t')
      c = ' ';
    else if (code < 0x20 || code == 0x7F)
      c = '?';
  }
  return line;
}

std::string shortened(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  line.resize(offset_of_character(line, longest_quotation));
  return printable(line) + (line.size() < text.size() ? "..." : "");
}

} // namespace experiments
