#include "datasets/readers/lines.hpp"

namespace datasets::readers {

std::vector<Line> lines_of(const TextFile& file) {
  std::vector<Line> lines;
  each_line(file, [&lines](const Line& line) { lines.push_back(line); });
  return lines;
}

void each_line(const TextFile& file, const std::function<void(const Line&)>& read) {
  std::string_view rest = file.bytes;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const auto end = rest.find('\n');
    std::string_view text = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    read({&file.name, number, text});
  }
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  constexpr const char* blanks = " \t";
  for (auto from = text.find_first_not_of(blanks); from != std::string_view::npos;) {
    const auto end = text.find_first_of(blanks, from);
    words.push_back(text.substr(from, end - from));
    from = end == std::string_view::npos ? end : text.find_first_not_of(blanks, end);
  }
  return words;
}

std::vector<std::string_view> pieces_of(std::string_view text, char delimiter) {
  std::vector<std::string_view> pieces;
  while (true) {
    const auto end = text.find(delimiter);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

} // namespace datasets::readers
