#include "experiments/compute_missing.hpp"

#include <atomic>
#include <exception>
#include <mutex>

#include "experiments/compute_group.hpp"
#include "experiments/interrupt.hpp"
#include "experiments/publisher.hpp"
#include "experiments/schedule.hpp"
#include "results/storage_error.hpp"

namespace experiments {
namespace {

std::int64_t cells_of(const std::vector<Group>& groups) {
  std::int64_t cells = 0;
  for (const Group& group : groups) cells += static_cast<std::int64_t>(group.cells.size());
  return cells;
}

/// What the worker threads share: where records go, and the first failure to put them there.
class Work {
 public:
  Work(const Task& task, results::Journal& journal, Ledger& ledger)
      : task_(task),
        journal_(journal),
        ledger_(ledger),
        progress_(task.progress, cells_of(task.groups), expected_seconds(task.groups)) {}

  bool stopped() const { return broken_ || InterruptWatch::signal() != 0; }

  void run(const Group& group) noexcept {
    std::int64_t failed = 0;
    try {
      compute(
          task_.plan, group, [&](const results::Record& record) { failed += store(record); },
          [this] { return stopped(); });
    } catch (...) {
      fail(std::current_exception());
    }
    progress_.advance(static_cast<std::int64_t>(group.cells.size()), group.expected, failed);
  }

  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    broken_ = true;
  }

  /// Rethrows a failure that is not a full store.
  Ending ending() const {
    Ending out{InterruptWatch::signal()};
    try {
      if (failure_) std::rethrow_exception(failure_);
    } catch (const results::StoreFull& error) {
      out.store_full = error.what();
    }
    return out;
  }

 private:
  /// 1 for a failed cell.
  std::int64_t store(const results::Record& record) {
    journal_.append(record);
    ledger_.enter(record);
    return record.outcome == results::Outcome::failed ? 1 : 0;
  }

  const Task& task_;
  results::Journal& journal_;
  Ledger& ledger_;
  Progress progress_;
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::atomic<bool> broken_ = false;
};

} // namespace

double expected_seconds(const std::vector<Group>& groups) {
  double sum = 0;
  for (const Group& group : groups) sum += group.expected;
  return sum;
}

Ending compute_missing(const Task& task, results::Journal& journal, Ledger& ledger,
                       const Publication& publication) {
  Work work(task, journal, ledger);
  {
    Publisher publisher([&] { journal.sync(); }, [&] { publication.publish(ledger); });
    schedule(
        task.groups, task.threads, [&](const Group& group) { work.run(group); },
        [&] { return work.stopped(); });
    if (const auto failure = publisher.failure()) work.fail(failure);
  }
  const Ending ending = work.ending();
  if (ending.store_full.empty()) journal.sync();
  return ending;
}

} // namespace experiments
