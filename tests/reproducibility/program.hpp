#pragma once
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace reproducibility {

using Words = std::vector<std::string>;

/// A process of the program, as a person at a terminal starts, watches and ends it.
class Program {
 public:
  explicit Program(const Words& words);
  /// Kills it if it still runs.
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  pid_t id() const { return process_; }
  bool runs();
  void signal(int signal) const;
  /// The signal to every thread, so that none does anything before it has heard of it.
  void signal_threads(int signal) const;
  /// SIGSTOP, and waits until it stands; false if it had ended before.
  bool halted();
  /// Waits; the exit code, or minus the signal that ended it.
  int ended();
  /// Signals and waits.
  int signalled(int signal);

  std::string said() const;    ///< on standard error so far
  std::string printed() const; ///< on standard output so far

 private:
  bool has_ended_ = false;
  int answer_ = 0;
  int out_, err_;
  pid_t process_;
};

struct Answer {
  int code = 0;
  std::string said, printed;
};

/// Runs it to its end.
Answer answer_to(const Words& words);

/// marginlab run CONFIG --out DIRECTORY --threads 2, and more words.
Words run_of(const std::filesystem::path& config, const std::filesystem::path& directory,
             const Words& more = {});

/// A Python that has numpy; "" where none is installed.
std::string python_with_numpy();

} // namespace reproducibility
