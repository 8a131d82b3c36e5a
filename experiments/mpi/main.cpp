#include <fmt/format.h>
#include <mpi.h>

#include "core/contract.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/mpi/ranks.hpp"

// marginlab-mpi: the program under mpirun. Rank 0 is marginlab, whose `run` has the other ranks compute.
namespace {

int run(experiments::Executor& ranks, const experiments::RunOptions& options) {
  core::require(ranks.workers() > 0,
                "one rank alone has nobody to compute for it (rank 0 hands the cells out) "
                "start more: mpirun -n 3 marginlab-mpi run ...");
  core::require(
      !options.isolate && options.threads == 0 && options.shard.count == 1,
      "--isolate, --threads and --shard have no meaning under MPI (every rank computes on one thread, "
      "and rank 0 deals the cells out) leave them out");
  return experiments::run_on(ranks, options);
}

int rank_0(int argc, char** argv) {
  experiments::mpi::Ranks ranks;
  return experiments::program(
      argc, argv, [&ranks](const experiments::RunOptions& options) { return run(ranks, options); });
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int code = 0;
  if (experiments::mpi::own_rank() == 0)
    code = rank_0(argc, argv);
  else
    experiments::mpi::worker_loop();
  MPI_Finalize();
  return code;
}
