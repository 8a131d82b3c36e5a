#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench/support/libsvm_rows.hpp"
#include "core/solver/parametric/exact_lambda_path.hpp"

// The 60 x 19 grid where the elbow is rich: a Gaussian kernel over many inputs, sigma the median distance
// between the classes. Microseconds of one thread's CPU per fit as in weighted_grid_bench, LIBSVM at every
// 37th node.
//
//   rich_grid_bench [replications = 1] [n = 400] [p = 10]
namespace {

bench::Problem draw(Eigen::Index n, Eigen::Index p, bool perturbed, std::uint64_t seed) {
  bench::Problem problem;
  problem.sample = tests::awkward("generic", n, p, seed);
  problem.gram = tests::gaussian_gram(problem.sample);
  problem.y = problem.sample.y;
  problem.count = core::Vector::Ones(n);
  for (Eigen::Index i = 0; i < n; ++i) problem.point.push_back(i);
  if (perturbed) bench::perturb(problem, seed);
  return problem;
}

} // namespace

int main(int count, char** arguments) {
  const int replications = count > 1 ? std::atoi(arguments[1]) : 1;
  const Eigen::Index n = count > 2 ? std::atol(arguments[2]) : 400,
                     p = count > 3 ? std::atol(arguments[3]) : 10;
  std::printf("n = %ld, p = %ld, Gaussian\n", static_cast<long>(n), static_cast<long>(p));
  std::printf("sample        us/fit     starts   events  worst gap  fall-back     LIBSVM   ratio\n");
  const core::Vector lambdas = bench::lambda_grid();
  const std::vector<double> pis = bench::pi_grid();
  for (const bool perturbed : {false, true}) {
    double seconds = 0, starts = 0, gap = 0, events = 0, fallbacks = 0;
    std::vector<double> theirs;
    for (int r = 1; r <= replications; ++r) {
      const bench::Problem problem = draw(n, p, perturbed, static_cast<std::uint64_t>(r));
      const double begin = bench::cpu_seconds();
      auto paths = core::exact_lambda_paths(problem.counted(), pis);
      starts += bench::cpu_seconds() - begin;
      for (core::ExactLambdaPath& path : paths)
        gap = std::max(gap, path.nodes(lambdas).relative_gap.maxCoeff());
      seconds += bench::cpu_seconds() - begin;
      for (const core::ExactLambdaPath& path : paths) {
        events += static_cast<double>(path.events());
        fallbacks += static_cast<double>(path.fallbacks());
      }
      bench::LibsvmRows rows(problem);
      for (long node = 18; node < 1140; node += 37)
        theirs.push_back(rows.seconds(lambdas[node % 60], pis[static_cast<std::size_t>(node / 60)]));
    }
    std::sort(theirs.begin(), theirs.end());
    const double fits = 1140.0 * replications, ours = 1e6 * seconds / fits,
                 median = 1e6 * theirs[theirs.size() / 2];
    std::printf("%-9s  %9.2f  %9.2f  %7.0f  %9.1e  %9.5f  %9.1f  %6.1f\n", perturbed ? "perturbed" : "whole",
                ours, 1e6 * starts / fits, events / (19.0 * replications), gap, fallbacks / fits, median,
                median / ours);
    std::fflush(stdout);
  }
}
