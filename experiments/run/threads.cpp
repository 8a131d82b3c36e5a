#include "experiments/run/threads.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <latch>
#include <mutex>
#include <system_error>
#include <thread>

#include "experiments/catalog/shared_work.hpp"
#include "experiments/run/compute.hpp"
#include "results/store/file.hpp"

namespace experiments {

namespace {

/// Throws OutOfResources where the system has not so many threads for us: OpenMP would end the process.
void require_threads(int count) {
  std::latch tried(1);
  std::vector<std::jthread> threads;
  try {
    for (int i = 1; i < count; ++i) threads.emplace_back([&tried] { tried.wait(); });
    tried.count_down();
  } catch (const std::system_error& error) {
    tried.count_down();
    throw results::OutOfResources(
        fmt::format("{} threads cannot be started ({}) {}, or name fewer --threads, and run "
                    "the same command again; nothing stored is lost",
                    count, error.code().message(), results::remedy(error.code().value())));
  }
}

} // namespace

void schedule(const std::vector<Group>& groups, int threads, const std::function<void(const Group&)>& work,
              const std::function<bool(const Group& next)>& stop) {
  std::atomic<std::size_t> next = 0, over = 0;
  in_parallel(static_cast<std::size_t>(threads), threads, [&](std::size_t) {
    for (std::size_t i = next++; i < groups.size(); i = next++) {
      if (!stop(groups[i])) work(groups[i]);
      ++over;
    }
    work_until([&] { return over == groups.size(); });
  });
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

void Threads::execute(const Computation& computation) {
  require_threads(count_);
  std::mutex mutex;
  std::exception_ptr failure;
  std::atomic<bool> broken = false;
  const auto work = [&](const Group& group) {
    try {
      compute(
          computation.plan, group, [&](const results::Record& record) { computation.finish(record); },
          [&](const Cell& next) { return broken || computation.stop(next); });
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      broken = true;
    }
  };
  schedule(computation.groups, count_, work,
           [&](const Group& group) { return broken || std::ranges::all_of(group.cells, computation.stop); });
  if (failure) std::rethrow_exception(failure);
}

} // namespace experiments
