#include "experiments/time/pilot.hpp"

#include <sys/resource.h>

#include <chrono>
#include <map>
#include <set>

#include "experiments/compute_group.hpp"
#include "results/journal/line.hpp"

namespace experiments {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Of each group the cells whose setting was never timed and is in no group before it.
std::vector<Group> untimed(const std::vector<Group>& groups, const CellTimes& times) {
  const std::vector<CellTime> known = times.all();
  std::set<std::int32_t> taken;
  std::vector<Group> out;
  for (const Group& group : groups) {
    Group pilot;
    for (const Cell& cell : group.cells) {
      if (known[static_cast<std::size_t>(cell.setting)].timings == 0 && taken.insert(cell.setting).second)
        pilot.cells.push_back(cell);
    }
    if (!pilot.cells.empty()) out.push_back(std::move(pilot));
  }
  return out;
}

} // namespace

std::int64_t peak_memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return std::int64_t{1024} * used.ru_maxrss;
}

Pilot fly_pilot(const Plan& plan, const std::vector<Group>& groups, CellTimes& times, double most_seconds) {
  std::map<std::string, std::size_t> setting;
  for (std::size_t s = 0; s < plan.keys.size(); ++s) setting[plan.keys[s]] = s;
  const auto start = Clock::now();
  const std::int64_t before = peak_memory();
  Pilot out;
  for (const Group& group : untimed(groups, times)) {
    compute(
        plan, group,
        [&](const results::Record& record) {
          ++out.cells;
          out.journal_bytes += static_cast<double>(results::journal_line(record).size());
          if (record.outcome != results::Outcome::failed)
            times.enter(setting.at(record.key.setting), record.seconds);
        },
        [&](const Cell&) { return seconds_since(start) > most_seconds; });
  }
  if (out.cells > 0) out.journal_bytes /= static_cast<double>(out.cells);
  out.seconds = seconds_since(start);
  out.worker_memory = peak_memory() - before;
  return out;
}

} // namespace experiments
