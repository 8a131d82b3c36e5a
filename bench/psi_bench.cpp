#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench/support/weighted_grid.hpp"
#include "core/solver/psi_descent.hpp"

// Microseconds of one thread's CPU per psi fit (core/solver/psi_descent.hpp) over the 60 x 19 grid, the
// support vector machines it starts from included. "live" are the nodes whose f has not one sign on the whole
// sample; their mean is what a d.c. descent costs.
//
//   psi_bench [replications = 20] [n = 100]
namespace {

struct Tally {
  double seconds = 0, live_seconds = 0, gap = 0;
  long nodes = 0, live = 0, steps = 0, most_steps = 0, events = 0, unproven = 0;
};

void run(const bench::Problem& problem, Tally& tally) {
  const core::Vector lambdas = bench::lambda_grid();
  const std::vector<double> pis = bench::pi_grid();
  double begin = bench::cpu_seconds();
  auto paths = core::exact_lambda_paths(problem.counted(), pis);
  tally.seconds += bench::cpu_seconds() - begin;
  for (core::ExactLambdaPath& path : paths)
    for (const double lambda : lambdas) {
      begin = bench::cpu_seconds();
      const core::PsiFit fit = core::psi_descent(path, lambda);
      const double seconds = bench::cpu_seconds() - begin;
      tally.seconds += seconds;
      ++tally.nodes;
      if (!fit.a.isZero()) {
        ++tally.live;
        tally.live_seconds += seconds;
        tally.steps += fit.dc_steps();
        tally.most_steps = std::max(tally.most_steps, static_cast<long>(fit.dc_steps()));
        tally.events += fit.certificate.iterations;
      }
      tally.gap = std::max(tally.gap, fit.certificate.relative_gap());
      tally.unproven += fit.certificate.status != core::Status::ok;
    }
}

} // namespace

int main(int count, char** arguments) {
  const int replications = count > 1 ? std::atoi(arguments[1]) : 20;
  const Eigen::Index n = count > 2 ? std::atol(arguments[2]) : 100;
  std::printf(
      "ex kernel    sample     us/node     live  us/live  d.c. steps   most  events/live  worst gap  "
      "unproven\n");
  for (const bench::Row& row : bench::rows()) {
    Tally tally;
    for (int r = 1; r <= replications; ++r) run(bench::draw(row, n, static_cast<std::uint64_t>(r)), tally);
    const auto nodes = static_cast<double>(tally.nodes),
               live = std::max(1.0, static_cast<double>(tally.live));
    std::printf("%s  %8.2f  %6.1f%%  %7.2f  %10.2f  %5ld  %11.1f  %9.1e  %8ld\n", row.name().c_str(),
                1e6 * tally.seconds / nodes, 100 * static_cast<double>(tally.live) / nodes,
                1e6 * tally.live_seconds / live, static_cast<double>(tally.steps) / live, tally.most_steps,
                static_cast<double>(tally.events) / live, tally.gap, tally.unproven);
  }
}
