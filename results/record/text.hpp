#pragma once
#include <string>
#include <vector>

namespace results {

/// Code points of a UTF-8 text: the columns it takes in a terminal, wide and combining characters aside.
std::size_t characters(const std::string& text);

/// Blanks up to `width` characters, behind or before the text, or on both sides. Longer texts stay as they
/// are.
std::string left_aligned(const std::string& text, std::size_t width);
std::string right_aligned(const std::string& text, std::size_t width);
std::string centred(const std::string& text, std::size_t width);

/// `unit` n times.
std::string repeated(const std::string& unit, std::size_t n);

/// Control characters, line breaks included, made blanks: what a message may hold and a terminal would obey.
std::string one_line(const std::string& text);

/// Breaks at blanks into lines of at most `width` characters; a longer word gets a line of its own.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

} // namespace results
