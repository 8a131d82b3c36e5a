#pragma once
#include <algorithm>

#include "bench/support/weighted_grid.hpp"
#include "core/solver/path/exact_lambda_path.hpp"

namespace bench {

/// What the paths of the 60 x 19 grid took: seconds of CPU, of which their starts; the worst bound of a gap;
/// and counts.
struct PathTally {
  double seconds = 0, starts = 0, gap = 0;
  long fits = 0, paths = 0, events = 0, fallbacks = 0;

  void run(const Problem& problem) {
    const Vector lambdas = lambda_grid();
    const double begin = cpu_seconds();
    auto found = core::exact_lambda_paths(problem.counted(), pi_grid());
    starts += cpu_seconds() - begin;
    for (core::ExactLambdaPath& path : found)
      gap = std::max(gap, path.nodes(lambdas).relative_gap.maxCoeff());
    seconds += cpu_seconds() - begin;
    for (const core::ExactLambdaPath& path : found) {
      ++paths;
      fits += lambdas.size();
      events += path.events();
      fallbacks += path.fallbacks();
    }
  }
};

/// Seconds of the fits of weight 1/2 at these lambda, by a path of their own.
inline double seconds_of_path(const Problem& problem, const Vector& lambdas) {
  const std::vector<double> half{0.5};
  const double begin = cpu_seconds();
  auto found = core::exact_lambda_paths(problem.counted(), half);
  found.front().nodes(lambdas);
  return cpu_seconds() - begin;
}

} // namespace bench
