#include "experiments/yaml/text.hpp"

#include <algorithm>

namespace experiments {
namespace {

constexpr int longest_quotation = 60;

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

} // namespace

int characters(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::size_t offset_of_character(std::string_view text, int index) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (!is_continuation(text[at]) && index-- == 0) return at;
  return text.size();
}

std::string shortened(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  line.resize(offset_of_character(line, longest_quotation));
  return printable(line) + (line.size() < text.size() ? "..." : "");
}

std::string last_part(const std::string& id) {
  return id.substr(id.rfind('/') + 1);
}

int ColumnCount::column(const std::string& line, std::size_t offset) {
  offset = std::min(offset, line.size());
  if (line_ != &line) *this = {};
  const auto [from, to] = std::minmax(offset_, offset);
  const int between = characters(std::string_view(line).substr(from, to - from));
  before_ += offset < offset_ ? -between : between;
  line_ = &line;
  offset_ = offset;
  return before_ + 1;
}

} // namespace experiments
