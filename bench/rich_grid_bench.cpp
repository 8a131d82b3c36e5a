#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench/support/libsvm_rows.hpp"
#include "bench/support/path_tally.hpp"

// The 60 x 19 grid where the elbow is rich: a Gaussian kernel over many inputs, sigma the median distance
// between the classes. Microseconds of one thread's CPU per fit as in weighted_grid_bench, LIBSVM's median over
// every 37th node at its default tolerance.
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

struct Tally : bench::PathTally {
  std::vector<double> libsvm;
};

void run(const bench::Problem& problem, Tally& tally) {
  tally.run(problem);
  bench::LibsvmRows rows(problem);
  for (const double seconds : rows.seconds_at(37)) tally.libsvm.push_back(seconds);
}

} // namespace

int main(int count, char** arguments) {
  const int replications = count > 1 ? std::atoi(arguments[1]) : 1;
  const Eigen::Index n = count > 2 ? std::atol(arguments[2]) : 400,
                     p = count > 3 ? std::atol(arguments[3]) : 10;
  std::printf("n = %ld, p = %ld, Gaussian\n", static_cast<long>(n), static_cast<long>(p));
  std::printf("sample        us/fit     starts   events  worst gap  fall-back     LIBSVM   ratio\n");
  for (const bool perturbed : {false, true}) {
    Tally tally;
    for (int r = 1; r <= replications; ++r) run(draw(n, p, perturbed, static_cast<std::uint64_t>(r)), tally);
    const double fits = 1140.0 * replications, ours = 1e6 * tally.seconds / fits,
                 median = 1e6 * bench::median(tally.libsvm);
    std::printf("%-9s  %9.2f  %9.2f  %7.0f  %9.1e  %9.5f  %9.1f  %6.1f\n", perturbed ? "perturbed" : "whole",
                ours, 1e6 * tally.starts / fits, tally.events / (19.0 * replications), tally.gap,
                tally.fallbacks / fits, median, median / ours);
    std::fflush(stdout);
  }
}
