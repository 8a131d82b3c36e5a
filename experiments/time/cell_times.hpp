#pragma once
#include <cstdint>
#include <mutex>
#include <vector>

#include "experiments/plan.hpp"

namespace experiments {

/// What is known of the processor time a cell of one setting takes.
struct CellTime {
  std::int64_t timings = 0; ///< how many cells were timed; 0: the mean is a guess
  double mean = 0, sd = 0;  ///< seconds; sd between replicates
};

/// The time that cells take, setting by setting: learnt from finished cells, guessed for settings of which
/// none is finished. A guess is the plan's formula, scaled by how far that formula was off where it can be
/// checked. Safe for many threads.
class CellTimes {
 public:
  explicit CellTimes(const Plan& plan);

  /// A cell of this setting took so many seconds of processor time.
  void enter(std::size_t setting, double seconds);

  CellTime of(std::size_t setting) const;
  std::vector<CellTime> all() const;

 private:
  struct Moments {
    std::int64_t count = 0;
    double mean = 0, squares = 0; // Welford's
  };

  CellTime time_of(std::size_t setting) const;

  mutable std::mutex mutex_;
  std::vector<double> guesses_;
  std::vector<Moments> measured_;
  double measured_mean_ = 0, guessed_mean_ = 0; // sums over the settings that were timed
};

} // namespace experiments
