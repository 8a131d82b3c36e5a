#pragma once
#include <string>

#include "results/format/style.hpp"
#include "results/report/document.hpp"

namespace results {

/// The whole report for a terminal, or a file that is read in one. UTF-8; escape sequences only where the
/// style asks for colour. No line is wider than the style but one that is a single word, such as a hash: it
/// stays whole so that it can be copied.
std::string text_of(const Document& document, const Style& style);

} // namespace results
