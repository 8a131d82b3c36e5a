#pragma once
#include <chrono>
#include <mutex>
#include <optional>

#include "experiments/time/forecast.hpp"

namespace experiments {

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
