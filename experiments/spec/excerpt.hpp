#pragma once
#include <string>

#include "experiments/spec/source_text.hpp"
#include "experiments/spec/tree.hpp"

namespace experiments {

/// The line of a place and a caret below its column, each with a gutter:
///     12 | folds: 010
///        |        ^
/// A long line is shown around the column only. Empty where the text has no such line.
std::string excerpt(const SourceText& source, const Place& place);

} // namespace experiments
