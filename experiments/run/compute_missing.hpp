#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/plan/times.hpp"
#include "experiments/run/executor.hpp"
#include "experiments/run/periodic_task.hpp"
#include "experiments/run/progress.hpp"
#include "experiments/run/store.hpp"
#include "results/store/journal.hpp"

namespace experiments {

/// What ends the computing before all is done; 0 or nothing: no limit.
struct Limits {
  std::int64_t failures = 0;                                       ///< so many failed cells are enough
  std::optional<std::chrono::steady_clock::time_point> deadline{}; ///< no cell begins that would end later
};

/// What is to be computed, and how.
struct Task {
  const Plan& plan;
  const std::vector<Group>& groups;
  Executor& executor;
  results::RunDirectory directory;
  ProgressStyle progress = ProgressStyle::silent;
  Limits limits{};
};

/// Where finished cells go and what is learnt from them.
struct Books {
  results::Journal& journal;
  Ledger& ledger;
  CellTimes& times;
  Duty publish; ///< makes a snapshot of the ledger
};

/// How the computing ended.
struct Ending {
  enum class Cause { done, signal, store_full, failures, deadline };
  Cause cause = Cause::done;
  int signal = 0;           ///< that asked for a stop
  std::string store_full{}; ///< why nothing more could be stored
  std::optional<Prediction> predicted{};
  double wall_seconds = 0;
};

/// Has the executor compute the groups, every finished cell into the journal and then the ledger; meanwhile
/// the journal is synced every second and the ledger published as often as asked. A signal (while an
/// InterruptWatch lives), a limit or a full store ends it early and is told; any other failure is rethrown
/// once nothing computes any more.
Ending compute_missing(const Task& task, const Books& books);

} // namespace experiments
