#pragma once
#include <string>

#include "results/answer/answer.hpp"
#include "results/format/style.hpp"

namespace results {

inline constexpr std::size_t most_note_lines = 8;

/// The answer for a terminal: its sentence, its table, and at most eight lines of notes. A note that takes
/// too many is cut, and the last line says where the rest is. No line is wider than the style.
std::string text_of(const Answer& answer, const Style& style);

} // namespace results
