#pragma once
#include "results/report/document.hpp"

namespace results {

/// A fragment for \input: booktabs tables in the paper's shape, the comparison as a longtable, the notes as
/// lists.
std::string latex_of(const Document& document);

/// Text in which every character prints as itself under pdflatex with UTF-8 input; Greek letters, the dagger
/// and comparison signs become mathematics.
std::string latex_escaped(const std::string& text);

} // namespace results
