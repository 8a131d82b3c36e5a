#include "experiments/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>

#include "core/contract.hpp"
#include "experiments/run/answers.hpp"
#include "experiments/run/ending.hpp"
#include "experiments/run/lock.hpp"
#include "experiments/run/processes.hpp"
#include "experiments/run/round.hpp"
#include "experiments/run/store.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/system/interrupt.hpp"
#include "experiments/terminal/in_place.hpp"
#include "experiments/terminal/terminal.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;
using results::RunDirectory;
using results::RunLock;
using Ending = RunResult::Ending;

constexpr auto time_to_commit = std::chrono::seconds(2); // kept of a time budget for the last snapshot

Run begun(const Study& study, const RunOptions& options, Executor& executor) {
  Run run{options, RunDirectory{options.directory_of(study)}, executor};
  run.has_card = options.goes_on() && run.directory.path == fs::path(options.config);
  if (options.time_budget > 0) {
    const std::chrono::duration<double> budget(options.time_budget);
    run.deadline = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(budget) - time_to_commit;
  }
  return run;
}

void take(std::optional<RunLock>& lock, const Run& run) {
  if (!run.options.no_lock) take_lock(lock, run.directory, run.options.shard.part(), run.options.lock_wait);
}

/// Locks a run that has cells before they are looked at, because others may be storing more of them.
void lock_stored(const Run& run, std::optional<RunLock>& lock) {
  if (!run.directory.journals().empty()) take(lock, run);
}

void make_and_lock(const Run& run, std::optional<RunLock>& lock) {
  if (lock) return;
  results::create_run_directory(run.directory.path);
  take(lock, run);
}

/// Says where cells are stored under names that nothing has any more: they are not those of the study.
void say_older_cells(const RunDirectory& directory) {
  std::vector<results::Setting> stored;
  try {
    stored = results::read_study(directory).card.settings;
  } catch (const core::UserError&) {
    return; // no card yet, or a damaged one, which the run writes anew
  }
  const auto older = std::count_if(stored.begin(), stored.end(), [](const results::Setting& setting) {
    return spells_defaults_out(setting.canonical);
  });
  if (older > 0)
    log()->info(
        "{} has {} settings of an older marginlab, which named keys and random streams by defaults too: "
        "their cells are computed anew",
        directory.path.string(), thousands(older));
}

/// Copies the cells that the study shares with the one it extends into its own journal; whether there were
/// any.
bool imports_base(const Round& round, const Run& run, std::optional<RunLock>& lock) {
  const std::string& name = round.study().base;
  const RunDirectory base{fs::path("runs") / name};
  if (name.empty() || run.options.shard.count > 1 || base.journals().empty()) return false;
  say_older_cells(base);
  make_and_lock(run, lock);
  const std::int64_t imported = round.store().import_cells(base);
  if (imported > 0) log()->info("{} cells are those of {}", imported, base.path.string());
  return imported > 0;
}

/// One cell of a setting was asked for facts that none of its cells had. Where it has them, so have the
/// others.
RunResult complete_facts(const Study& study, RunResult result, const Run& run) {
  if (result.ending != Ending::done || result.missing == 0) return result;
  Round round(study, run);
  if (round.cells_left() == 0) return result;
  round.say_plan();
  return round.complete();
}

/// Round after round until the standard error is small enough, with more replications each time; then once
/// more with as many as were enough.
RunResult go_on_until(const Until& until, const Study& study, RunResult result, Run& run) {
  std::optional<std::int32_t> stop;
  while (result.results && result.ending == Ending::done) {
    const std::int32_t tried = result.results->card.replications;
    stop = enough(until, *result.results, study.replications);
    if (stop || tried >= until.most) break;
    const std::int32_t next = next_try(until, *result.results, tried);
    log()->info("{} replications are not enough for a standard error of {}; going on to {}", tried,
                core::shortest(until.mcse), next);
    Round round(study.with(next), run);
    round.require_data();
    result = round.complete();
  }
  if (!result.results || result.ending != Ending::done) return result;
  const std::string sentence = text(until, stop);
  log()->info("{}", sentence);
  run.facts["until"] = sentence;
  run.interim = false;
  return Round(study.with(stop.value_or(until.most)), run).complete();
}

/// The command line of this process, its words apart by blanks.
std::string command_text() {
  std::ifstream words("/proc/self/cmdline", std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(words), {}};
  while (!text.empty() && text.back() == '\0') text.pop_back();
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

/// Why the table is not drawn although that is asked for.
void say_not_followed(const RunOptions& options) {
  if (!options.follow || options.follows()) return;
  log()->warn(
      options.shard.count > 1
          ? "--follow draws the table of a whole run, and this is a shard. Progress is as without it."
          : "--follow needs a terminal on standard error, and there is none. Progress comes as lines.");
}

} // namespace

int run_study(const Study& study, const RunOptions& options, Executor& executor) {
  if (options.shard.count > 1) require_divisible(study);
  Run run = begun(study, options, executor);
  require_same_division(run.directory, options.shard);
  std::optional<RunLock> lock;
  lock_stored(run, lock);
  if (!options.replace) require_same_name(run.directory, study.study);
  auto round = std::make_unique<Round>(study, run);
  if (!round->store().conflicts().empty()) {
    log()->error("{}", conflict_sentence(round->store().conflicts(), run.directory.path.string()));
    return 3;
  }
  if (imports_base(*round, run, lock)) {
    round = std::make_unique<Round>(study, run);
    if (lock) lock->say_begun(); // what is imported was not computed
  }
  say_older_cells(run.directory);
  round->say_plan();
  for (const std::string& note : study.notes) log()->info("{}", note);
  for (const StudyObjection& warning : study.warnings) log()->warn("{}", warning.sentence);
  round->require_data();
  round->require_bearable();
  make_and_lock(run, lock);
  say_not_followed(options);
  const InterruptWatch watch;
  run.interim = study.until.has_value();
  RunResult result = round->complete();
  if (round->store().cells_without_facts() > 0) result = complete_facts(study, std::move(result), run);
  if (study.until) result = go_on_until(*study.until, study, std::move(result), run);
  say_result(result, study.layout, run);
  return exit_code(result, options);
}

int run_on(Executor& executor, const RunOptions& options) {
  const Study study = study_of(options);
  if (options.dry_run) {
    fmt::print("{}", listing(study.plan));
    return 0;
  }
  RunOptions given = options;
  given.command = command_text();
  return run_study(study, given, executor);
}

int run(const RunOptions& options) {
  const CellLimits& limits = options.cell_limits;
  core::require(
      options.isolate || (limits.seconds == 0 && limits.bytes == 0),
      "--cell-timeout and --cell-memory need --isolate process (a thread cannot be ended alone) add it, or "
      "leave them out");
  const int count = options.threads > 0 ? options.threads : default_threads();
  if (options.isolate) {
    Processes processes(count, limits);
    return run_on(processes, options);
  }
  Threads threads(count);
  return run_on(threads, options);
}

} // namespace experiments
