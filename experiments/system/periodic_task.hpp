#pragma once
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace experiments {

/// What is to be done again and again while a run goes on.
struct PeriodicTask {
  std::function<void()> act;
  std::chrono::duration<double> every;
};

/// Does periodic tasks: each from a thread of its own, so that a snapshot that takes long holds up no sync,
/// or on call, for an executor that forks and so cannot have other threads beside it (a child has no threads
/// but inherits the locks that they hold). The destructor stops the threads and does no task once more.
class PeriodicTasks {
 public:
  explicit PeriodicTasks(std::vector<PeriodicTask> tasks);
  PeriodicTasks(const PeriodicTasks&) = delete;
  PeriodicTasks& operator=(const PeriodicTasks&) = delete;

  /// Starts the threads. An exception of one task ends all, is announced by `broken` and kept.
  void start(std::function<void()> broken);

  /// What went wrong, if anything did: empty while all is well.
  std::exception_ptr failure() const;

  /// Does whatever is due, and before a task that is due those listed before it: the journal is synced before
  /// a snapshot. Throws what a task throws.
  void poll();

 private:
  using Clock = std::chrono::steady_clock;

  void repeat(const std::stop_token& stop, const PeriodicTask& task);
  bool act(const PeriodicTask& task);

  std::vector<PeriodicTask> tasks_;
  std::vector<Clock::time_point> done_; // when poll last did each
  std::function<void()> broken_;
  mutable std::mutex mutex_;
  std::condition_variable_any woken_;
  std::exception_ptr failure_;
  std::vector<std::jthread> threads_; // joined before anything above goes
};

} // namespace experiments
