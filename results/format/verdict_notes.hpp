#pragma once
#include "results/format/document.hpp"

namespace results {

/// How many cells came to each verdict, what the verdicts mean, and for each cell that cannot tell how many
/// replications would settle it, or why none would. Empty where nothing is published.
Section verdict_notes(const Table& table);

} // namespace results
