#pragma once
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "experiments/plan/plan.hpp"

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
  double off() const; ///< what a guess is multiplied by

  mutable std::mutex mutex_;
  std::vector<double> guesses_;
  double mean_guess_ = 0;
  std::vector<Moments> measured_;
  double measured_mean_ = 0, guessed_mean_ = 0; // sums over the settings that were timed
  double timed_ = 0;                            // so many
};

/// A range of seconds, and what is likely.
struct Forecast {
  double low = 0, likely = 0, high = 0;

  Forecast operator*(double factor) const { return {low * factor, likely * factor, high * factor}; }
};

/// Processor time of so many cells of each setting [settings]. The sum of n means from k timings with
/// standard deviation s has the variance n s^2 + n^2 s^2 / k; the range is two standard deviations to either
/// side and a tenth for the machine. A single timing is taken for one with s of half its size; a setting that
/// was never timed may be off by a factor of three.
Forecast processor_time(const std::vector<CellTime>& times, const std::vector<std::int64_t>& cells);

/// How many cells of each setting [settings] the groups have.
std::vector<std::int64_t> cells_by_setting(const std::vector<Group>& groups, std::size_t settings);

/// Wall time of the groups on so many workers that take them in this order, whenever one is free. A group
/// counts by the likely time of its cells; the range is that of the processor time.
Forecast wall_time(const std::vector<CellTime>& times, const std::vector<Group>& groups, int workers);

/// How far a run is, by what its cells cost and not by their number.
struct Advance {
  double share = 0; ///< of the cost of all cells that is behind it
  Forecast left;    ///< seconds of wall time
};

/// Cells of each setting [settings].
struct DoneAndLeft {
  const std::vector<std::int64_t>&done, &left;
};

/// How far a run is that has computed these cells in so many seconds on so many workers, and what is left.
/// That takes its processor time scaled by the wall time that was observed over the processor time of what is
/// done, where a cell under way on each worker counts as half done: on a machine that others use as well that
/// is more than a worker's share.
Advance advance_of(const std::vector<CellTime>& times, const DoneAndLeft& cells, double elapsed, int workers);

/// When the last of so many workers is done that take these durations in this order, whenever one is free.
double makespan(const std::vector<double>& durations, int workers);

/// "about 40s", "4m10s to 6m20s": one number where both ends read alike.
std::string range_text(const Forecast& forecast);

/// What was said of the wall time of a run, and how early.
struct Prediction {
  Forecast wall;          ///< from the beginning on
  std::int64_t cells = 0; ///< that the run had finished by then
  double said_after = 0;  ///< seconds
};

/// Predicts the wall time of the groups once, as soon as of every setting one cell was timed: at the
/// beginning where earlier runs left timings, otherwise after the first cells (which `pilots_first` puts in
/// front). Safe for many threads.
class Predictor {
 public:
  Predictor(const std::vector<Group>& groups, const CellTimes& times, int workers);

  /// A cell of this setting is finished and its time entered.
  void advance(std::size_t setting);

  std::optional<Prediction> said() const;

 private:
  void say_if_known();

  const CellTimes& times_;
  std::vector<std::int64_t> left_; // cells by setting
  double per_processor_second_;    // wall time of a second of processor time, packing included
  std::chrono::steady_clock::time_point start_;
  std::int64_t done_ = 0;
  mutable std::mutex mutex_;
  std::optional<Prediction> said_;
};

/// The groups in the order of their likely time, longest first; before them one group for each data set that
/// has a setting without a timing.
std::vector<Group> pilots_first(std::vector<Group> groups, const CellTimes& times);

} // namespace experiments
