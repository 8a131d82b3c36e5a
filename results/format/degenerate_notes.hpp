#pragma once
#include "results/format/document.hpp"
#include "results/results.hpp"

namespace results {

/// What was left out of the averages of a table over nondegenerate replicates, and which metric was infinite:
/// one line a setting that lost any. No lines where the layout averages over all.
Section degenerate_notes(const Results& results, const Table& table);

} // namespace results
