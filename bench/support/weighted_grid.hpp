#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

#include "core/kernel/kernel.hpp"
#include "core/solver/path/counted_sample.hpp"
#include "tests/support/margin_samples.hpp"

// What the measurements share: the clock, the grid of the tables of Wang, Shen & Liu (2008), and their
// samples.
namespace bench {

using core::Matrix;
using core::Vector;

/// Seconds of this thread's CPU: what other programs do meanwhile does not count, what they do to the caches
/// does.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// 60 lambda, ten a decade in (1e-3, 1e3], falling.
inline Vector lambda_grid() {
  Vector lambdas(60);
  for (int k = 0; k < 60; ++k) lambdas[k] = std::pow(10, 3 - 0.1 * k);
  return lambdas;
}

/// So many lambda over the same decades, the middle of them where it is one.
inline Vector few_lambdas(int count) {
  Vector lambdas(count);
  for (int k = 0; k < count; ++k) lambdas[k] = std::pow(10, count == 1 ? 0 : 3 - 6.0 * k / (count - 1));
  return lambdas;
}

/// The 19 weights of the tables: 0.05, 0.1, ..., 0.95.
inline std::vector<double> pi_grid() {
  std::vector<double> pis;
  for (int j = 1; j < 20; ++j) pis.push_back(j / 20.0);
  return pis;
}

/// The larger of two that are in the middle.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

inline double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// One row of a table of measurements.
struct Row {
  int example;
  bool gaussian, perturbed;

  std::string name() const {
    return std::to_string(example) + "  " + (gaussian ? "gaussian" : "linear  ") + "  " +
           (perturbed ? "perturbed" : "whole    ");
  }
};

/// Examples x kernels x whole or perturbed.
inline std::vector<Row> rows() {
  std::vector<Row> all;
  for (const int example : {1, 2})
    for (const bool gaussian : {false, true})
      for (const bool perturbed : {false, true}) all.push_back({example, gaussian, perturbed});
  return all;
}

struct Problem {
  core::Sample sample;             ///< the original one
  Matrix gram;                     ///< [m x m], of the distinct points
  Vector y, count;                 ///< [m]
  std::vector<Eigen::Index> point; ///< of the original sample [m]

  core::CountedSample counted() const { return {gram, y, count}; }
};

/// A perturbed resample (section 3 of the paper): X*_i = X_i or any X_j with probability 1/2 each, Y*_i = Y_i
/// flipped with probability 1/4; equal (x, y) merged.
inline void perturb(Problem& problem, std::uint64_t seed) {
  tests::Dice dice(seed);
  const auto n = problem.y.size();
  std::vector<std::array<double, 2>> drawn(static_cast<std::size_t>(n), {0, 0});
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto from = dice.uniform() < 0.5 ? i : dice.below(static_cast<int>(n));
    const bool positive = (problem.y[i] > 0) == (dice.uniform() >= 0.25);
    drawn[static_cast<std::size_t>(from)][positive] += 1;
  }
  std::vector<double> y, count;
  problem.point.clear();
  for (Eigen::Index i = 0; i < n; ++i)
    for (const bool positive : {false, true})
      if (const double times = drawn[static_cast<std::size_t>(i)][positive]; times > 0) {
        problem.point.push_back(i);
        y.push_back(positive ? 1 : -1);
        count.push_back(times);
      }
  const auto size = static_cast<Eigen::Index>(y.size());
  problem.gram = Matrix(problem.gram(problem.point, problem.point));
  problem.y = Eigen::Map<Vector>(y.data(), size);
  problem.count = Eigen::Map<Vector>(count.data(), size);
}

/// n observations; sigma of the Gaussian kernel is the median distance between the classes.
inline Problem draw(const Row& row, Eigen::Index n, std::uint64_t seed) {
  Problem problem;
  problem.sample = row.example == 1 ? tests::example1(n, seed) : tests::example2(n, seed);
  problem.gram = row.gaussian ? tests::gaussian_gram(problem.sample) : tests::linear_gram(problem.sample);
  problem.y = problem.sample.y;
  problem.count = Vector::Ones(n);
  for (Eigen::Index i = 0; i < n; ++i) problem.point.push_back(i);
  if (row.perturbed) perturb(problem, seed);
  return problem;
}

} // namespace bench
