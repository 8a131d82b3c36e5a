#pragma once
#include <cstdint>

#include "results/store/run_directory.hpp"

namespace results {

/// Makes one journal, that of the undivided run, of those of the parts, so that the study can be cut into
/// another number of parts. Every sound line of a cell is copied and synced before the file it stood in is
/// removed: a kill at any moment loses nothing. Lines that are damaged held nothing to lose. Hold the RunLock
/// of the undivided run. Returns the number of lines copied. Throws as Journal and scan do.
std::int64_t join_journals(const RunDirectory& run);

} // namespace results
