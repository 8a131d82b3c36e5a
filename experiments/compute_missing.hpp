#pragma once
#include <string>
#include <vector>

#include "experiments/ledger.hpp"
#include "experiments/progress.hpp"
#include "experiments/publish.hpp"
#include "results/journal/journal.hpp"

namespace experiments {

/// What is to be computed, and how.
struct Task {
  const Plan& plan;
  const std::vector<Group>& groups;
  int threads = 1;
  ProgressStyle progress = ProgressStyle::silent;
};

/// How the computing ended. Neither: all groups are done.
struct Ending {
  int signal = 0;           ///< that asked for a stop
  std::string store_full{}; ///< why nothing more could be stored
};

/// Runs the groups, every finished cell into the journal and then the ledger; meanwhile the journal is synced
/// every second and the ledger published every half minute. A signal (while an InterruptWatch lives) or a
/// full store ends it early and is told; any other failure is rethrown once all threads have stopped.
Ending compute_missing(const Task& task, results::Journal& journal, Ledger& ledger,
                       const Publication& publication);

/// The guess the plan makes for one thread.
double expected_seconds(const std::vector<Group>& groups);

} // namespace experiments
