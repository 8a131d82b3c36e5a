#pragma once
#include <string>

#include "results/report/document.hpp"

namespace results {

/// One page that needs nothing else: no script, no font, no network. Light and dark, printable, well-formed
/// as XML.
std::string html_of(const Document& document);

/// A grid as a table with caption and scopes; repeated labels span their rows.
std::string html_grid(const Grid& grid);

/// The style sheet's name for a verdict: match, off, cannot-tell, not-published.
std::string css_class(Verdict verdict);

/// The page's style sheet.
extern const char* const html_style;

} // namespace results
