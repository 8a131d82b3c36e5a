#include "experiments/campaign_text.hpp"

#include <fmt/format.h>

#include "experiments/log.hpp"
#include "experiments/plan_text.hpp"
#include "experiments/time/forecast.hpp"

namespace experiments {
namespace {

/// Why it did not come to its end, and how to go on; empty where it did.
std::string stopped_sentence(const Arrival& arrival, const Course& course) {
  switch (arrival.ending.cause) {
    case Ending::Cause::signal:
      return "interrupted: repeat the command and it goes on from here";
    case Ending::Cause::deadline:
      return "the time budget is used up: repeat the command and it goes on from here";
    case Ending::Cause::failures:
      return fmt::format(
          "stopped after {} failed cell(s), as --max-failures asks: marginlab report {} shows "
          "them; repeat the command to try them again",
          course.limits.failures, course.directory.path.string());
    case Ending::Cause::store_full:
      return arrival.ending.store_full;
    case Ending::Cause::done:
      return "";
  }
  return "";
}

} // namespace

void say_plan(const Leg& leg, const Course& course) {
  std::int64_t left = 0;
  for (const Group& group : leg.groups) left += static_cast<std::int64_t>(group.cells.size());
  const int workers = course.executor.workers();
  log()->info("{}: {}", leg.job.card.study, leg.job.arithmetic);
  if (course.shard.count > 1) log()->info("shard {} of {}", course.shard.index, course.shard.count);
  log()->info("{} already stored, {} to compute{}", thousands(leg.stored.cells), thousands(left),
              leg.groups.empty()
                  ? ""
                  : fmt::format(", {} on {} thread(s)",
                                range_text(wall_time(leg.times->all(), leg.groups, workers)), workers));
  for (const std::string& warning : leg.stored.warnings) log()->warn("{}", warning);
}

void say_ending(const Arrival& arrival, const Job& job, const Course& course) {
  const std::string stopped = stopped_sentence(arrival, course);
  if (!stopped.empty())
    log()->log(arrival.ending.store_full.empty() ? spdlog::level::warn : spdlog::level::err, stopped);
  const Counts& counts = arrival.counts;
  log()->info("{} ok, {} not converged, {} failed, {} missing", thousands(counts.ok),
              thousands(counts.not_converged), thousands(counts.failed), thousands(arrival.missing));
  const std::string directory = course.directory.path.string();
  if (course.shard.count > 1) {
    log()->info("shard {} of {} is in {}; once all shards are: marginlab merge {}", course.shard.index,
                course.shard.count, course.directory.journal(course.shard.part()).string(), directory);
  }
  if (!arrival.results) return;
  log()->info("{}  data_hash {}", course.directory.results().string(), arrival.results->data_hash);
  if (job.card.layout.chart) log()->info("its chart: marginlab figure {}", directory);
}

std::string conflict_sentence(const std::vector<std::string>& conflicts, const std::string& directory) {
  return fmt::format(
      "the journals of {} hold {} cell(s) twice with different values, the first is {} (a result that cannot "
      "be "
      "repeated) find out which is right: marginlab replay {} {}",
      directory, conflicts.size(), conflicts.front(), directory, conflicts.front());
}

} // namespace experiments
