#pragma once
#include <string>

#include "results/format/colour.hpp"
#include "results/format/style.hpp"
#include "results/report/document.hpp"

namespace results {

// Colours of a terminal, as ANSI escape sequences; texts pass unchanged where colour is not asked for.

std::string bold(const std::string& text, Colour colour);
std::string faint(const std::string& text, Colour colour);

/// green match, red off, yellow cannot tell, faint not published
std::string in_verdict_colour(const std::string& text, Verdict verdict, Colour colour);

/// On the heat map's colour for a share in 0 .. 1, in black or white, whichever is easier to read.
std::string on_shade(const std::string& text, double share, Colour colour);

/// The whole report for a terminal, or a file that is read in one. UTF-8; escape sequences only where the
/// style asks for colour. No line is wider than the style but one that is a single word, such as a hash: it
/// stays whole so that it can be copied.
std::string text_of(const Document& document, const Style& style);

} // namespace results
