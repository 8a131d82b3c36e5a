#include "experiments/publisher.hpp"

#include <chrono>
#include <utility>

namespace experiments {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto sync_interval = std::chrono::seconds(1);
constexpr auto publish_interval = std::chrono::seconds(30);

} // namespace

Publisher::Publisher(std::function<void()> sync, std::function<void()> publish, std::function<void()> broken)
    : sync_(std::move(sync)),
      publish_(std::move(publish)),
      broken_(std::move(broken)),
      thread_([this] { watch(); }) {}

Publisher::~Publisher() {
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

std::exception_ptr Publisher::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void Publisher::watch() {
  auto published = Clock::now();
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, sync_interval, [this] { return end_; })) {
    lock.unlock();
    std::exception_ptr failure;
    try {
      sync_();
      if (Clock::now() - published >= publish_interval) {
        publish_();
        published = Clock::now();
      }
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure) {
      failure_ = failure;
      broken_();
      return;
    }
  }
}

} // namespace experiments
