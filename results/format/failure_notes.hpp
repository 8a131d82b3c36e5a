#pragma once
#include "results/format/document.hpp"
#include "results/results.hpp"

namespace results {

/// What failed: what the averages do about it (Layout::failures), and a line for each group of failures that
/// say the same, with the command that runs one of them again. Empty where nothing failed.
Section failure_notes(const Results& results, const Table& table);

} // namespace results
