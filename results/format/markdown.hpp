#pragma once
#include "results/report/document.hpp"

namespace results {

/// GitHub-flavoured Markdown, made to be committed: each table follows a line of its own that names it,
/// labels are repeated in every row, and the same results give the same bytes.
std::string markdown_of(const Document& document);

/// Text in which no character is markup or ends a table cell.
std::string markdown_escaped(const std::string& text);

} // namespace results
