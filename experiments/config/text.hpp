#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "experiments/config/diagnostics.hpp"

namespace experiments {

/// Offset of the first byte that does not belong to well-formed UTF-8 (Unicode 15, table 3-7: no overlong
/// forms, no surrogates, nothing above U+10FFFF), or npos.
std::size_t first_invalid_utf8(std::string_view text);

/// Number of characters of a UTF-8 text: its bytes without the continuation bytes.
int characters(std::string_view text);

/// Offset of the character with this 0-based index; the size of the text where it has fewer.
std::size_t offset_of_character(std::string_view text, int index);

/// Reports what no YAML reader should be asked to guess: bytes that are not UTF-8, control characters, tabs
/// in indentation. True if the text is free of them.
bool obeys_text_rules(const std::string& text, int source, Problems& problems);

} // namespace experiments
