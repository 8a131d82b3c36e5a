#pragma once
#include "experiments/time/cell_times.hpp"

namespace experiments {

/// What a pilot found out beside the times.
struct Pilot {
  std::int64_t cells = 0;         ///< computed
  double seconds = 0;             ///< of wall time
  double journal_bytes = 0;       ///< of one cell's line, on average
  std::int64_t worker_memory = 0; ///< bytes by which the process grew: what one worker needs
};

/// Times the settings of the groups that were never timed: of every such data set one replicate, which is one
/// cell in a hundred where there are a hundred replications. Computed on this thread and kept nowhere. No
/// cell begins after so many seconds; a setting that was not reached keeps its guess.
Pilot fly_pilot(const Plan& plan, const std::vector<Group>& groups, CellTimes& times, double most_seconds);

/// Bytes of memory this process has held at most.
std::int64_t peak_memory();

} // namespace experiments
