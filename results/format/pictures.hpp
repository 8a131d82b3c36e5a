#pragma once
#include <string>
#include <vector>

#include "results/report/document.hpp"

namespace results {

/// One SVG picture with the drawings under each other, each with its title; see svg::sheet. There is at least
/// one.
std::string svg_of(const std::vector<Picture>& pictures);

/// The same of one for the body of a page; see svg::inlined.
std::string inline_svg(const Picture& picture);

} // namespace results
