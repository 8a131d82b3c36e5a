#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/slurm/sbatch_script.hpp"

namespace experiments {

// The two commands of Slurm that a submission calls. Both throw UserError where the command is not there and
// where it fails.

/// The jobs of these names that are queued or run, one line each: its number and its state.
std::vector<std::string> jobs_called(const std::vector<std::string>& names);

/// Hands a script over with these options, which count more than the script's own and than the environment's
/// SBATCH_ variables. The number of its job.
std::string sbatch(const std::vector<std::string>& options, const std::filesystem::path& script);

/// A job of Slurm that is queued or runs.
struct Job {
  std::string id;     ///< 12_3, or 12_[4-9] of tasks that wait together
  std::string state;  ///< PENDING, RUNNING
  std::string reason; ///< why it waits; "None" where it does not
};

/// The jobs of a run directory; none where it was never submitted, or where no Slurm answers.
std::vector<Job> jobs_of(const std::filesystem::path& directory, const std::string& study);

struct SubmitRequest {
  std::string config;                 ///< a path or a study name
  std::vector<std::string> overrides; ///< key=value
  std::filesystem::path directory{};  ///< empty: runs/STUDY below the working directory
  int shards = 0;                     ///< into how many parts the study is cut
  std::string time{};                 ///< the time limit of one task, as a person writes it
  Resources resources{};              ///< all but the time limit
  bool dry_run = false;
  bool wait = false;    ///< return once the jobs are done
  bool no_lock = false; ///< handed on to the run of each shard and to the merge
  bool force = false;   ///< handed on to the run of each shard; asks nobody how long it may take
};

/// What is wrong with a request, one sentence each: the number of shards, the time, the memory, the options.
std::vector<std::string> mistakes(const SubmitRequest& request);

/// Hands a study over to Slurm: an array with a task for each shard that misses cells, and a job that merges
/// them after it. The study is stored in the run directory first, and that is what the tasks compute. Sends
/// the merge alone where no cell is missing, and nothing where results.h5 has them all. Returns the exit
/// code. Throws UserError before anything is written: for a mistake in the request or the study, for missing
/// data, where nothing is stored and a shard is guessed to take longer than a run may unasked, and where jobs
/// of this run directory are still queued or running.
/// With `wait` it returns when no job is left: 0 where results.h5 has every cell, 3 where cells failed, 75
/// where some are missing.
int submit_to_slurm(const SubmitRequest& request);

/// Ends the jobs of a run directory, array and merge together; what they have stored stays. Returns the exit
/// code. Throws UserError where the directory holds no study, and where a command of Slurm is not there or
/// fails.
int cancel_on_slurm(const std::filesystem::path& directory);

} // namespace experiments
