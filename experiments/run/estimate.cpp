#include "experiments/run/estimate.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/compute.hpp"
#include "experiments/run/progress.hpp"
#include "experiments/run/store.hpp"
#include "experiments/terminal/durations.hpp"
#include "results/store/journal_line.hpp"

namespace experiments {
namespace {

using Clock = std::chrono::steady_clock;

/// The cells of each group whose setting was never timed and is in no group before it.
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

namespace fs = std::filesystem;

constexpr double most_pilot_seconds = 60;
constexpr double snapshot_share = 0.5; // results.h5 takes about half of what its journal takes

double bytes_per_stored_cell(const results::RunDirectory& directory, std::int64_t cells) {
  double bytes = 0;
  std::error_code gone;
  for (const fs::path& journal : directory.journals())
    bytes += static_cast<double>(fs::file_size(journal, gone));
  return cells > 0 ? bytes / static_cast<double>(cells) : 0;
}

double longest_group(const std::vector<Group>& groups, const std::vector<CellTime>& times) {
  double longest = 0;
  for (const Group& group : groups) {
    double seconds = 0;
    for (const Cell& cell : group.cells) seconds += times[static_cast<std::size_t>(cell.setting)].mean;
    longest = std::max(longest, seconds);
  }
  return longest;
}

std::string megabytes(double bytes) {
  return bytes < 1e6 ? fmt::format("{:.0f} kB", std::max(1.0, bytes / 1e3))
                     : fmt::format("{:.0f} MB", bytes / 1e6);
}

std::string source(const Estimate& from) {
  if (from.timed + from.piloted == 0) return "a guess: nothing was timed yet";
  std::string out;
  if (from.timed > 0) out = fmt::format("from {} stored timings", thousands(from.timed));
  if (from.piloted > 0)
    out += fmt::format("{}from a pilot of {} cells", out.empty() ? "" : " and ", thousands(from.piloted));
  return out;
}

} // namespace

std::int64_t peak_memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return std::int64_t{1024} * used.ru_maxrss;
}

Pilot run_pilot(const Plan& plan, const std::vector<Group>& groups, CellTimes& times, double most_seconds) {
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
        [&](const Cell& cell) {
          return seconds_since(start) > most_seconds ||
                 times.of(static_cast<std::size_t>(cell.setting)).mean > 10 * most_seconds;
        });
  }
  if (out.cells > 0) out.journal_bytes /= static_cast<double>(out.cells);
  out.seconds = seconds_since(start);
  out.worker_memory = peak_memory() - before;
  return out;
}

Estimate estimate(const Study& study, const fs::path& directory, int workers, bool with_pilot) {
  RunStore store(study.plan, {directory});
  const std::vector<Group> groups = missing(study.plan, store.finished());
  Estimate out;
  out.stored = out.timed = store.cells();
  out.left = static_cast<std::int64_t>(study.plan.cells()) - store.cells();
  out.workers = workers;
  out.journal_bytes = bytes_per_stored_cell(store.directory(), store.cells());
  if (with_pilot) {
    const std::int64_t own = peak_memory();
    const Pilot pilot = run_pilot(study.plan, groups, store.times(), most_pilot_seconds);
    out.piloted = pilot.cells;
    if (pilot.cells > 0) {
      out.memory = static_cast<double>(own + workers * pilot.worker_memory);
      if (store.cells() == 0) out.journal_bytes = pilot.journal_bytes;
    }
  }
  const std::vector<CellTime> known = store.times().all();
  out.processor = processor_time(known, cells_by_setting(groups, known.size()));
  out.wall = wall_time(known, groups, workers);
  out.longest = longest_group(groups, known);
  out.journal_bytes *= static_cast<double>(out.left);
  return out;
}

void require_bearable(const CellTimes& times, const std::vector<Group>& groups, int workers,
                      const std::string& otherwise) {
  if (groups.empty()) return;
  constexpr double day = 24 * 60 * 60, most_wall_time = 30 * day, most_group_time = day; // seconds
  const std::vector<CellTime> known = times.all();
  const double longest = longest_group(groups, known), wall = wall_time(known, groups, workers).likely;
  core::require(wall <= most_wall_time && longest <= most_group_time,
                fmt::format("The run is guessed to take {} on {} thread(s), of which one piece of work alone "
                            "takes {}. Choose a coarser grid, or fewer rows, replications or values of "
                            "lambda. {}",
                            duration_text(wall), workers, duration_text(longest), otherwise));
}

std::string text(const Estimate& estimate, const fs::path& directory) {
  std::string out = fmt::format("{} cells are stored in {}, {} are to be computed\n",
                                thousands(estimate.stored), directory.string(), thousands(estimate.left));
  if (estimate.left == 0) return out;
  const Forecast hours = estimate.processor * (1.0 / 3600);
  out += fmt::format("processor time  {} ({:.2g} to {:.2g} cpu-hours), {}\n", range_text(estimate.processor),
                     hours.low, hours.high, source(estimate));
  out +=
      fmt::format("wall time       {} on {} thread(s) that nothing else uses; the longest group takes {}\n",
                  range_text(estimate.wall), estimate.workers, duration_text(estimate.longest));
  if (estimate.memory > 0) out += fmt::format("memory          about {}\n", megabytes(estimate.memory));
  if (estimate.journal_bytes > 0) {
    std::error_code unknown;
    const auto where = fs::exists(directory, unknown) ? directory : fs::current_path();
    const fs::space_info space = fs::space(where, unknown);
    out += fmt::format("disk            about {}; {} are free\n",
                       megabytes(estimate.journal_bytes * (1 + snapshot_share)),
                       megabytes(static_cast<double>(space.available)));
  }
  return out;
}

} // namespace experiments
