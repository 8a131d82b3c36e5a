#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace experiments {

// Texts of any characters as single words of a script, so that a path with blanks or quotes stays one path.

/// One word of a POSIX shell: as it is where nothing in it means something to the shell, else in single
/// quotes.
std::string shell_word(std::string_view text);

/// The words with blanks between them.
std::string shell_words(const std::vector<std::string>& texts);

/// One word of a `#SBATCH` line, whose reader knows quotes and, unlike a shell, backslashes within any of
/// them. Throws UserError for a line break, which no such line can hold.
std::string directive_word(std::string_view text);

/// A path in `#SBATCH --output`, where Slurm expands %a and its like: every % is doubled. Throws UserError
/// for a backslash as well, which turns the expansion off.
std::string log_path(std::string_view path);

/// What the tasks of a job ask the cluster for. Empty texts and zeros ask for nothing.
struct Resources {
  double seconds = 0; ///< the time limit of one task
  int cpus = 1;       ///< processors of one task
  int throttle = 0;   ///< tasks that may run at once
  std::string memory; ///< of one task: 2G
  std::string partition, account;
  std::vector<std::string> options; ///< further options of sbatch as they are: --qos=long
};

/// A study cut into n shards, those that are to run, and where. All paths are absolute.
struct ShardJob {
  std::string name; ///< of the job
  std::filesystem::path program, directory, working_directory;
  std::vector<std::string> study; ///< what a task runs: the directory, or a config and its overrides
  std::string design;             ///< its design_hash
  std::vector<int> shards;        ///< ascending, out of 1..n
  int n = 1;
  Resources resources;
  bool no_lock = false; ///< the file system has no locks
  bool force = false;   ///< a task begins however long it is guessed to take

  std::filesystem::path folder() const { return directory / "slurm"; } ///< of the scripts and logs
  std::string merge_name() const { return name + "-merge"; }
};

/// What sbatch is asked for. The scripts say so for a reader. It is said on the command line too: there,
/// unlike in a script, it counts more than SBATCH_PARTITION and its like in the environment. Throws UserError
/// for paths that Slurm cannot be told.
std::vector<std::string> array_options(const ShardJob& job);
std::vector<std::string> merge_options(const ShardJob& job);

/// The script of a Slurm array with one task a shard. A task is `marginlab run STUDY --shard i/n`, as
/// ShardJob::study says, and refuses another design than the job's. n is written out, so
/// that an array of some of the shards cuts the study as one of all of them did. A minute before its time is
/// up Slurm sends it SIGTERM: the program commits and ends with 143, and the task is queued again if it got
/// further at all; where it was cancelled it says how to go on. Throws UserError for paths that Slurm cannot
/// be told.
std::string array_script(const ShardJob& job);

/// The script that merges the shards once the array has ended, whatever became of its tasks.
std::string merge_script(const ShardJob& job);

} // namespace experiments
