#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace experiments {

/// Commits while a run goes on, from a thread of its own: `sync` every second, `publish` every half minute.
/// An exception of either ends the watch, is announced by `broken` and kept for the run to find.
class Publisher {
 public:
  Publisher(std::function<void()> sync, std::function<void()> publish, std::function<void()> broken);

  /// Stops the thread; does not publish once more.
  ~Publisher();
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  /// What went wrong, if anything did: empty while all is well.
  std::exception_ptr failure() const;

 private:
  void watch();

  std::function<void()> sync_, publish_, broken_;
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

} // namespace experiments
