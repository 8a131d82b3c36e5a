#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/run/campaign.hpp"
#include "experiments/run/processes.hpp"

namespace experiments {

struct RunRequest {
  std::string config;                   ///< a path or a study name
  std::vector<std::string> overrides{}; ///< key=value
  int threads = 0;                      ///< 0: all processors
  bool dry_run = false;
  bool isolate = false; ///< a process for every group of cells
  CellLimits cell_limits{};
  Campaign campaign{}; ///< without a directory: runs/STUDY below the working directory
};

/// Reads the config and carries it out on the threads or in the processes that are asked for. Returns the
/// exit code. Throws UserError before anything is written.
int run(const RunRequest& request);

/// The same on an executor of the caller's.
int run_on(Executor& executor, const RunRequest& request);

/// The run directory that is meant.
std::filesystem::path directory_of(const RunRequest& request, const Job& job);

} // namespace experiments
