#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/plan/study.hpp"

namespace experiments {

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
