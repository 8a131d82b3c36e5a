#pragma once
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/job.hpp"
#include "experiments/plan/shard.hpp"
#include "experiments/run/compute_missing.hpp"
#include "experiments/run/store.hpp"

namespace experiments {

/// What all legs of a campaign share: where, on what, within which limits.
struct Course {
  results::RunDirectory directory;
  Shard shard;
  Executor& executor;
  Limits limits{};
  ProgressStyle progress = ProgressStyle::silent;
  std::chrono::duration<double> snapshot_every{30};
  std::string command{};                      ///< for the provenance
  std::map<std::string, std::string> facts{}; ///< further ones for it
  bool interim = false;                       ///< whether more replications may follow
};

/// A job with one number of replications: what is stored of it and what is left to do, in which order.
struct Leg {
  Job job;
  std::shared_ptr<CellTimes> times; ///< learns while the leg is carried out
  Stored stored;
  std::vector<Group> groups;

  /// Reads the journals, writes nothing.
  Leg(Job job, const Course& course);
};

/// What came of a leg.
struct Arrival {
  Ending ending;
  Counts counts;                           ///< of all cells of the plan, or of those of the shard
  std::int64_t missing = 0;                ///< likewise
  std::optional<results::Results> results; ///< not of a shard, nor where the store is full
};

/// Computes what is left of a leg and publishes results.h5 from the journals, unless it already is what they
/// give; an interim leg that comes to its end publishes nothing. A shard only adds to its own journal. Hold
/// the lock of the directory or of the shard.
Arrival complete(const Leg& leg, const Course& course);

} // namespace experiments
