#include "experiments/system/periodic_task.hpp"

#include <utility>

namespace experiments {

PeriodicTasks::PeriodicTasks(std::vector<PeriodicTask> tasks)
    : tasks_(std::move(tasks)), done_(tasks_.size(), Clock::now()) {}

void PeriodicTasks::start(std::function<void()> broken) {
  broken_ = std::move(broken);
  for (const PeriodicTask& task : tasks_)
    threads_.emplace_back([this, &task](const std::stop_token& stop) { repeat(stop, task); });
}

std::exception_ptr PeriodicTasks::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void PeriodicTasks::repeat(const std::stop_token& stop, const PeriodicTask& task) {
  const auto pause = std::chrono::duration_cast<std::chrono::nanoseconds>(task.every);
  while (true) {
    {
      std::unique_lock lock(mutex_);
      woken_.wait_for(lock, stop, pause, [this] { return failure_ != nullptr; });
      if (stop.stop_requested() || failure_) return;
    }
    if (!act(task)) return;
  }
}

bool PeriodicTasks::act(const PeriodicTask& task) {
  try {
    task.act();
    return true;
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
  woken_.notify_all();
  broken_();
  return false;
}

void PeriodicTasks::poll() {
  const auto now = Clock::now();
  std::size_t due = 0;
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    if (now - done_[i] >= tasks_[i].every) due = i + 1;
  for (std::size_t i = 0; i < due; ++i) {
    tasks_[i].act();
    done_[i] = Clock::now();
  }
}

} // namespace experiments
