#include "experiments/catalog/shared_work.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <future>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace experiments {
namespace {

/// Work that a thread has shared out and now carries out with others. What changes is behind Shared::mutex.
struct Batch {
  const std::function<void(std::size_t)>& work;
  const std::size_t count;
  const Batch* const within; ///< whose piece shared this one out; nullptr: none's
  std::size_t begun = 0, done = 0;
  double by_others = 0; ///< seconds
  std::exception_ptr failure = nullptr;

  bool is_of(const Batch* other) const {
    const Batch* at = this;
    while (at != nullptr && at != other) at = at->within;
    return at == other;
  }
};

/// All batches of the process with pieces left.
struct Shared {
  std::mutex mutex;
  std::condition_variable changed; ///< a batch was shared out, or its last piece done
  std::vector<Batch*> open;
};

Shared& shared() {
  static Shared all;
  return all;
}

thread_local const Batch* piece_of = nullptr; // what this thread carries out now
thread_local double owed = 0;                 // seconds others did of its work, less what it did of theirs

using Lock = std::unique_lock<std::mutex>;

/// Carries out the next piece of a batch that has one left, without the lock.
void carry_out(Batch& batch, bool is_own, Lock& lock) {
  Shared& all = shared();
  const std::size_t piece = batch.begun++;
  if (batch.begun == batch.count) std::erase(all.open, &batch);
  lock.unlock();
  const double start = seconds_of_own_work();
  const Batch* const before = std::exchange(piece_of, &batch);
  std::exception_ptr failure;
  try {
    batch.work(piece);
  } catch (...) {
    failure = std::current_exception();
  }
  piece_of = before;
  const double taken = is_own ? 0 : seconds_of_own_work() - start;
  owed -= taken;
  lock.lock();
  batch.by_others += taken;
  if (failure && !batch.failure) batch.failure = failure;
  if (++batch.done == batch.count) all.changed.notify_all(); // its owner may now forget it
}

/// A batch with pieces left that was shared out within another, or of all; the oldest.
Batch* open_batch(const Batch* within) {
  const auto& open = shared().open;
  const auto found =
      std::find_if(open.begin(), open.end(), [within](const Batch* batch) { return batch->is_of(within); });
  return found == open.end() ? nullptr : *found;
}

} // namespace

void share_out(std::size_t count, const std::function<void(std::size_t)>& work) {
  if (count == 0) return;
  Shared& all = shared();
  Batch batch{work, count, piece_of};
  Lock lock(all.mutex);
  all.open.push_back(&batch);
  all.changed.notify_all();
  while (batch.begun < count) carry_out(batch, true, lock);
  while (batch.done < count) {
    if (Batch* const part = open_batch(&batch))
      carry_out(*part, false, lock);
    else
      all.changed.wait(lock);
  }
  lock.unlock();
  owed += batch.by_others;
  if (batch.failure) std::rethrow_exception(batch.failure);
}

void work_until(const std::function<bool()>& is_over) {
  Shared& all = shared();
  Lock lock(all.mutex);
  while (!is_over()) {
    if (Batch* const batch = open_batch(nullptr))
      carry_out(*batch, false, lock);
    else
      all.changed.wait_for(lock, std::chrono::milliseconds(5));
  }
}

double seconds_of_own_work() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) + owed;
}

void add_to_own_work(double seconds) {
  owed += seconds;
}

core::Tuned found_once(const std::string& name, const std::function<core::Tuned()>& find) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_future<core::Tuned>> known;
  std::packaged_task<core::Tuned()> task(find);
  std::shared_future<core::Tuned> answer;
  bool first = false;
  {
    const std::lock_guard lock(mutex);
    first = !known.contains(name);
    if (first) known[name] = task.get_future().share();
    answer = known[name];
  }
  if (first) task();
  work_until([&answer] { return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
  return answer.get();
}

} // namespace experiments
