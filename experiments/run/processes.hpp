#pragma once
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/executor.hpp"

namespace experiments {

/// A pipe from a child process to its parent; closes what it still holds.
class Pipe {
 public:
  /// Throws std::runtime_error where the system has no more descriptors.
  Pipe();
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int reading() const { return reading_; }
  int writing() const { return writing_; }

  /// The parent's side after the fork: only then is the child's end the pipe's end.
  void keep_reading();

  /// Appends what can be read without waiting; false at the end of the pipe.
  bool drain(std::string& into) const;

 private:
  int reading_ = -1, writing_ = -1;
};

/// What a cell may use before its process is ended; 0: no limit.
struct CellLimits {
  double seconds = 0;      ///< of wall time, and a second more of processor time
  std::uint64_t bytes = 0; ///< of address space of the process
};

/// Each group in a forked process, so many at a time. A process that dies - of a signal, for want of memory,
/// because its cell ran too long - costs the cell it was at, which becomes a failed record with the signal
/// and the end of what the process wrote to standard error; the rest of its group is computed by another
/// process. A fork costs about a millisecond a group. Not for use while threads of this process compute.
class Processes final : public Executor {
 public:
  Processes(int count, CellLimits limits) : count_(count), limits_(limits) {}
  void execute(const Orders& orders) override;
  bool forks() const override { return true; }
  int workers() const override { return count_; }

 private:
  int count_;
  CellLimits limits_;
};

/// What a forked child does with its life: limits itself, computes the group, writes each finished cell's
/// line to the descriptor `records` and ends the process. SIGTERM and SIGINT end it after the cell it is at.
[[noreturn]] void live(const Plan& plan, const Group& group, const CellLimits& limits, int records);

/// A forked process at work on a group, seen from its parent.
class Worker {
 public:
  /// Forks. The child writes a line of the journal for each cell it has finished.
  Worker(const Plan& plan, Group group, const CellLimits& limits);
  /// Kills and reaps what still runs.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int records_descriptor() const { return records_.reading(); }
  int errors_descriptor() const { return errors_.reading(); }

  /// Takes in what the child has written; the cells finished since the last call. False once it has ended.
  bool read(std::vector<results::Record>& finished);

  /// The cells it has not finished.
  const Group& left() const { return left_; }

  /// Asks the child to end after the cell it is at.
  void stop();

  /// Ends a child whose cell has taken longer than it may.
  void enforce(std::chrono::steady_clock::time_point now);

  /// Reaps the ended child. The record of the cell it died at; nothing if it ended by itself.
  std::optional<results::Record> death();

 private:
  void take_lines(std::vector<results::Record>& finished);

  const Plan& plan_;
  Group left_;
  CellLimits limits_;
  pid_t process_ = 0;
  Pipe records_, errors_;
  std::string unread_, stderr_tail_;
  std::chrono::steady_clock::time_point cell_began_;
  bool timed_out_ = false;
};

} // namespace experiments
