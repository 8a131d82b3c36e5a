#include "experiments/run/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <numeric>

#include "experiments/plan/times.hpp"
#include "experiments/terminal/durations.hpp"

namespace experiments {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto bar_interval = std::chrono::milliseconds(100);
constexpr auto line_interval = std::chrono::seconds(10);
constexpr int bar_width = 30;

} // namespace

ProgressStyle progress_style_of_stderr() {
  return isatty(STDERR_FILENO) != 0 ? ProgressStyle::bar : ProgressStyle::lines;
}

Progress::Progress(ProgressStyle style, std::vector<std::int64_t> left, const CellTimes& times, int workers)
    : style_(style),
      times_(times),
      left_(std::move(left)),
      finished_(left_.size(), 0),
      cells_(std::accumulate(left_.begin(), left_.end(), std::int64_t{0})),
      workers_(workers),
      start_(Clock::now()),
      shown_(start_) {}

Progress::~Progress() {
  if (cells_ == 0) return;
  show();
  if (style_ == ProgressStyle::bar) std::fputs("\n", stderr);
}

void Progress::advance(std::size_t setting, bool failed) {
  const std::lock_guard lock(mutex_);
  ++done_;
  --left_[setting];
  ++finished_[setting];
  failed_ += failed ? 1 : 0;
  const auto interval =
      style_ == ProgressStyle::bar ? Clock::duration(bar_interval) : Clock::duration(line_interval);
  if (Clock::now() - shown_ < interval) return;
  shown_ = Clock::now();
  show();
}

std::string Progress::text() {
  const std::lock_guard lock(mutex_);
  return line(reached());
}

Advance Progress::reached() const {
  return advance_of(times_.all(), {finished_, left_}, seconds_since(start_), workers_);
}

std::string Progress::line(const Advance& reached) const {
  std::string text = fmt::format("{}/{} cells, {:.0f}%, {} elapsed", done_, cells_, 100 * reached.share,
                                 duration_text(seconds_since(start_)));
  if (done_ < cells_) text += fmt::format(", {} left", range_text(reached.left));
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  return text;
}

void Progress::show() {
  if (style_ == ProgressStyle::silent) return;
  const Advance reached = this->reached();
  if (style_ == ProgressStyle::lines) {
    fmt::print(stderr, "{}\n", line(reached));
    return;
  }
  const auto full = static_cast<std::size_t>(reached.share * bar_width);
  fmt::print(stderr, "\r\033[K[{}{}] {}", std::string(full, '='), std::string(bar_width - full, ' '),
             line(reached));
  std::fflush(stderr);
}

} // namespace experiments
