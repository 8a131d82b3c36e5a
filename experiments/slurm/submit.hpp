#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/slurm/cluster.hpp"
#include "experiments/slurm/sbatch_script.hpp"

namespace experiments {

/// The jobs of a run directory, and the tasks of its last submission that ended otherwise than well, as long
/// as Slurm knows of them; none where it was never submitted, or where no Slurm answers.
std::vector<Job> jobs_of(const std::filesystem::path& directory, const std::string& study);

/// Where a job of a run directory writes what it says.
std::filesystem::path log_of(const std::filesystem::path& directory, const Job& job);

struct SubmitRequest {
  std::string config;                 ///< a path or a study name
  std::vector<std::string> overrides; ///< key=value
  std::filesystem::path directory{};  ///< empty: runs/STUDY below the working directory
  int shards = 0;                     ///< into how many parts the study is cut
  int ranks = 0;                      ///< or on how many ranks of MPI one job computes it; 0: shards
  std::string time{};                 ///< the time limit of one task, as a person writes it
  Resources resources{};              ///< all but the time limit, as far as they were said
  std::filesystem::path site{};       ///< where the rest of them stand; empty: own_site
  int retries = 0;                    ///< so often cells that are missing at the end are sent again
  double time_factor = 1;             ///< each time with so many times the time limit
  double memory_factor = 1;           ///< and the memory
  bool reshard = false;               ///< cut what is left into another number of shards
  bool dry_run = false;
  bool wait = false;    ///< return once the jobs are done
  bool no_lock = false; ///< handed on to the run of each shard and to the merge
  bool force = false;   ///< handed on to the run of each shard; asks nobody how long it may take
};

/// What is wrong with a request, one sentence each: the number of shards, the time, the memory, the options.
std::vector<std::string> mistakes(const SubmitRequest& request);

/// What it asks for that no job of the cluster may have, one sentence each.
std::vector<std::string> beyond(const Limits& limits, const SubmitRequest& request);

/// Hands a study over to Slurm: an array with a task for each shard that misses cells, and a job that merges
/// them after it. The study is stored in the run directory first, and that is what the tasks compute. Sends
/// the merge alone where no cell is missing, and nothing where results.h5 has them all. Returns the exit
/// code. Throws UserError before anything is written: for a mistake in the request or the study, for missing
/// data, where nothing is stored and a shard is guessed to take longer than a run may unasked, and where jobs
/// of this run directory are still queued or running.
/// Where a directory holds shards of another number, `reshard` joins their journals first.
/// With `wait` it returns when no job is left: 0 where results.h5 has every cell, 3 where cells failed, 75
/// where some are missing.
int submit_to_slurm(const SubmitRequest& request);

/// Ends the jobs of a run directory, array and merge together; what they have stored stays. Returns the exit
/// code. Throws UserError where the directory holds no study, and where a command of Slurm is not there or
/// fails.
int cancel_on_slurm(const std::filesystem::path& directory);

} // namespace experiments
