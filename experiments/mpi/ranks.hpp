#pragma once
#include "experiments/run/executor.hpp"

namespace experiments::mpi {

/// Rank 0 of an MPI job: hands groups of cells out, one at a time to each of the other ranks, which keep
/// their own journals; computes nothing itself. To be made on rank 0 while the others are in `worker_loop`.
class Ranks final : public Executor {
 public:
  Ranks() = default;
  ~Ranks() override; ///< dismisses the others
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// Throws StoreFull where a rank could store no more, std::runtime_error where one could not go on.
  void execute(const Orders& orders) override;
  int workers() const override;
};

/// What every other rank does: computes what rank 0 hands out, stores it in journal-rank-<r>.jsonl of the run
/// directory, reports it, until it is dismissed.
void worker_loop();

} // namespace experiments::mpi
