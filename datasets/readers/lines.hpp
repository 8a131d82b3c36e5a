#pragma once
#include <functional>
#include <string_view>
#include <vector>

#include "datasets/readers/text_file.hpp"

namespace datasets::readers {

/// One line of a text, without its end (LF or CRLF). Refers to the file.
struct Line {
  const std::string* file; ///< its name
  std::size_t number;      ///< from 1
  std::string_view text;
};

std::vector<Line> lines_of(const TextFile& file);

/// The same one after the other: takes no memory of its own, however many lines are blank.
void each_line(const TextFile& file, const std::function<void(const Line&)>& read);

/// The pieces between runs of blanks and tabs.
std::vector<std::string_view> words_of(std::string_view text);

/// The pieces between single delimiters; one more than there are delimiters.
std::vector<std::string_view> pieces_of(std::string_view text, char delimiter);

} // namespace datasets::readers
