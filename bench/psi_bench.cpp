#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/support/drawn_data.hpp"
#include "bench/support/weighted_grid.hpp"
#include "core/solver/psi/psi_descent.hpp"

// Microseconds of one thread's CPU per psi fit (core/solver/psi/psi_descent.hpp) over the 60 x 19 grid, the
// support vector machines it starts from and their paths included. "live" are the nodes whose f has not one
// sign on the whole sample; d.c. steps and moves of the elbow descent are means over these.
//
//   psi_bench [replications = 20] [n = 100]
//   psi_bench CONFIG    training part of draw 0 of each data set of a config, linear and Gaussian kernels,
//                       sigma the median distance between the classes
namespace {

struct Tally {
  double seconds = 0, gap = 0;
  long nodes = 0, live = 0, steps = 0, most_steps = 0, moves = 0, unproven = 0;
};

void count(const core::PsiNodes& nodes, Tally& tally) {
  for (std::size_t k = 0; k < nodes.certificates.size(); ++k) {
    const core::Certificate& certificate = nodes.certificates[k];
    ++tally.nodes;
    tally.gap = std::max(tally.gap, certificate.relative_gap());
    tally.unproven += certificate.status != core::Status::ok;
    if (certificate.iterations == 0) continue;
    ++tally.live;
    tally.steps += nodes.dc_steps[k];
    tally.most_steps = std::max(tally.most_steps, static_cast<long>(nodes.dc_steps[k]));
    tally.moves += certificate.iterations;
  }
}

void run(const bench::Problem& problem, Tally& tally) {
  const core::Vector lambdas = bench::lambda_grid();
  double begin = bench::cpu_seconds();
  auto paths = core::exact_lambda_paths(problem.counted(), bench::pi_grid());
  for (core::ExactLambdaPath& path : paths) {
    const core::PsiNodes nodes = core::psi_nodes(path, lambdas);
    tally.seconds += bench::cpu_seconds() - begin;
    count(nodes, tally);
    begin = bench::cpu_seconds();
  }
}

void print(const Tally& tally) {
  const auto nodes = static_cast<double>(tally.nodes), live = std::max(1.0, static_cast<double>(tally.live));
  std::printf("  %8.2f  %5.1f%%  %10.2f  %4ld  %5.1f  %9.1e  %8ld\n", 1e6 * tally.seconds / nodes,
              100 * static_cast<double>(tally.live) / nodes, static_cast<double>(tally.steps) / live,
              tally.most_steps, static_cast<double>(tally.moves) / live, tally.gap, tally.unproven);
  std::fflush(stdout);
}

constexpr const char* columns = "   us/node    live  d.c. steps  most  moves  worst gap  unproven\n";

void report_simulated(int replications, Eigen::Index n) {
  std::printf("ex kernel    sample    %s", columns);
  for (const bench::Row& row : bench::rows()) {
    Tally tally;
    for (int r = 1; r <= replications; ++r) run(bench::draw(row, n, static_cast<std::uint64_t>(r)), tally);
    std::printf("%s", row.name().c_str());
    print(tally);
  }
}

bench::Problem problem_of(const core::Sample& train, bool gaussian, bool perturbed) {
  core::KernelChoice choice;
  choice.shape = gaussian ? core::Kernel::Shape::gaussian : core::Kernel::Shape::linear;
  bench::Problem problem{train, choice.on(train).gram(train.x), train.y, {}, {}};
  problem.count = core::Vector::Ones(train.size());
  for (Eigen::Index i = 0; i < train.size(); ++i) problem.point.push_back(i);
  if (perturbed) bench::perturb(problem, 1);
  return problem;
}

void report_real(const std::string& config) {
  std::printf("data                 n    p  kernel    sample    %s", columns);
  for (const std::string& name : bench::data_names(config)) {
    const core::Sample train = bench::first_draw(config, name).train;
    for (const bool gaussian : {false, true})
      for (const bool perturbed : {false, true}) {
        Tally tally;
        run(problem_of(train, gaussian, perturbed), tally);
        std::printf("%-16s  %4ld  %3ld  %-8s  %-9s", name.c_str(), static_cast<long>(train.size()),
                    static_cast<long>(train.x.cols()), gaussian ? "gaussian" : "linear",
                    perturbed ? "perturbed" : "whole");
        print(tally);
      }
  }
}

} // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::atoi(arguments[1]) == 0) {
    report_real(arguments[1]);
    return 0;
  }
  report_simulated(count > 1 ? std::atoi(arguments[1]) : 20, count > 2 ? std::atol(arguments[2]) : 100);
}
