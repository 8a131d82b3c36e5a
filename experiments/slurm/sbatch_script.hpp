#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
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
  int cpus = 0;       ///< processors of one task; 0: one
  int throttle = 0;   ///< tasks that may run at once
  std::string memory; ///< of one task: 2G
  std::string partition, account;
  std::vector<std::string> options; ///< further options of sbatch as they are: --qos=long
  std::string before{};             ///< lines of the shell before the program, each with its end
  std::string mpi{};                ///< the words that start marginlab-mpi: srun --mpi=pmix

  bool operator==(const Resources&) const = default;
};

/// Bytes of Slurm's size: digits, which are megabytes, or digits and K, M, G or T. Nothing for another text.
std::optional<std::int64_t> bytes_of_memory(const std::string& text);

/// The shortest size of whole megabytes for at least so many bytes: "1536M".
std::string slurm_memory(double bytes);

/// A study cut into n shards, those that are to run, and where. All paths are absolute.
struct ShardJob {
  std::string name; ///< of the job
  std::filesystem::path program, directory, working_directory;
  std::vector<std::string> study; ///< what a task runs: the directory, or a config and its overrides
  std::string design;             ///< its design_hash
  std::vector<int> shards;        ///< ascending, out of 1..n
  int n = 1;
  Resources resources;
  int ranks = 0;                    ///< of one job under MPI in place of the shards; 0: shards
  bool no_lock = false;             ///< the file system has no locks
  bool force = false;               ///< a task begins however long it is guessed to take
  std::vector<std::string> again{}; ///< the command that goes on where cells are missing
  std::vector<std::string> retry{}; ///< what the merge types then by itself; empty: nothing

  std::filesystem::path folder() const { return directory / "slurm"; } ///< of the scripts and logs
  std::string merge_name() const { return name + "-merge"; }
  /// marginlab-mpi, which is built beside the program.
  std::filesystem::path mpi_program() const { return program.parent_path() / "marginlab-mpi"; }
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

/// The job of ShardJob::ranks ranks under MPI in the place of an array: its options, and a script that starts
/// marginlab-mpi, which lies beside the program, by Resources::mpi. It is queued again as a task is.
std::vector<std::string> ranks_options(const ShardJob& job);
std::string ranks_script(const ShardJob& job);

/// The script that merges the shards once the array has ended, whatever became of its tasks. Where cells are
/// missing then and nobody cancelled a task, it types ShardJob::retry.
std::string merge_script(const ShardJob& job);

} // namespace experiments
