#pragma once
#include <vector>

#include "results/record/columns.hpp"
#include "results/report/document.hpp"
#include "results/report/verdicts/blocks.hpp"

namespace results {

/// The table in the paper's shape, in each place the published number and marginlab's beside it, with a mark
/// where they differ: x beyond 3 standard errors, ? undecided. Each metric has rows of its own under a
/// heading that says what its blocks come to; a table without column axes has its metrics side by side. Left
/// out are improvements, and diagnostics that nothing is published of. Where nothing is published it is the
/// table of marginlab's means with their standard errors.
Grid side_by_side(const Results& results, const Table& table, const std::vector<Block>& blocks);

/// The same while a run fills it: a number of which replicates are missing has how many there are, [3/100],
/// in place of the mark, and no block is judged.
Grid filling_table(const Results& results, const Table& table);

inline constexpr const char* mark_of_off = "x";
inline constexpr const char* mark_of_undecided = "?";

} // namespace results
