#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "experiments/plan/plan.hpp"
#include "results/record/record.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {

/// What is to be computed, and whom to tell. The functions are safe from many threads.
struct Computation {
  const Plan& plan;
  const std::vector<Group>& groups; ///< to be begun in this order
  results::RunDirectory directory;  ///< where executors on other machines keep journals of their own
  /// Asked before each cell: whether it is not to begin. Others may.
  std::function<bool(const Cell& next)> stop;
  /// Puts a finished cell where it survives SIGKILL.
  std::function<void(const results::Record&)> store;
  /// Hears of a finished cell that is stored.
  std::function<void(const results::Record&)> count;
  /// For an executor that forks, to be called every now and then: no other thread commits for it.
  std::function<void()> poll{};
  /// Asked by an executor that forks: whether what still runs is to be ended unfinished.
  std::function<bool()> gives_up = [] { return false; };

  void finish(const results::Record& record) const {
    store(record);
    count(record);
  }
};

/// Where groups of cells are computed: on threads, in processes of their own, on the ranks of an MPI job. The
/// same cells give the same records everywhere.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Returns once all groups are done or stop() has been heeded everywhere. An exception of `store` or
  /// `count` ends it early and is rethrown when nothing computes any more.
  virtual void execute(const Computation& computation) = 0;

  /// Whether it forks while it computes: then this process must have no other threads.
  virtual bool forks() const { return false; }

  /// Whether the process may end while it computes, with no more lost than the cells that run.
  virtual bool can_be_left() const { return false; }

  /// How many groups it computes at a time.
  virtual int workers() const = 0;
};

/// What a cell may use before its process is ended; 0: no limit.
struct CellLimits {
  double seconds = 0;      ///< of wall time, and a second more of processor time
  std::uint64_t bytes = 0; ///< of address space of the process
};

} // namespace experiments
