#pragma once
#include "experiments/executor/processes.hpp"

namespace experiments {

/// What a forked child does with its life: limits itself, computes the group, writes each finished cell's
/// line to the descriptor `records` and ends the process. SIGTERM and SIGINT end it after the cell it is at.
[[noreturn]] void live(const Plan& plan, const Group& group, const CellLimits& limits, int records);

} // namespace experiments
