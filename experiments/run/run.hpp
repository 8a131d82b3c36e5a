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

/// Reads the config, or the study that a run directory holds, whatever has become of its config, and computes
/// what is missing of it on the threads or in the processes that are asked for. Returns the exit code. Throws
/// UserError before anything is written.
int run(const RunOptions& options);

/// The same on an executor of the caller's.
int run_on(Executor& executor, const RunOptions& options);

/// Computes what is missing of a study, makes results.h5, prints the tables on standard output and everything
/// else on standard error. A shard computes its own part into its own journal and makes no results.h5. With
/// `until`, as many replications are computed as it takes. It does not ask the options for the config and the
/// executor. Returns the exit code. Throws UserError before anything is written.
int run_study(const Study& study, const RunOptions& options, Executor& executor);

} // namespace experiments
