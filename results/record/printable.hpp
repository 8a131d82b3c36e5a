#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace results {

/// Offset of the first byte that does not belong to well-formed UTF-8 (Unicode 15, table 3-7: no overlong
/// forms, no surrogates, nothing above U+10FFFF), or npos.
std::size_t first_invalid_utf8(std::string_view text);

/// One line that a terminal shows as it is: bytes that are no UTF-8 and control characters (C0 and C1, and
/// those that turn the direction of what follows) become '?', a tab a blank. The number of characters stays
/// the same for UTF-8.
std::string printable(std::string line);

/// The same of a text of several lines, whose ends stay. Everything that is printed passes through one of the
/// two, because names come from files that somebody else may have written.
std::string printable_lines(const std::string& text);

} // namespace results
