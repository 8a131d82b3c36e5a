#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/campaign.hpp"
#include "experiments/executor/processes.hpp"

namespace experiments {

struct RunRequest {
  std::string config;                 ///< a path or a study name
  std::vector<std::string> overrides; ///< key=value
  std::filesystem::path directory{};  ///< empty: runs/STUDY below the working directory
  int threads = 0;                    ///< 0: all processors
  bool dry_run = false, verify = false, quiet = false;
  Shard shard{};
  bool isolate = false; ///< a process for every group of cells
  CellLimits cell_limits{};
  std::int64_t max_failures = 0; ///< stop after so many; 0: go on
  double time_budget = 0;        ///< seconds; 0: no limit
  double snapshot_every = 30;    ///< seconds from one results.h5 to the next while it runs
};

/// Reads the config and carries it out on the threads or in the processes that are asked for. Returns the
/// exit code. Throws UserError before anything is written.
int run(const RunRequest& request);

/// The same on an executor of the caller's.
int run_on(Executor& executor, const RunRequest& request);

/// The run directory that is meant.
std::filesystem::path directory_of(const RunRequest& request, const Job& job);

} // namespace experiments
