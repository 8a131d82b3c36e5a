#pragma once
#include <string>
#include <vector>

#include "results/report/document.hpp"

// Parts of a document as HTML that is well-formed XML, too; results/page makes a page of them.
namespace results {

/// A grid as a table with caption and scopes; repeated labels span their rows.
std::string html_grid(const Grid& grid);

/// Its heading and its lines as a list.
std::string html_section(const Section& section);

/// Facts about the making of the results, folded; empty where there is none.
std::string html_details(const std::vector<Detail>& details);

/// The style sheet's name for a verdict: match, off, cannot-tell, not-published.
std::string css_class(Verdict verdict);

} // namespace results
