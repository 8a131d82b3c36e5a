#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/config/job.hpp"
#include "experiments/plan/shard.hpp"
#include "experiments/run/executor.hpp"
#include "experiments/run/leg.hpp"

namespace experiments {

/// What is stored, what is to be computed and how long it may take; what was wrong with the journals.
void say_plan(const Leg& leg, const Course& course);

/// How it ended and what to type next.
void say_ending(const Arrival& arrival, const Job& job, const Course& course);

/// That cells are stored twice with different values, and how to look into it.
std::string conflict_sentence(const std::vector<std::string>& conflicts, const std::string& directory);

/// How a job is carried out. What decides its numbers is all in the job.
struct Campaign {
  std::filesystem::path directory{};
  std::string command{}; ///< the command line, for the provenance
  bool verify = false, quiet = false;
  Shard shard{};
  std::int64_t max_failures = 0; ///< stop after so many; 0: go on
  double time_budget = 0;        ///< seconds; 0: no limit
  double snapshot_every = 30;    ///< seconds from one results.h5 to the next while it runs
};

/// Computes what is missing of a job, publishes results.h5, prints the tables on standard output and
/// everything else on standard error. A shard computes its own part into its own journal and publishes
/// nothing. With `until`, as many replications are computed as it takes. Returns the exit code. Throws
/// UserError before anything is written.
int carry_out(const Job& job, const Campaign& campaign, Executor& executor);

} // namespace experiments
