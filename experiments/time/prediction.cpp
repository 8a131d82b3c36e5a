#include "experiments/time/prediction.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace experiments {
namespace {

double packing(const std::vector<Group>& groups, const CellTimes& times, int workers) {
  const auto all = times.all();
  const double processor = processor_time(all, cells_by_setting(groups, all.size())).likely;
  return processor > 0 ? wall_time(all, groups, workers).likely / processor : 1.0 / workers;
}

} // namespace

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
