#pragma once
#include <optional>
#include <string>
#include <vector>

#include "experiments/ledger.hpp"
#include "experiments/time/cell_times.hpp"
#include "results/run_directory.hpp"

namespace experiments {

/// What a run directory already holds of a plan.
struct Stored {
  Finished finished;                  ///< [setting][replicate]
  std::int64_t cells = 0;             ///< of the plan, finished
  std::vector<std::string> warnings;  ///< a torn tail, damaged lines
  std::vector<std::string> conflicts; ///< cells stored twice with different values: a reproducibility alarm
};

/// Looks at the journals without reading their numbers: a million finished cells take less than a second.
/// Learns what cells take on the way.
Stored look_up(const Plan& plan, const results::RunDirectory& directory, CellTimes& times);

/// Reads the journals' numbers into the ledger. Throws UserError for a line with a right checksum that is no
/// record.
void read_into(Ledger& ledger, const results::RunDirectory& directory);

/// The published file, where it already is what the journals and this study would give.
std::optional<results::Results> published_already(const results::StudyCard& card, std::int64_t cells,
                                                  const results::RunDirectory& directory);

} // namespace experiments
