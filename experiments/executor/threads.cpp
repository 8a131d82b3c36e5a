#include "experiments/executor/threads.hpp"

#include <atomic>
#include <exception>
#include <mutex>

#include "experiments/compute_group.hpp"
#include "experiments/schedule.hpp"

namespace experiments {

void Threads::execute(const Orders& orders) {
  std::mutex mutex;
  std::exception_ptr failure;
  std::atomic<bool> broken = false;
  const auto work = [&](const Group& group) {
    try {
      compute(
          orders.plan, group, [&](const results::Record& record) { orders.finish(record); },
          [&](const Cell& next) { return broken || orders.stop(next); });
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      broken = true;
    }
  };
  schedule(orders.groups, count_, work,
           [&](const Group& group) { return broken || orders.stop(group.cells.front()); });
  if (failure) std::rethrow_exception(failure);
}

} // namespace experiments
