#include "experiments/run/campaign.hpp"

#include <fmt/format.h>

#include "experiments/plan/plan.hpp"
#include "experiments/plan/times.hpp"
#include "experiments/run/interrupt.hpp"
#include "experiments/run/leg.hpp"
#include "experiments/run/store.hpp"
#include "experiments/terminal/log.hpp"
#include "experiments/terminal/style.hpp"
#include "results/format/render.hpp"
#include "results/report/panels/order.hpp"
#include "results/report/tabulate.hpp"

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

using results::RunDirectory;
using results::RunLock;

constexpr auto time_to_commit = std::chrono::seconds(2); // kept of a time budget for the last snapshot

Course course_of(const Campaign& campaign, Executor& executor) {
  Course course{RunDirectory{campaign.directory}, campaign.shard, executor};
  course.command = campaign.command;
  course.limits.failures = campaign.max_failures;
  course.progress = campaign.quiet ? ProgressStyle::silent : progress_style_of_stderr();
  course.snapshot_every = std::chrono::duration<double>(campaign.snapshot_every);
  if (campaign.time_budget > 0) {
    const std::chrono::duration<double> budget(campaign.time_budget);
    course.limits.deadline = std::chrono::steady_clock::now() +
                             std::chrono::duration_cast<std::chrono::steady_clock::duration>(budget) -
                             time_to_commit;
  }
  return course;
}

/// The lock of a run that has cells: before they are looked at, because others may be storing more of them.
std::optional<RunLock> lock_of_stored(const Course& course) {
  if (course.directory.journals().empty()) return std::nullopt;
  return std::make_optional<RunLock>(course.directory, course.shard.part());
}

void make_and_lock(const Course& course, std::optional<RunLock>& lock) {
  if (lock) return;
  results::create_run_directory(course.directory.path);
  lock.emplace(course.directory, course.shard.part());
}

/// Copies the cells that the job shares with the study it extends into its own journal; whether there were
/// any.
bool takes_base_over(const Job& job, const Leg& leg, const Course& course, std::optional<RunLock>& lock) {
  const RunDirectory base{std::filesystem::path("runs") / job.base};
  if (job.base.empty() || base.journals().empty()) return false;
  make_and_lock(course, lock);
  const std::int64_t taken = take_over(job.plan, leg.stored.finished, base, course.directory);
  if (taken > 0) log()->info("{} cells are those of {}", taken, base.path.string());
  return taken > 0;
}

/// Leg after leg until the standard error is small enough, with more replications each time; then once more
/// with as many as were enough.
Arrival go_on_until(const Until& until, const Job& job, Arrival arrival, Course& course) {
  std::optional<std::int32_t> stop;
  while (arrival.results && arrival.ending.cause == Ending::Cause::done) {
    const std::int32_t tried = arrival.results->card.replications;
    stop = enough(until, *arrival.results, job.card.replications);
    if (stop || tried >= until.most) break;
    const std::int32_t next = next_try(until, *arrival.results, tried);
    log()->info("{} replications are not enough for a standard error of {}; going on to {}", tried,
                core::shortest(until.mcse), next);
    const Leg leg(job.with(next), course);
    require_data(leg.job.plan, leg.groups);
    arrival = complete(leg, course);
  }
  if (!arrival.results || arrival.ending.cause != Ending::Cause::done) return arrival;
  const std::string sentence = text(until, stop);
  log()->info("{}", sentence);
  course.facts["until"] = sentence;
  course.interim = false;
  return complete(Leg(job.with(stop.value_or(until.most)), course), course);
}

int exit_code(const Campaign& campaign, const Arrival& arrival) {
  switch (arrival.ending.cause) {
    case Ending::Cause::signal:
      return exit_code_of_signal(arrival.ending.signal);
    case Ending::Cause::store_full:
    case Ending::Cause::deadline:
      return 75;
    case Ending::Cause::failures:
      return 3;
    case Ending::Cause::done:
      break;
  }
  if (arrival.counts.failed > 0) return 3;
  if (!campaign.verify || !arrival.results) return 0;
  return results::judged(*arrival.results, results::tabulate(*arrival.results))[results::Verdict::off] > 0
             ? 4
             : 0;
}

/// Says how it ended, prints the tables where there are any.
int arrive(const Arrival& arrival, const Job& job, const Campaign& campaign, const Course& course) {
  if (arrival.results)
    fmt::print("{}", results::render(*arrival.results, results::Format::text, terminal_style()));
  say_ending(arrival, job, course);
  return exit_code(campaign, arrival);
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
  if (job.card.layout.panel("chart") != nullptr) log()->info("its chart: marginlab figure {}", directory);
}

std::string conflict_sentence(const std::vector<std::string>& conflicts, const std::string& directory) {
  return fmt::format(
      "the journals of {} hold {} cell(s) twice with different values, the first is {} (a result that cannot "
      "be "
      "repeated) find out which is right: marginlab replay {} {}",
      directory, conflicts.size(), conflicts.front(), directory, conflicts.front());
}

int carry_out(const Job& job, const Campaign& campaign, Executor& executor) {
  if (campaign.shard.count > 1) require_divisible(job);
  Course course = course_of(campaign, executor);
  std::optional<RunLock> lock = lock_of_stored(course);
  auto leg = std::make_unique<Leg>(job, course);
  if (!leg->stored.conflicts.empty()) {
    log()->error("{}", conflict_sentence(leg->stored.conflicts, campaign.directory.string()));
    return 3;
  }
  if (campaign.shard.count == 1 && takes_base_over(job, *leg, course, lock))
    leg = std::make_unique<Leg>(job, course);
  say_plan(*leg, course);
  for (const std::string& note : job.notes) log()->info("{}", note);
  require_data(leg->job.plan, leg->groups);
  make_and_lock(course, lock);
  const InterruptWatch watch;
  course.interim = job.until.has_value();
  Arrival arrival = complete(*leg, course);
  if (job.until) arrival = go_on_until(*job.until, job, std::move(arrival), course);
  return arrive(arrival, job, campaign, course);
}

} // namespace experiments
