#pragma once
#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "experiments/executor/pipe.hpp"
#include "experiments/executor/processes.hpp"

namespace experiments {

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
