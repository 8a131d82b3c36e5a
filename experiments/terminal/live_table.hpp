#pragma once
#include <chrono>
#include <functional>
#include <mutex>
#include <string>

#include "experiments/terminal/in_place.hpp"
#include "results/format/style.hpp"
#include "results/record/columns.hpp"

namespace experiments {

/// The table of a run while it fills, as a text for a terminal: in the place of each number its mean so far,
/// with how many of its replicates are behind it while some are missing (results/answer/side_by_side.hpp).
std::string filling_text(const results::Results& so_far, const results::Style& style);

/// That table on standard error, drawn over itself as cells are finished, with a line of progress below.
/// While it lives, messages are printed below the table, which goes on under them. Once `stops` says so it is
/// drawn no more, so that the answer to Ctrl-C stays in sight. Safe for many threads.
class LiveTable {
 public:
  LiveTable(std::function<results::Results()> so_far, std::function<std::string()> progress,
            std::function<bool()> stops);
  ~LiveTable();
  LiveTable(const LiveTable&) = delete;
  LiveTable& operator=(const LiveTable&) = delete;

  /// Draws what is finished, unless that would take more than a twentieth of the time: a table of many
  /// replicates is drawn less often.
  void draw();

  /// Draws the last state. Where the report follows on the same terminal, only the line of progress stays.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void print(const std::string& text);

  std::function<results::Results()> so_far_;
  std::function<std::string()> progress_;
  std::function<bool()> stops_;
  std::mutex mutex_;
  InPlace place_;
  Clock::time_point next_ = Clock::now();
};

} // namespace experiments
