#pragma once
#include <string>
#include <vector>

#include "experiments/time/cell_times.hpp"

namespace experiments {

/// A range of seconds, and what is likely.
struct Forecast {
  double low = 0, likely = 0, high = 0;

  Forecast operator*(double factor) const { return {low * factor, likely * factor, high * factor}; }
};

/// Processor time of so many cells of each setting [settings]. The sum of n means from k timings with
/// standard deviation s has the variance n s^2 + n^2 s^2 / k; the range is two standard deviations to either
/// side and a tenth for the machine. A single timing is taken for one with s of half its size; a setting that
/// was never timed may be off by a factor of three.
Forecast processor_time(const std::vector<CellTime>& times, const std::vector<std::int64_t>& cells);

/// How many cells of each setting [settings] the groups have.
std::vector<std::int64_t> cells_by_setting(const std::vector<Group>& groups, std::size_t settings);

/// Wall time of the groups on so many workers that take them in this order, whenever one is free. A group
/// counts by the likely time of its cells; the range is that of the processor time.
Forecast wall_time(const std::vector<CellTime>& times, const std::vector<Group>& groups, int workers);

/// When the last of so many workers is done that take these durations in this order, whenever one is free.
double makespan(const std::vector<double>& durations, int workers);

/// "about 40s", "4m10s to 6m20s": one number where both ends read alike.
std::string range_text(const Forecast& forecast);

} // namespace experiments
