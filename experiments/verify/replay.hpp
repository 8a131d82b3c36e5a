#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/plan/study.hpp"
#include "experiments/run/run.hpp"
#include "results/record/columns.hpp"

namespace experiments {

/// What a stored cell came to when it was computed again.
struct Replayed {
  bool is_equal = false; ///< every bit of every value and series, and the outcome
  std::string text{};    ///< both values of each, a line each
  std::string error{};   ///< of a cell that failed this time
  double seconds = 0;
};

/// Recomputes the cell of a stored row alone. Throws UserError where another program computed it, and where a
/// program of a user's would have to start that nobody has said to trust.
Replayed replayed(const results::Results& all, std::size_t row);

/// Whether another program computed the probabilities of its cells, which cannot be computed again here.
bool is_computed_elsewhere(const results::Setting& setting);

/// Recomputes one stored cell alone, from the canonical text of its setting, and prints every value beside
/// the stored one. Returns 0 if all bits agree, 3 if one does not. key: "<32 hex>/<replicate>"; the digits
/// may be cut short as long as they name one setting. Throws UserError where the cell is not stored.
int replay(const std::filesystem::path& results_file, const std::string& key);

/// Runs again what a results.h5 says it is: its stored settings, as many replications, in a directory of its
/// own, whatever has become of the config it came from (which is put beside the new results). Exit code 0
/// where the data are the same bit for bit, 3 where they are not or cells failed, and as run_study where it
/// is interrupted. Throws UserError where the file cannot be read or a setting is not of this program.
int rerun(const std::filesystem::path& file, const RunOptions& options, Executor& executor);

/// What a sample of a study's cells came to under each number of threads.
struct Certificate {
  std::int64_t cells = 0; ///< in the sample
  struct Run {
    int threads = 0;
    std::string data_hash;
  };
  std::vector<Run> runs;

  bool holds() const; ///< all hashes are one
};

/// About so many cells of the plan, drawn by the hash of their keys: whole groups, so that cells share what
/// they share in a run, and at least one of every data set. The same sample for the same plan, whoever asks.
std::vector<Group> sample_of_cells(const Plan& plan, std::int64_t cells);

/// Computes the sample anew under each number of threads, storing nothing.
Certificate certify(const Study& study, std::int64_t cells, const std::vector<int>& threads);

} // namespace experiments
