#pragma once
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace experiments {

/// Where progress goes: a bar that redraws itself on a terminal, a plain line now and then anywhere else.
enum class ProgressStyle { bar, lines, silent };

/// bar if standard error is a terminal.
ProgressStyle progress_style_of_stderr();

/// How far a run is. The estimate of the time left weighs what is done and what is left by expected cost, so
/// that longest-first order does not make it lie. Safe for many threads.
class Progress {
 public:
  /// cells and expected cost of everything that is to be computed.
  Progress(ProgressStyle style, std::int64_t cells, double expected_cost);
  ~Progress();

  /// A group of so many cells of this expected cost is finished.
  void advance(std::int64_t cells, double expected_cost, std::int64_t failed);

  /// Ends the bar with the final state.
  void finish();

 private:
  std::string line() const;
  void show();

  ProgressStyle style_;
  std::int64_t cells_, done_ = 0, failed_ = 0;
  double cost_, done_cost_ = 0;
  std::chrono::steady_clock::time_point start_, shown_;
  std::mutex mutex_;
  bool finished_ = false;
};

/// 75 s -> "1m15s".
std::string duration_text(double seconds);

} // namespace experiments
