#pragma once
#include <cstddef>
#include <string_view>

namespace experiments {

/// Offset of the first byte that does not belong to well-formed UTF-8 (Unicode 15, table 3-7: no overlong
/// forms, no surrogates, nothing above U+10FFFF), or npos.
std::size_t first_invalid_utf8(std::string_view text);

/// Number of characters of a UTF-8 text: its bytes without the continuation bytes.
int characters(std::string_view text);

/// Offset of the character with this 0-based index; the size of the text where it has fewer.
std::size_t offset_of_character(std::string_view text, int index);

} // namespace experiments
