#pragma once
#include "experiments/run/round.hpp"

namespace experiments {

/// Prints the tables where there are any, says how it ended and what to type next.
void say_result(const RunResult& result, const results::Layout& layout, const Run& run);

/// What makes --verify end with 4: each data set and metric with a number that is off, each claim that fails,
/// a sentence each. Empty where no verdict is off.
std::vector<std::string> blocks_off(const results::Results& stored);

/// What --verify comes to on stored results: 3 where cells failed, 75 where the report has a hole, 4 where a
/// verdict is off, else 0. Says why in the log.
int verified(const results::Results& stored);

/// The exit code of a run that ended so.
int exit_code(const RunResult& result, const RunOptions& options);

/// Watches SIGINT, SIGTERM and SIGUSR1 while it lives. The first of them asks for a stop: no further work
/// begins, what is finished is committed. SIGINT is answered at once with one line on how to go on. A second
/// SIGINT ends the process at once, which the journal survives.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// The signal that asked for a stop, 0 while none did.
  static int signal();
};

/// 130 for SIGINT, 143 for SIGTERM, 75 (interrupted, resumable) for SIGUSR1.
int exit_code_of_signal(int signal);

} // namespace experiments
