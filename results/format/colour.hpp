#pragma once
#include <string>

#include "results/format/style.hpp"
#include "results/report/document.hpp"

namespace results {

/// sRGB, each 0 .. 255.
struct Rgb {
  int red = 0, green = 0, blue = 0;

  std::string hexadecimal() const; ///< #rrggbb
};

/// The colour of a share in 0 .. 1: dark blue over green to light yellow, lightness rising throughout, so
/// that the order survives grey printing and every common colour blindness. Piecewise linear through nine
/// colours of viridis (Smith and van der Walt 2015, public domain). Shares outside are clamped.
Rgb scale_colour(double share);

/// Relative luminance, 0 black .. 1 white (WCAG 2.1).
double luminance(const Rgb& colour);

/// Contrast ratio, 1 .. 21 (WCAG 2.1).
double contrast(const Rgb& one, const Rgb& other);

/// Black or white, whichever contrasts more with the ground; always at least 4.5.
Rgb readable_on(const Rgb& ground);

// Colours of a terminal, as ANSI escape sequences; texts pass unchanged where colour is not asked for.

std::string bold(const std::string& text, Colour colour);
std::string faint(const std::string& text, Colour colour);

/// green match, red off, yellow cannot tell, faint not published
std::string in_verdict_colour(const std::string& text, Verdict verdict, Colour colour);

/// On the heat map's colour for a share in 0 .. 1, in black or white, whichever is easier to read.
std::string on_shade(const std::string& text, double share, Colour colour);

} // namespace results
