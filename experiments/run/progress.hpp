#pragma once
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "experiments/plan/times.hpp"

namespace experiments {

/// Where progress goes: a bar that redraws itself on a terminal, a plain line now and then anywhere else.
enum class ProgressStyle { bar, lines, silent };

/// bar if standard error is a terminal.
ProgressStyle progress_style_of_stderr();

/// How far a run is, by the cost of its cells, and the range of time it will still take (advance_of). Safe
/// for many threads.
class Progress {
 public:
  /// left: how many cells of each setting are to be computed.
  Progress(ProgressStyle style, std::vector<std::int64_t> left, const CellTimes& times, int workers);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// A cell of this setting is finished.
  void advance(std::size_t setting, bool failed);

  /// How far it is, in one line.
  std::string text();

 private:
  Advance reached() const;
  std::string line(const Advance& reached) const;
  void show();

  ProgressStyle style_;
  const CellTimes& times_;
  std::vector<std::int64_t> left_, finished_; // cells by setting
  std::int64_t cells_ = 0, done_ = 0, failed_ = 0;
  int workers_;
  std::chrono::steady_clock::time_point start_, shown_;
  std::mutex mutex_;
};

} // namespace experiments
