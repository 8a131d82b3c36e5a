#pragma once
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace experiments {

/// What is to be done again and again while a run goes on.
struct Duty {
  std::function<void()> act;
  std::chrono::duration<double> every;
};

/// Commits while a run goes on: syncs the journal and publishes results.h5, each from a thread of its own, so
/// that a snapshot that takes long holds up no sync. An exception of either ends both, is announced by
/// `broken` and kept for the run to find. The destructor stops the threads and does not publish once more.
class Publisher {
 public:
  Publisher(Duty sync, Duty publish, std::function<void()> broken);
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  /// What went wrong, if anything did: empty while all is well.
  std::exception_ptr failure() const;

 private:
  void watch(const std::stop_token& stop, const Duty& duty);
  bool act(const Duty& duty);

  Duty sync_, publish_;
  std::function<void()> broken_;
  mutable std::mutex mutex_;
  std::condition_variable_any woken_;
  std::exception_ptr failure_;
  std::jthread syncing_, publishing_; // joined before anything above goes
};

/// The duties of a Publisher for an executor that forks, and so cannot have other threads beside it: a child
/// has no threads but inherits the locks that they hold. Does on call whatever is due; the journal is synced
/// before a snapshot, during which nothing is added to it.
class Rounds {
 public:
  Rounds(Duty sync, Duty publish);
  void make();

 private:
  using Clock = std::chrono::steady_clock;

  Duty sync_, publish_;
  Clock::time_point synced_ = Clock::now(), published_ = synced_;
};

} // namespace experiments
