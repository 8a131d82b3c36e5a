#include <fmt/format.h>
#include <mpi.h>

#include "core/contract.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/mpi/message.hpp"
#include "experiments/mpi/ranks.hpp"

// marginlab-mpi: the program under mpirun. Rank 0 is marginlab, whose `run` has the other ranks compute.
namespace {

int run(experiments::Executor& ranks, const experiments::RunRequest& request) {
  core::require(ranks.workers() > 0,
                "one rank alone has nobody to compute for it (rank 0 hands the cells out) "
                "start more: mpirun -n 3 marginlab-mpi run ...");
  core::require(
      !request.isolate && request.threads == 0 && request.campaign.shard.count == 1,
      "--isolate, --threads and --shard have no meaning under MPI (every rank computes on one thread, "
      "and rank 0 deals the cells out) leave them out");
  return experiments::run_on(ranks, request);
}

int rank_0(int argc, char** argv) {
  experiments::mpi::Ranks ranks;
  return experiments::program(
      argc, argv, [&ranks](const experiments::RunRequest& request) { return run(ranks, request); });
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int code = 0;
  if (experiments::mpi::own_rank() == 0)
    code = rank_0(argc, argv);
  else
    experiments::mpi::serve();
  MPI_Finalize();
  return code;
}
