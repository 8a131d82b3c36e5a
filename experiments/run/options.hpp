#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/plan/plan.hpp"
#include "experiments/plan/study.hpp"
#include "experiments/run/executor.hpp"

namespace experiments {

/// What a person asks of a run. What decides its numbers is all in the config and the overrides.
struct RunOptions {
  std::string config{}; ///< a path or a study name; or a run directory, whose stored study is gone on with
  std::vector<std::string> overrides{}; ///< key=value
  int threads = 0;                      ///< 0: all processors
  bool dry_run = false;
  bool isolate = false; ///< a process for every group of cells
  CellLimits cell_limits{};
  std::filesystem::path directory{}; ///< empty: runs/STUDY below the working directory
  bool force = false;                ///< begin what is guessed to take very long, too
  bool no_lock = false;              ///< nothing keeps another run out: for file systems without locks
  double lock_wait = 0;              ///< seconds to wait for one that holds the lock; 0: none
  bool replace = false;              ///< take over a directory that holds another study
  bool verify = false, quiet = false;
  bool follow = false;  ///< draw the table on the terminal while it fills
  bool details = false; ///< print the whole report, not its answer alone
  Shard shard{};
  std::int64_t max_failures = 0; ///< stop after so many; 0: go on
  double time_budget = 0;        ///< seconds; 0: no limit
  double snapshot_every = 30;    ///< seconds from one results.h5 to the next while it runs
  std::string command{};         ///< the command line, for the provenance
  std::string design{};          ///< the design_hash that the study must have, or its beginning; empty: any

  /// Whether the config is a run directory.
  bool goes_on() const;
  /// Whether the table is drawn while it fills: that is asked for, and there is a terminal and a whole table.
  bool follows() const;
  /// The run directory that is meant for a study.
  std::filesystem::path directory_of(const Study& study) const;
};

} // namespace experiments
