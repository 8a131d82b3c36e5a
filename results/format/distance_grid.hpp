#pragma once
#include "results/format/document.hpp"
#include "results/table/distance.hpp"

namespace results {

/// One row a reading: whose numbers, the reading, how many cells, root mean square and mean of ours -
/// published, verdicts. The least root mean square of the readings of the same numbers is strong.
Grid distance_grid(const std::string& study, const Distances& distances);

/// How to read that grid; no lines where it has no rows.
Section distance_notes(const Distances& distances);

} // namespace results
