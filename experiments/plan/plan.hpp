#pragma once
#include <map>
#include <string>
#include <vector>

#include "experiments/catalog/setting.hpp"
#include "experiments/metrics/external_metric.hpp"
#include "results/record/study_card.hpp"

namespace experiments {

/// A cell still to be computed.
struct Cell {
  std::int32_t setting = 0; ///< index into Plan::settings
  std::int32_t replicate = 0;
};

/// The cells of one replicate of one data set: computed one after the other on one cache.
struct Group {
  std::vector<Cell> cells;
  double expected = 0; ///< seconds, a guess good enough for longest-first scheduling
};

/// Everything a study computes: settings sorted by key, points in the order of the study. Points of the
/// design that resolve to the same setting share it.
struct Plan {
  std::vector<Setting> settings;
  std::vector<std::string> keys, texts; ///< per setting: its key and canonical text
  std::vector<results::Point> points;
  std::vector<std::string> metrics;       ///< computed in every cell
  std::vector<ExternalMetric> measured{}; ///< of these, what users' programs compute
  results::AskedFacts asked{};            ///< what the report asks every cell for beside them
  std::int32_t replications = 0;

  std::size_t cells() const { return settings.size() * static_cast<std::size_t>(replications); }
};

/// What is left to do, longest expected first. finished[setting][replicate] says what is not.
using Finished = std::vector<std::vector<bool>>;
std::vector<Group> missing(const Plan& plan, const Finished& finished);

/// Puts the names of observations on a card whose report calls them by their names. Reads the data sets;
/// throws UserError where one is missing then.
void name_observations(results::StudyCard& card, const Plan& plan);

/// A setting of a stored study, with the path of its file if it has one. Throws UserError where it is not of
/// this program.
Setting setting_of(const results::StudyCard& card, std::size_t number);

/// Where the files of the user's own lie that these settings read, by their content: StudyCard::paths.
std::map<std::string, std::string> paths_of(const Plan& plan);

/// The plan of a stored study: of what was computed, whatever has become of its config. Throws UserError
/// where a setting is not of this program.
Plan plan_of(const results::StudyCard& card);

/// One line a setting: key, labels, parameters.
std::string listing(const Plan& plan);

/// 1234567 -> "1,234,567".
std::string thousands(std::int64_t number);

/// A sentence for each listed data set of the plan that is not on this machine: how it is had, or that its
/// publisher does not offer it and where its page is.
std::vector<std::string> missing_data(const Plan& plan);

/// Reads every data set that cells of these groups need, before anything is computed. Throws UserError with
/// one sentence for each that is missing or damaged.
void require_data(const Plan& plan, const std::vector<Group>& groups);

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
