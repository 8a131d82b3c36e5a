#pragma once
#include <filesystem>
#include <string>

#include "experiments/plan/study.hpp"
#include "experiments/plan/times.hpp"

namespace experiments {

/// What a pilot found out beside the times.
struct Pilot {
  std::int64_t cells = 0;         ///< computed
  double seconds = 0;             ///< of wall time
  double journal_bytes = 0;       ///< of one cell's line, on average
  std::int64_t worker_memory = 0; ///< bytes by which the process grew: what one worker needs
};

/// Times the settings of the groups that were never timed: of every such data set one replicate, which is one
/// cell in a hundred where there are a hundred replications. Computed on this thread and kept nowhere. No
/// cell begins after so many seconds, nor one that is guessed to take ten times as long; a setting that was
/// not reached keeps its guess.
Pilot run_pilot(const Plan& plan, const std::vector<Group>& groups, CellTimes& times, double most_seconds);

/// Bytes of memory this process has held at most.
std::int64_t peak_memory();

/// What a run would still take.
struct Estimate {
  std::int64_t stored = 0, left = 0; ///< cells
  std::int64_t timed = 0;            ///< cells whose time was stored by earlier runs of this directory
  std::int64_t piloted = 0;          ///< cells that were timed for the estimate
  Forecast processor, wall;          ///< seconds
  double longest = 0;                ///< seconds of processor time of the longest group: no run is shorter
  int workers = 1;
  double journal_bytes = 0; ///< that the missing cells will add; 0: not known
  double memory = 0;        ///< bytes; 0: not known
};

/// Estimates what is missing of a study, from stored timings and, where settings were never timed and a pilot
/// is asked for, from a pilot. Writes nothing.
Estimate estimate(const Study& study, const std::filesystem::path& directory, int workers, bool with_pilot);

/// Throws UserError where these groups are guessed to take more than 30 days of so many workers, or one of
/// them, which a kill would lose whole, more than a day. `otherwise` ends the sentence: what to type to begin
/// all the same.
void require_bearable(const CellTimes& times, const std::vector<Group>& groups, int workers,
                      const std::string& otherwise = "Or begin all the same with --force.");

/// One line a fact, for a person.
std::string text(const Estimate& estimate, const std::filesystem::path& directory);

} // namespace experiments
