#pragma once
#include <string>

#include "results/format/colour.hpp"
#include "results/format/document.hpp"
#include "results/format/render.hpp"

// Colours of a terminal, as ANSI escape sequences; texts pass unchanged where colour is not asked for.
namespace results {

std::string bold(const std::string& text, Colour colour);
std::string faint(const std::string& text, Colour colour);

/// green match, red off, yellow cannot tell, faint not published
std::string in_verdict_colour(const std::string& text, Verdict verdict, Colour colour);

/// On the heat map's colour for a share in 0 .. 1, in black or white, whichever is easier to read.
std::string on_shade(const std::string& text, double share, Colour colour);

} // namespace results
