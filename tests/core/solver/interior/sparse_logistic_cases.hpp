#pragma once
#include "core/solver/interior/sparse_logistic_fit.hpp"
#include "tests/support/margin_samples.hpp"

namespace tests {

/// An imbalanced sample, one positive in about four, with a column of two values.
inline core::Sample imbalanced(Eigen::Index n, Eigen::Index p, std::uint64_t seed) {
  Dice dice(seed);
  core::Sample sample{core::Matrix(n, p), core::Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index k = 0; k < p; ++k) sample.x(i, k) = dice.normal();
    sample.x(i, p - 1) = dice.uniform() < 0.2 ? 1.7 : -0.4;
    const double f = sample.x(i, 0) - 0.5 * sample.x(i, 1 % p) + sample.x(i, p - 1) - 1.2;
    sample.y(i) = dice.uniform() < core::sigmoid(f) ? 1 : -1;
  }
  sample.y.head(2) << 1, -1;
  return sample;
}

inline core::SparseLogisticProblem problem_of(const core::Sample& sample,
                                              const core::FaithfulInterval& interval, double lambda) {
  return {sample.x, sample.y, interval, lambda};
}

inline core::SparseLogisticFit fitted(const core::SparseLogisticProblem& problem) {
  return core::SparseLogisticSample(problem.x, problem.y).at(problem.interval, problem.lambda);
}

} // namespace tests
