#include "experiments/time/cell_times.hpp"

#include <cmath>

#include "experiments/expected_cost.hpp"

namespace experiments {

CellTimes::CellTimes(const Plan& plan) : measured_(plan.settings.size()) {
  for (const Setting& setting : plan.settings) guesses_.push_back(expected_cost(setting));
}

void CellTimes::enter(std::size_t setting, double seconds) {
  const std::lock_guard lock(mutex_);
  Moments& moments = measured_[setting];
  if (moments.count == 0) guessed_mean_ += guesses_[setting];
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
    const double off = guessed_mean_ > 0 && measured_mean_ > 0 ? measured_mean_ / guessed_mean_ : 1;
    return {0, off * guesses_[setting], 0};
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

} // namespace experiments
