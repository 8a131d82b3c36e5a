#include "experiments/run/periodic_task.hpp"

#include <utility>

namespace experiments {

Publisher::Publisher(Duty sync, Duty publish, std::function<void()> broken)
    : sync_(std::move(sync)),
      publish_(std::move(publish)),
      broken_(std::move(broken)),
      syncing_([this](const std::stop_token& stop) { watch(stop, sync_); }),
      publishing_([this](const std::stop_token& stop) { watch(stop, publish_); }) {}

std::exception_ptr Publisher::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void Publisher::watch(const std::stop_token& stop, const Duty& duty) {
  const auto pause = std::chrono::duration_cast<std::chrono::nanoseconds>(duty.every);
  while (true) {
    {
      std::unique_lock lock(mutex_);
      woken_.wait_for(lock, stop, pause, [this] { return failure_ != nullptr; });
      if (stop.stop_requested() || failure_) return;
    }
    if (!act(duty)) return;
  }
}

bool Publisher::act(const Duty& duty) {
  try {
    duty.act();
    return true;
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
  woken_.notify_all();
  broken_();
  return false;
}

Rounds::Rounds(Duty sync, Duty publish) : sync_(std::move(sync)), publish_(std::move(publish)) {}

void Rounds::make() {
  const auto now = Clock::now();
  const bool publishes = now - published_ >= publish_.every;
  if (publishes || now - synced_ >= sync_.every) {
    sync_.act();
    synced_ = now;
  }
  if (!publishes) return;
  publish_.act();
  published_ = Clock::now();
}

} // namespace experiments
