#include "experiments/executor/processes.hpp"

#include <poll.h>

#include <chrono>
#include <deque>
#include <list>

#include "experiments/executor/worker.hpp"

namespace experiments {
namespace {

constexpr int look_interval = 50; // milliseconds between looks at the limits and at stop()

/// The groups that wait and the workers that run.
class Pool {
 public:
  Pool(const Orders& orders, int count, const CellLimits& limits)
      : orders_(orders),
        count_(static_cast<std::size_t>(count)),
        limits_(limits),
        waiting_(orders.groups.begin(), orders.groups.end()) {}

  void run() {
    while (start() || !workers_.empty()) {
      wait();
      if (orders_.make_rounds) orders_.make_rounds();
      workers_.remove_if([this](Worker& worker) { return !attend(worker); });
    }
  }

 private:
  /// Begins what there is room for. Whether any worker runs.
  bool start() {
    while (workers_.size() < count_ && !waiting_.empty()) {
      if (orders_.stop(waiting_.front().cells.front())) {
        waiting_.clear();
        break;
      }
      workers_.emplace_back(orders_.plan, std::move(waiting_.front()), limits_);
      waiting_.pop_front();
    }
    return !workers_.empty();
  }

  void wait() const {
    std::vector<pollfd> ends;
    for (const Worker& worker : workers_) {
      ends.push_back({worker.records_descriptor(), POLLIN, 0});
      ends.push_back({worker.errors_descriptor(), POLLIN, 0});
    }
    ::poll(ends.data(), ends.size(), look_interval);
  }

  /// Hears a worker out; false once it has ended.
  bool attend(Worker& worker) {
    std::vector<results::Record> finished;
    const bool alive = worker.read(finished);
    for (const results::Record& record : finished) orders_.finish(record);
    if (alive) {
      worker.enforce(std::chrono::steady_clock::now());
      if (!worker.left().cells.empty() && orders_.stop(worker.left().cells.front())) worker.stop();
      return true;
    }
    const auto dead = worker.death();
    if (dead) orders_.finish(*dead);
    if (dead && !worker.left().cells.empty()) waiting_.push_front(worker.left());
    return false;
  }

  const Orders& orders_;
  std::size_t count_;
  const CellLimits& limits_;
  std::deque<Group> waiting_;
  std::list<Worker> workers_;
};

} // namespace

void Processes::execute(const Orders& orders) {
  Pool(orders, count_, limits_).run();
}

} // namespace experiments
