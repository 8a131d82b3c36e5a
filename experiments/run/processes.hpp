#pragma once
#include "experiments/run/executor.hpp"

namespace experiments {

/// Each group in a forked process, so many at a time. A process that dies - of a signal, for want of memory,
/// because its cell ran too long - costs the cell it was at, which becomes a failed record with the signal
/// and the end of what the process wrote to standard error; the rest of its group is computed by another
/// process. A fork costs about a millisecond a group. Not for use while threads of this process compute.
class Processes final : public Executor {
 public:
  Processes(int count, CellLimits limits) : count_(count), limits_(limits) {}
  void execute(const Computation& computation) override;
  bool forks() const override { return true; }
  int workers() const override { return count_; }

 private:
  int count_;
  CellLimits limits_;
};

} // namespace experiments
