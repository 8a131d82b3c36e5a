#include "experiments/run/compute_missing.hpp"

#include <atomic>
#include <exception>
#include <map>

#include "experiments/run/interrupt.hpp"
#include "experiments/run/periodic_task.hpp"
#include "results/store/file.hpp"

namespace experiments {
namespace {

using Clock = std::chrono::steady_clock;

/// What all that compute have in common: where records go, and why to stop. Safe for many threads.
class Work {
 public:
  Work(const Task& task, const Books& books)
      : task_(task),
        books_(books),
        predictor_(task.groups, books.times, task.executor.workers()),
        progress_(task.progress, cells_by_setting(task.groups, task.plan.settings.size()), books.times,
                  task.executor.workers()) {
    for (std::size_t s = 0; s < task.plan.keys.size(); ++s) setting_[task.plan.keys[s]] = s;
  }

  bool stops_before(const Cell& next) {
    if (broken_ || late_ || InterruptWatch::signal() != 0 || too_many_failures()) return true;
    if (!task_.limits.deadline) return false;
    const std::chrono::duration<double> needed(books_.times.of(static_cast<std::size_t>(next.setting)).mean);
    if (Clock::now() + std::chrono::duration_cast<Clock::duration>(needed) > *task_.limits.deadline)
      late_ = true;
    return late_;
  }

  void store(const results::Record& record) { books_.journal.append(record); }

  void count(const results::Record& record) {
    books_.ledger.enter(record);
    const bool failed = record.outcome == results::Outcome::failed;
    failures_ += failed ? 1 : 0;
    const std::size_t setting = setting_.at(record.key.setting);
    if (!failed) books_.times.enter(setting, record.seconds);
    predictor_.advance(setting);
    progress_.advance(setting, failed);
  }

  void give_up() { broken_ = true; }

  Ending ending() const {
    const std::chrono::duration<double> elapsed = Clock::now() - start_;
    return {cause(), InterruptWatch::signal(), "", predictor_.said(), elapsed.count()};
  }

 private:
  Ending::Cause cause() const {
    if (InterruptWatch::signal() != 0) return Ending::Cause::signal;
    if (too_many_failures()) return Ending::Cause::failures;
    return late_ ? Ending::Cause::deadline : Ending::Cause::done;
  }

  bool too_many_failures() const { return task_.limits.failures > 0 && failures_ >= task_.limits.failures; }

  const Task& task_;
  const Books& books_;
  Predictor predictor_;
  Progress progress_;
  std::map<std::string, std::size_t> setting_;
  std::atomic<std::int64_t> failures_ = 0;
  std::atomic<bool> broken_ = false, late_ = false;
  Clock::time_point start_ = Clock::now();
};

constexpr auto sync_interval = std::chrono::seconds(1); // what a power loss may cost

Orders orders(const Task& task, Work& work) {
  return {task.plan,
          task.groups,
          task.directory,
          [&work](const Cell& next) { return work.stops_before(next); },
          [&work](const results::Record& record) { work.store(record); },
          [&work](const results::Record& record) { work.count(record); }};
}

void execute(const Task& task, const Books& books, Work& work) {
  const Duty sync{[&] { books.journal.sync(); }, sync_interval};
  Orders given = orders(task, work);
  if (task.executor.forks()) {
    Rounds rounds(sync, books.publish);
    given.make_rounds = [&rounds] { rounds.make(); };
    task.executor.execute(given);
    return;
  }
  Publisher publisher(sync, books.publish, [&] { work.give_up(); });
  task.executor.execute(given);
  if (const auto failure = publisher.failure()) std::rethrow_exception(failure);
}

} // namespace

Ending compute_missing(const Task& task, const Books& books) {
  Work work(task, books);
  try {
    execute(task, books, work);
    books.journal.sync();
  } catch (const results::StoreFull& error) {
    Ending ending = work.ending();
    ending.cause = Ending::Cause::store_full;
    ending.store_full = error.what();
    return ending;
  }
  return work.ending();
}

} // namespace experiments
