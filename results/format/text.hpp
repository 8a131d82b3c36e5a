#pragma once
#include "results/format/document.hpp"
#include "results/format/render.hpp"

namespace results {

/// For a terminal, or a file that is read in one. UTF-8; escape sequences only where the style asks for
/// colour.
std::string text_of(const Document& document, const Style& style);

} // namespace results
