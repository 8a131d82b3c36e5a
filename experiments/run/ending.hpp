#pragma once
#include "experiments/run/round.hpp"

namespace experiments {

/// Prints the tables where there are any, says how it ended and what to type next.
void say_result(const RunResult& result, const results::Layout& layout, const Run& run);

/// The exit code of a run that ended so.
int exit_code(const RunResult& result, const RunOptions& options);

} // namespace experiments
