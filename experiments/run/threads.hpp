#pragma once
#include <functional>

#include "experiments/plan/plan.hpp"
#include "experiments/run/executor.hpp"

namespace experiments {

/// Runs work(group) for every group on this many threads, in the order given, each group on one thread; a
/// thread that finds none left helps the others with what these share out. Before a group begins stop(next)
/// is asked, and where it says yes the group is passed over. Neither may throw.
void schedule(const std::vector<Group>& groups, int threads, const std::function<void(const Group&)>& work,
              const std::function<bool(const Group& next)>& stop);

/// work(0) .. work(count - 1) on this many threads. Throws what the first failure threw, once all have ended.
void in_parallel(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

/// The number of threads to use where none is asked for: the processors this process may run on.
int default_threads();

/// Each group on one of so many threads of this process.
class Threads final : public Executor {
 public:
  explicit Threads(int count) : count_(count) {}
  void execute(const Computation& computation) override;
  bool can_be_left() const override { return true; }
  int workers() const override { return count_; }

 private:
  int count_;
};

} // namespace experiments
