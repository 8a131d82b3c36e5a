#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace experiments {

// What Slurm is asked and what it answers. Functions that call a command throw UserError where it is not
// installed and where it fails, unless they say otherwise.

/// What a command prints.
std::string answer(const std::vector<std::string>& words);

/// A job of Slurm, or a task of an array.
struct Job {
  std::string id;     ///< 12_3, or 12_[4-9] of tasks that wait together
  std::string name;   ///< what it was submitted as
  std::string state;  ///< PENDING, RUNNING, and once it has ended TIMEOUT, OUT_OF_MEMORY, NODE_FAIL, ...
  std::string reason; ///< why it waits; "None" where it does not
};

/// The jobs of these names that are queued or run.
std::vector<Job> jobs_called(const std::vector<std::string>& names);

/// The same, and the jobs of these numbers that have ended otherwise than well, as long as Slurm knows of
/// them. None where no Slurm answers.
std::vector<Job> jobs_known(const std::vector<std::string>& names, const std::vector<std::string>& numbers);

/// What became of a job that has ended, or why it waits, in plain words; empty where there is nothing to say.
std::string in_words(const Job& job);

/// Hands a script over with these options, which count more than the script's own and than the environment's
/// SBATCH_ variables. The number of its job.
std::string sbatch(const std::vector<std::string>& options, const std::filesystem::path& script);

/// The most that a job of a partition may ask for.
struct Limits {
  int cpus = 0;            ///< of one node; 0: not known
  std::int64_t memory = 0; ///< of one node, bytes; 0: not known
  double seconds = 0;      ///< of a job; 0: none, or not known
  int array_size = 0;      ///< MaxArraySize, one more than the largest index; 0: not known
  std::string partition{}; ///< whose limits these are
};

/// Of a partition, or of the default one. Nothing where no Slurm answers or there is no such partition.
std::optional<Limits> limits_of(const std::string& partition);

/// The same from what `sinfo --noheader --Node --format=%P|%c|%m|%l` and `scontrol show config` print.
std::optional<Limits> limits_in(const std::string& nodes, const std::string& config,
                                const std::string& partition);

} // namespace experiments
