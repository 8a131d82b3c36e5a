#include "experiments/plan/times.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <queue>
#include <set>

#include "experiments/plan/cost.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/terminal/durations.hpp"

namespace experiments {
namespace {

constexpr double single_timing_spread = 0.5; // sd over mean, where one timing shows none
constexpr double guess_factor = 3;
constexpr double machine_factor = 1.1;
/// Timed settings, as dear as the others, of which half of what they show is believed.
constexpr double timings_for_half = 0.5;

double packing(const std::vector<Group>& groups, const CellTimes& times, int workers) {
  const auto all = times.all();
  const double processor = processor_time(all, cells_by_setting(groups, all.size())).likely;
  return processor > 0 ? wall_time(all, groups, workers).likely / processor : 1.0 / workers;
}

} // namespace

CellTimes::CellTimes(const Plan& plan) : measured_(plan.settings.size()) {
  for (const Setting& setting : plan.settings) guesses_.push_back(expected_cost(setting));
  const double all = std::accumulate(guesses_.begin(), guesses_.end(), 0.0);
  mean_guess_ = guesses_.empty() ? 0 : all / static_cast<double>(guesses_.size());
}

/// A formula may be off by the machine, which the timed settings share with the others, and by the method,
/// which they may not: of cheap settings the overhead is measured. So what they show is believed by how many
/// they are and by how much they cost beside the others.
double CellTimes::off() const {
  if (!(guessed_mean_ > 0 && measured_mean_ > 0)) return 1;
  const double dearness = guessed_mean_ / timed_ / mean_guess_;
  const double evidence = timed_ * std::min(1.0, std::sqrt(dearness));
  return std::pow(measured_mean_ / guessed_mean_, evidence / (evidence + timings_for_half));
}

void CellTimes::enter(std::size_t setting, double seconds) {
  const std::lock_guard lock(mutex_);
  Moments& moments = measured_[setting];
  if (moments.count == 0) guessed_mean_ += guesses_[setting], ++timed_;
  measured_mean_ -= moments.mean;
  ++moments.count;
  const double before = seconds - moments.mean;
  moments.mean += before / static_cast<double>(moments.count);
  moments.squares += before * (seconds - moments.mean);
  measured_mean_ += moments.mean;
}

CellTime CellTimes::time_of(std::size_t setting) const {
  const Moments& moments = measured_[setting];
  if (moments.count == 0) {
    return {0, off() * guesses_[setting], 0};
  }
  const auto n = static_cast<double>(moments.count);
  return {moments.count, moments.mean, n > 1 ? std::sqrt(moments.squares / (n - 1)) : 0};
}

CellTime CellTimes::of(std::size_t setting) const {
  const std::lock_guard lock(mutex_);
  return time_of(setting);
}

std::vector<CellTime> CellTimes::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<CellTime> out;
  for (std::size_t s = 0; s < measured_.size(); ++s) out.push_back(time_of(s));
  return out;
}

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

Advance advance_of(const std::vector<CellTime>& times, const DoneAndLeft& cells, double elapsed,
                   int workers) {
  const auto left =
      static_cast<double>(std::accumulate(cells.left.begin(), cells.left.end(), std::int64_t{0}));
  const Forecast ahead = processor_time(times, cells.left);
  const double behind = processor_time(times, cells.done).likely, all = behind + ahead.likely;
  const double under_way = left > 0 ? 0.5 * std::min<double>(workers, left) * ahead.likely / left : 0;
  const double observed = behind > 0 ? elapsed / (behind + under_way) : 0;
  return {all > 0 ? behind / all : 1, ahead * std::max(observed, 1.0 / workers)};
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

Predictor::Predictor(const std::vector<Group>& groups, const CellTimes& times, int workers)
    : times_(times),
      left_(cells_by_setting(groups, times.all().size())),
      per_processor_second_(packing(groups, times, workers)),
      start_(std::chrono::steady_clock::now()) {
  say_if_known();
}

void Predictor::advance(std::size_t setting) {
  const std::lock_guard lock(mutex_);
  --left_[setting];
  ++done_;
  if (!said_) say_if_known();
}

void Predictor::say_if_known() {
  const std::vector<CellTime> times = times_.all();
  for (std::size_t s = 0; s < times.size(); ++s)
    if (left_[s] > 0 && times[s].timings == 0) return;
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const Forecast rest = processor_time(times, left_) * per_processor_second_;
  said_ = {{rest.low + elapsed, rest.likely + elapsed, rest.high + elapsed}, done_, elapsed};
}

std::optional<Prediction> Predictor::said() const {
  const std::lock_guard lock(mutex_);
  return said_;
}

std::vector<Group> pilots_first(std::vector<Group> groups, const CellTimes& times) {
  const std::vector<CellTime> known = times.all();
  const auto time_of = [&known](const Cell& cell) { return known[static_cast<std::size_t>(cell.setting)]; };
  for (Group& group : groups) {
    group.expected = 0;
    for (const Cell& cell : group.cells) group.expected += time_of(cell).mean;
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.expected > b.expected; });
  std::set<std::int32_t> tried;
  std::vector<Group> pilots, rest;
  for (Group& group : groups) {
    bool pilot = false;
    for (const Cell& cell : group.cells)
      if (time_of(cell).timings == 0) pilot = tried.insert(cell.setting).second || pilot;
    (pilot ? pilots : rest).push_back(std::move(group));
  }
  std::move(rest.begin(), rest.end(), std::back_inserter(pilots));
  return pilots;
}

} // namespace experiments
