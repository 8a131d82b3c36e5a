#pragma once
#include <filesystem>

#include "experiments/run/run.hpp"

namespace experiments {

/// Runs again what a results.h5 says it is: its stored settings, as many replications, in a directory of its
/// own, whatever has become of the config it came from (which is put beside the new results). Exit code 0
/// where the data are the same bit for bit, 3 where they are not or cells failed, and as run_study where it
/// is interrupted. Throws UserError where the file cannot be read or a setting is not of this program.
int rerun(const std::filesystem::path& file, const RunOptions& options, Executor& executor);

} // namespace experiments
