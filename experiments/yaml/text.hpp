#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "results/record/printable.hpp"

namespace experiments {

using results::first_invalid_utf8;
using results::printable;
using results::printable_lines;

/// Number of characters of a UTF-8 text: its bytes without the continuation bytes.
int characters(std::string_view text);

/// Offset of the character with this 0-based index; the size of the text where it has fewer.
std::size_t offset_of_character(std::string_view text, int index);

/// The first line of a text, at most 60 characters of it, printable; "..." where that is not all.
std::string shortened(const std::string& text);

/// What stands behind the last '/' of a catalogue id: example1 of wang2008/example1.
std::string last_part(const std::string& id);

/// Counts characters from the beginning of a line, going on from the place asked for last, so that all places
/// of a long line in their order cost one pass over it.
class ColumnCount {
 public:
  /// The column, from 1, of the byte at this offset (from 0; behind the end stands for the end).
  int column(const std::string& line, std::size_t offset);

 private:
  const std::string* line_ = nullptr;
  std::size_t offset_ = 0;
  int before_ = 0; ///< characters before offset_
};

} // namespace experiments
