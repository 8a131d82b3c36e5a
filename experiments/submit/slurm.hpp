#pragma once
#include <filesystem>
#include <string>
#include <vector>

// The two commands of Slurm that a submission calls. Both throw UserError where the command is not there and
// where it fails.
namespace experiments {

/// The jobs of these names that are queued or run, one line each: its number and its state.
std::vector<std::string> jobs_called(const std::vector<std::string>& names);

/// Hands a script over; `options` go before those it has. The number of its job.
std::string sbatch(const std::vector<std::string>& options, const std::filesystem::path& script);

} // namespace experiments
