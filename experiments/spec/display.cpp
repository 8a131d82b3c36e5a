#include "experiments/spec/display.hpp"

#include "experiments/spec/utf8.hpp"

namespace experiments {
namespace {

constexpr int longest_quotation = 60;

} // namespace

std::string printable(std::string line) {
  for (std::size_t from = 0; from < line.size();) {
    const std::size_t bad = first_invalid_utf8(std::string_view(line).substr(from));
    if (bad == std::string_view::npos) break;
    line[from + bad] = '?';
    from += bad + 1;
  }
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
