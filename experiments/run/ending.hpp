#pragma once
#include "experiments/run/round.hpp"

namespace experiments {

/// Prints the tables where there are any, says how it ended and what to type next.
void say_result(const RunResult& result, const results::Layout& layout, const Run& run);

/// What makes --verify end with 4: each data set and metric with a number that is off, each claim that fails,
/// a sentence each. Empty where no verdict is off.
std::vector<std::string> blocks_off(const results::Results& stored);

/// What --verify comes to on stored results: 3 where cells failed, 75 where the report has a hole, 4 where a
/// verdict is off, else 0. Says why in the log.
int verified(const results::Results& stored);

/// The exit code of a run that ended so.
int exit_code(const RunResult& result, const RunOptions& options);

} // namespace experiments
