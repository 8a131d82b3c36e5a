#pragma once
#include <string>
#include <vector>

#include "experiments/plan/plan.hpp"

namespace experiments {

/// One of the parts that a study is divided into, so that each can be computed by a process of its own, on
/// whatever machine: 3/40 is the third of forty.
struct Shard {
  int index = 1, count = 1; ///< 1 <= index <= count

  /// "3-of-40": names the shard's journal and lock. Empty for a whole study.
  std::string part() const;
};

/// "3/40", or "slurm", which reads the SLURM_ARRAY_TASK_ variables ID, MIN, COUNT and STEP of an array job.
/// Throws UserError where the text or the environment names no shard.
Shard parse_shard(const std::string& text);

/// The groups of each of so many shards, longest expected first: the groups of the whole plan are dealt out
/// one by one, longest first, each to the shard with the least to do, so that the shards of a plan are
/// disjoint, cover it, and are alike in expected cost. What a group costs is here the plan's own guess, never
/// a measured time, and what is finished does not count: every process that asks deals alike.
std::vector<std::vector<Group>> dealt(const Plan& plan, int count);

/// Those of one shard.
std::vector<Group> of_shard(const Plan& plan, const Shard& shard);

/// Those cells of the groups that are not finished; groups without one are dropped.
std::vector<Group> unfinished(const std::vector<Group>& groups, const Finished& finished);

/// Ascending numbers as Slurm and people write them: {3, 7, 8, 9} -> "3,7-9".
std::string index_list(const std::vector<int>& ascending);

} // namespace experiments
