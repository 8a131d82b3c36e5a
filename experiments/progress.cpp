#include "experiments/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace experiments {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto bar_interval = std::chrono::milliseconds(100);
constexpr auto line_interval = std::chrono::seconds(10);
constexpr int bar_width = 30;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

} // namespace

std::string duration_text(double seconds) {
  const auto s = static_cast<std::int64_t>(std::llround(std::max(0.0, seconds)));
  if (s >= 3600) return fmt::format("{}h{:02}m", s / 3600, s / 60 % 60);
  if (s >= 60) return fmt::format("{}m{:02}s", s / 60, s % 60);
  return fmt::format("{}s", s);
}

ProgressStyle progress_style_of_stderr() {
  return isatty(STDERR_FILENO) != 0 ? ProgressStyle::bar : ProgressStyle::lines;
}

Progress::Progress(ProgressStyle style, std::int64_t cells, double expected_cost)
    : style_(style), cells_(cells), cost_(expected_cost), start_(Clock::now()), shown_(start_) {}

Progress::~Progress() {
  finish();
}

void Progress::advance(std::int64_t cells, double expected_cost, std::int64_t failed) {
  const std::lock_guard lock(mutex_);
  done_ += cells;
  done_cost_ += expected_cost;
  failed_ += failed;
  const auto interval =
      style_ == ProgressStyle::bar ? Clock::duration(bar_interval) : Clock::duration(line_interval);
  if (Clock::now() - shown_ < interval) return;
  shown_ = Clock::now();
  show();
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  if (finished_ || cells_ == 0) return;
  finished_ = true;
  show();
  if (style_ == ProgressStyle::bar) std::fputs("\n", stderr);
}

std::string Progress::line() const {
  const double share = cost_ > 0 ? std::min(1.0, done_cost_ / cost_) : 1;
  const double elapsed = seconds_since(start_);
  std::string text =
      fmt::format("{}/{} cells, {:.0f}%, {} elapsed", done_, cells_, 100 * share, duration_text(elapsed));
  if (share > 0 && done_ < cells_)
    text += fmt::format(", about {} left", duration_text(elapsed / share * (1 - share)));
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  return text;
}

void Progress::show() {
  if (style_ == ProgressStyle::silent) return;
  if (style_ == ProgressStyle::lines) {
    fmt::print(stderr, "{}\n", line());
    return;
  }
  const double share = cost_ > 0 ? std::min(1.0, done_cost_ / cost_) : 1;
  const auto full = static_cast<std::size_t>(share * bar_width);
  fmt::print(stderr, "\r\033[K[{}{}] {}", std::string(full, '='), std::string(bar_width - full, ' '), line());
  std::fflush(stderr);
}

} // namespace experiments
