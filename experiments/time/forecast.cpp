#include "experiments/time/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

#include "experiments/progress.hpp"

namespace experiments {
namespace {

constexpr double single_timing_spread = 0.5; // sd over mean, where one timing shows none
constexpr double guess_factor = 3;
constexpr double machine_factor = 1.1;

} // namespace

Forecast processor_time(const std::vector<CellTime>& times, const std::vector<std::int64_t>& cells) {
  double measured = 0, variance = 0, guessed = 0;
  for (std::size_t s = 0; s < times.size(); ++s) {
    const CellTime& time = times[s];
    const auto n = static_cast<double>(cells[s]), k = static_cast<double>(time.timings);
    if (time.timings == 0) {
      guessed += n * time.mean;
      continue;
    }
    const double sd = time.timings == 1 ? single_timing_spread * time.mean : time.sd;
    measured += n * time.mean;
    variance += sd * sd * (n + n * n / k);
  }
  const double error = 2 * std::sqrt(variance);
  return {(std::max(0.0, measured - error) + guessed / guess_factor) / machine_factor, measured + guessed,
          (measured + error + guessed * guess_factor) * machine_factor};
}

std::vector<std::int64_t> cells_by_setting(const std::vector<Group>& groups, std::size_t settings) {
  std::vector<std::int64_t> out(settings, 0);
  for (const Group& group : groups)
    for (const Cell& cell : group.cells) ++out[static_cast<std::size_t>(cell.setting)];
  return out;
}

double makespan(const std::vector<double>& durations, int workers) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at;
  for (int i = 0; i < workers; ++i) free_at.push(0);
  double end = 0;
  for (const double duration : durations) {
    const double done = free_at.top() + duration;
    free_at.pop();
    free_at.push(done);
    end = std::max(end, done);
  }
  return end;
}

Forecast wall_time(const std::vector<CellTime>& times, const std::vector<Group>& groups, int workers) {
  std::vector<double> durations;
  double sum = 0;
  for (const Group& group : groups) {
    double& duration = durations.emplace_back(0);
    for (const Cell& cell : group.cells) duration += times[static_cast<std::size_t>(cell.setting)].mean;
    sum += duration;
  }
  if (sum <= 0) return {};
  return processor_time(times, cells_by_setting(groups, times.size())) * (makespan(durations, workers) / sum);
}

std::string range_text(const Forecast& forecast) {
  const std::string low = duration_text(forecast.low), high = duration_text(forecast.high);
  return low == high ? "about " + low : low + " to " + high;
}

} // namespace experiments
