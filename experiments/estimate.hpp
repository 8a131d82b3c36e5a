#pragma once
#include <filesystem>
#include <string>

#include "experiments/job.hpp"
#include "experiments/time/forecast.hpp"

namespace experiments {

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

/// Estimates what is missing of a job, from stored timings and, where settings were never timed and a pilot
/// is asked for, from a pilot. Writes nothing.
Estimate estimate(const Job& job, const std::filesystem::path& directory, int workers, bool with_pilot);

/// One line a fact, for a person.
std::string text(const Estimate& estimate, const std::filesystem::path& directory);

} // namespace experiments
