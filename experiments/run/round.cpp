#include "experiments/run/round.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <mutex>

#include "experiments/run/answers.hpp"
#include "experiments/run/estimate.hpp"
#include "experiments/run/progress.hpp"
#include "experiments/system/interrupt.hpp"
#include "experiments/system/periodic_task.hpp"
#include "experiments/terminal/durations.hpp"
#include "experiments/terminal/live_table.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/results_file.hpp"

namespace experiments {
namespace {

using Clock = std::chrono::steady_clock;
using Ending = RunResult::Ending;

constexpr auto sync_interval = std::chrono::seconds(1);         // what a power loss may cost
constexpr auto budget_interval = std::chrono::milliseconds(50); // at the time budget
constexpr auto drawing_interval = std::chrono::milliseconds(200);
constexpr auto grace = std::chrono::milliseconds(500); // for cells that are just being finished

/// Seconds of processor time by which a cell of a setting is likely done; 0 where none was timed, because
/// what other settings take says nothing about it.
double upper_time(const CellTime& time) {
  return time.timings == 1 ? 1.5 * time.mean : time.mean + 2 * time.sd;
}

ProgressStyle style_of(const RunOptions& options) {
  return options.quiet || options.follows() ? ProgressStyle::silent : progress_style_of_stderr();
}

/// What all that compute have in common: where records go, and why to stop. Safe for many threads.
class RoundWork {
 public:
  RoundWork(const Run& run, const Plan& plan, const std::vector<Group>& groups, RunStore& store)
      : run_(run),
        plan_(plan),
        groups_(groups),
        store_(store),
        predictor_(groups, store.times(), run.executor.workers()),
        progress_(style_of(run.options), cells_by_setting(groups, plan.settings.size()), store.times(),
                  run.executor.workers()) {
    if (run.options.follows())
      table_.emplace([this] { return store_.results(); }, [this] { return progress_.text(); },
                     [] { return InterruptWatch::signal() != 0; });
  }

  /// Has the executor compute the groups, every finished cell into the journal and then the columns;
  /// meanwhile the journal is synced every second and a snapshot made as often as asked.
  void execute(const std::function<void()>& snapshot) {
    execute_beside(snapshot);
    if (table_) table_->finish();
    store_.sync();
  }

  RunResult result() const {
    RunResult out;
    out.ending = ending();
    out.signal = InterruptWatch::signal();
    out.predicted = predictor_.said();
    out.wall_seconds = seconds_since(start_);
    return out;
  }

 private:
  void execute_beside(const std::function<void()>& snapshot) {
    PeriodicTasks tasks(
        {{[&] { mind_deadline(snapshot); }, budget_interval},
         {[this] { store_.sync(); }, sync_interval},
         {[&] { commit(snapshot); }, std::chrono::duration<double>(run_.options.snapshot_every)},
         {[this] { draw_table(); }, drawing_interval}});
    Computation computation{plan_,
                            groups_,
                            run_.directory,
                            [this](const Cell& next) { return stops_before(next); },
                            [this](const results::Record& record) { store_.append(record); },
                            [this](const results::Record& record) { count(record); }};
    if (run_.executor.forks()) {
      computation.poll = [&tasks] { tasks.poll(); };
      computation.gives_up = [this] { return is_over(); };
    } else {
      tasks.start([this] { broken_ = true; });
    }
    run_.executor.execute(computation);
    is_done_ = true;
    if (const auto failure = tasks.failure()) std::rethrow_exception(failure);
  }

  /// A cell is judged by its own setting: one that would end too late is left out, and others may begin.
  bool stops_before(const Cell& next) {
    if (broken_ || InterruptWatch::signal() != 0 || too_many_failures()) return true;
    if (!run_.deadline) return false;
    const CellTime time = store_.times().of(static_cast<std::size_t>(next.setting));
    const std::chrono::duration<double> needed(time.timings == 0 ? 0 : upper_time(time));
    const bool is_late = Clock::now() + std::chrono::duration_cast<Clock::duration>(needed) > *run_.deadline;
    if (is_late) late_ = true;
    return is_late;
  }

  bool is_over() {
    if (!run_.deadline || Clock::now() < std::max(*run_.deadline, start_) + grace) return false;
    late_ = true;
    return true;
  }

  void draw_table() {
    if (table_ && !is_done_) table_->draw();
  }

  void commit(const std::function<void()>& snapshot) {
    const std::lock_guard lock(committing_);
    snapshot();
  }

  /// Cells that run over are given up: processes are ended by their executor, and a process that computes on
  /// threads of its own, none of which can be ended alone, ends as a whole once all that is finished is
  /// stored.
  void mind_deadline(const std::function<void()>& snapshot) {
    if (run_.executor.forks() || !is_over() || is_done_) return;
    if (run_.executor.can_be_left()) {
      const std::lock_guard lock(committing_);
      store_.sync();
      snapshot();
      const results::Counts counts = store_.counts();
      log()->warn(
          "the time budget is used up, and cells that still ran are given up ({} ok, {} not converged, {} "
          "failed "
          "are stored): repeat the command, with a longer budget if they are given up again",
          thousands(counts.ok), thousands(counts.not_converged), thousands(counts.failed));
      log()->flush();
      std::_Exit(75);
    }
    if (!is_said_.exchange(true))
      log()->warn("the time budget is used up: the run ends once the cells that still run are finished");
  }

  void count(const results::Record& record) {
    const std::size_t setting = store_.count(record);
    const bool failed = record.outcome == results::Outcome::failed;
    failures_ += failed ? 1 : 0;
    predictor_.advance(setting);
    progress_.advance(setting, failed);
  }

  Ending ending() const {
    if (InterruptWatch::signal() != 0) return Ending::signal;
    if (too_many_failures()) return Ending::failures;
    return late_ ? Ending::deadline : Ending::done;
  }

  bool too_many_failures() const {
    return run_.options.max_failures > 0 && failures_ >= run_.options.max_failures;
  }

  const Run& run_;
  const Plan& plan_;
  const std::vector<Group>& groups_;
  RunStore& store_;
  Predictor predictor_;
  Progress progress_;
  std::optional<LiveTable> table_{};
  std::atomic<std::int64_t> failures_ = 0;
  std::atomic<bool> broken_ = false, late_ = false, is_done_ = false;
  std::atomic<bool> is_said_ = false; // that the budget is used up
  std::mutex committing_;
  Clock::time_point start_ = Clock::now();
};

/// Dealing out is for shards: it looks at every cell of the plan, also at those that are finished.
std::vector<Group> left(const Plan& plan, const Shard& shard, const Finished& finished) {
  return shard.count == 1 ? missing(plan, finished) : unfinished(of_shard(plan, shard), finished);
}

} // namespace

Round::Round(Study study, const Run& run)
    : run_(run),
      study_(std::move(study)),
      store_(study_.plan, run.directory),
      groups_(pilots_first(left(study_.plan, run.options.shard, store_.finished()), store_.times())) {}

std::int64_t Round::cells_left() const {
  std::int64_t cells = 0;
  for (const Group& group : groups_) cells += static_cast<std::int64_t>(group.cells.size());
  return cells;
}

void Round::say_plan() const {
  const int workers = run_.executor.workers();
  const Shard& shard = run_.options.shard;
  log()->info("{}: {}", study_.study, study_.arithmetic);
  if (shard.count > 1) log()->info("shard {} of {}", shard.index, shard.count);
  log()->info("{} already stored, {} to compute{}", thousands(store_.cells()), thousands(cells_left()),
              groups_.empty()
                  ? ""
                  : fmt::format(", {} on {} thread(s)",
                                range_text(wall_time(store_.times().all(), groups_, workers)), workers));
  for (const std::string& warning : store_.warnings()) log()->warn("{}", warning);
}

void Round::require_bearable() const {
  if (!run_.options.force && store_.cells() == 0)
    experiments::require_bearable(store_.times(), groups_, run_.executor.workers());
}

RunResult Round::complete() {
  const results::StoredStudy stored = to_be_stored(study_);
  const bool is_shard = run_.options.shard.count > 1;
  RunResult out;
  if (!is_shard) {
    load(stored.card);
    out.contradictions = store_.contradictions();
    out.ending = out.contradictions.empty() ? Ending::done : Ending::contradiction;
    out.counts = store_.counts();
    if (out.ending == Ending::contradiction) return out;
  }
  if (!run_.has_card) results::write_study(run_.directory, stored);
  if (is_shard) return complete_shard();
  store_.restore();
  if (groups_.empty() && !run_.interim) out.results = store_.current_results();
  if (!out.results) out = complete_whole();
  // Another program has removed the directory while this run was on.
  if (!std::filesystem::exists(run_.directory.study())) results::write_study(run_.directory, stored);
  if (out.results) out.counts = store_.counts();
  out.missing = static_cast<std::int64_t>(study_.plan.cells()) - out.counts.finished();
  if (store_.cells_without_facts() > 0)
    out.missing += RunStore(study_.plan, run_.directory).cells_without_facts();
  return out;
}

/// What is left is asked of the disk, once all is stored: a shard that has lost cells has not come to its
/// end.
RunResult Round::complete_shard() {
  RunResult out;
  if (!groups_.empty()) out = compute([] {});
  out.counts = store_.counts();
  out.missing = cells_left_now() - out.counts.failed;
  return out;
}

std::int64_t Round::cells_left_now() const {
  const RunStore now(study_.plan, run_.directory);
  std::int64_t cells = 0;
  for (const Group& group : left(study_.plan, run_.options.shard, now.finished()))
    cells += static_cast<std::int64_t>(group.cells.size());
  return cells;
}

void Round::load(const results::StudyCard& card) {
  results::RunFacts facts;
  facts.threads = run_.executor.workers();
  facts.command = run_.options.command;
  facts.config_yaml = study_.config_yaml;
  facts.resolved_json = study_.resolved_json;
  facts.more = run_.facts;
  store_.load(card, facts);
}

RunResult Round::complete_whole() {
  RunResult out;
  const bool computes = !groups_.empty();
  if (computes) out = compute([this] { store_.snapshot(); });
  std::vector<Group>().swap(groups_); // of a million cells as much memory as all their numbers
  out.counts = store_.counts();
  if (out.ending == Ending::store_full) return out;
  if (run_.interim && out.ending == Ending::done) {
    out.results = store_.results();
    return out;
  }
  if (computes) store_.tell("took", duration_text(out.wall_seconds));
  if (out.predicted)
    store_.tell("predicted", fmt::format("{} (said after {} cells)", range_text(out.predicted->wall),
                                         out.predicted->cells));
  store_.snapshot();
  out.results = results::read_results(run_.directory.results()); // nothing is reported that was not stored
  return out;
}

/// A signal (while an InterruptWatch lives), a limit or a full store ends it early and is told; any other
/// failure is rethrown once nothing computes any more.
RunResult Round::compute(const std::function<void()>& snapshot) {
  store_.open(run_.options.shard.part());
  RoundWork work(run_, study_.plan, groups_, store_);
  std::string full;
  try {
    work.execute(snapshot);
  } catch (const results::OutOfResources& error) {
    full = error.what();
  }
  RunResult out = work.result();
  if (!full.empty()) {
    out.ending = Ending::store_full;
    out.store_full = full;
  }
  store_.close();
  return out;
}

} // namespace experiments
