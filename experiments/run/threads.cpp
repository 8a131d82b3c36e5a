#include "experiments/run/threads.hpp"

#include <omp.h>

#include <atomic>
#include <exception>
#include <mutex>

#include "experiments/run/compute.hpp"

namespace experiments {

void schedule(const std::vector<Group>& groups, int threads, const std::function<void(const Group&)>& work,
              const std::function<bool(const Group& next)>& stop) {
  const auto count = static_cast<std::int64_t>(groups.size());
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (std::int64_t i = 0; i < count; ++i) {
    const Group& group = groups[static_cast<std::size_t>(i)];
    if (!stop(group)) work(group);
  }
}

void in_parallel(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
  std::mutex mutex;
  std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (std::size_t i = 0; i < count; ++i) {
    try {
      work(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

int default_threads() {
  return omp_get_num_procs();
}

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
