#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "core/kernel/kernel.hpp"
#include "core/solver/parametric/exact_lambda_path.hpp"
#include "tests/support/margin_samples.hpp"

// Microseconds of one thread's CPU per weighted fit of the tables of Wang, Shen & Liu (2008): 60 lambda, ten
// a decade in (1e-3, 1e3], times 19 weights, the starts included and the Gram matrix not. The fits are
// decision values at the training points with a bound of the relative duality gap at every node.
//
//   bench_parametric [replications = 100] [n = 100]
namespace {

using core::Matrix;
using core::Vector;

struct Problem {
  Matrix gram;
  Vector y, count;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Problem whole(const core::Sample& sample, const core::Kernel& kernel) {
  return {kernel.gram(sample.x), sample.y, Vector::Ones(sample.size())};
}

/// A perturbed resample (section 3): X*_i = X_i or any X_j with probability 1/2 each, Y*_i = Y_i flipped with
/// probability 1/4; equal (x, y) merged.
Problem perturbed(const Problem& problem, std::uint64_t seed) {
  tests::Dice dice(seed);
  const auto n = problem.y.size();
  std::vector<std::array<double, 2>> drawn(static_cast<std::size_t>(n), {0, 0});
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto from = dice.uniform() < 0.5 ? i : dice.below(static_cast<int>(n));
    const bool positive = (problem.y[i] > 0) == (dice.uniform() >= 0.25);
    drawn[static_cast<std::size_t>(from)][positive] += 1;
  }
  std::vector<Eigen::Index> points;
  std::vector<double> y, count;
  for (Eigen::Index i = 0; i < n; ++i)
    for (const bool positive : {false, true})
      if (const double times = drawn[static_cast<std::size_t>(i)][positive]; times > 0) {
        points.push_back(i);
        y.push_back(positive ? 1 : -1);
        count.push_back(times);
      }
  const auto size = static_cast<Eigen::Index>(y.size());
  return {problem.gram(points, points), Eigen::Map<Vector>(y.data(), size),
          Eigen::Map<Vector>(count.data(), size)};
}

struct Tally {
  double seconds = 0, starts = 0, gap = 0;
  long events = 0, paths = 0, not_ok = 0, fallbacks = 0;
};

void run(const Problem& problem, const Vector& lambdas, const std::vector<double>& pis, Tally& tally) {
  const double begin = cpu_seconds();
  auto paths = core::exact_lambda_paths({problem.gram, problem.y, problem.count}, pis);
  tally.starts += cpu_seconds() - begin;
  for (core::ExactLambdaPath& path : paths)
    tally.gap = std::max(tally.gap, path.nodes(lambdas).relative_gap.maxCoeff());
  tally.seconds += cpu_seconds() - begin;
  for (const core::ExactLambdaPath& path : paths) {
    tally.events += path.events();
    tally.not_ok += !path.ok();
    tally.fallbacks += path.fallbacks();
  }
  tally.paths += static_cast<long>(paths.size());
}

void report(int example, bool gaussian, bool resampled, int replications, Eigen::Index n) {
  Vector lambdas(60);
  for (int k = 0; k < 60; ++k) lambdas[k] = std::pow(10, 3 - 0.1 * k);
  std::vector<double> pis;
  for (int j = 1; j < 20; ++j) pis.push_back(j / 20.0);
  Tally tally;
  for (int r = 0; r < replications; ++r) {
    const auto seed = static_cast<std::uint64_t>(r + 1);
    const core::Sample sample = example == 1 ? tests::example1(n, seed) : tests::example2(n, seed);
    const core::Kernel kernel{gaussian ? core::Kernel::Shape::gaussian : core::Kernel::Shape::linear,
                              core::median_distance_between_classes(sample)};
    const Problem problem = whole(sample, kernel);
    run(resampled ? perturbed(problem, seed) : problem, lambdas, pis, tally);
  }
  const double fits = static_cast<double>(tally.paths) * 60;
  std::printf("%d  %-8s  %-9s  %8.3f  %8.3f  %8.1f  %10.1e  %8.4f  %9.5f\n", example,
              gaussian ? "gaussian" : "linear", resampled ? "perturbed" : "whole", 1e6 * tally.seconds / fits,
              1e6 * tally.starts / fits, static_cast<double>(tally.events) / static_cast<double>(tally.paths),
              tally.gap, static_cast<double>(tally.not_ok) / static_cast<double>(tally.paths),
              static_cast<double>(tally.fallbacks) / fits);
}

} // namespace

int main(int count, char** arguments) {
  const int replications = count > 1 ? std::atoi(arguments[1]) : 100;
  const Eigen::Index n = count > 2 ? std::atol(arguments[2]) : 100;
  std::printf("ex kernel    sample      us/fit    starts    events   worst gap    not ok  fall-back\n");
  for (const int example : {1, 2})
    for (const bool gaussian : {false, true})
      for (const bool resampled : {false, true}) report(example, gaussian, resampled, replications, n);
}
