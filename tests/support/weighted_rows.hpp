#pragma once
#include <cmath>
#include <vector>

#include "core/sample/types.hpp"
#include "tests/support/margin_samples.hpp"

// Rows with observation weights and the copies that they stand for (core/sample/observation_weights.hpp).
namespace tests {

using Rows = std::vector<Eigen::Index>;

/// The sample with weights of 1, 2 or 3.
inline core::Sample weighted(core::Sample sample, std::uint64_t seed = 1) {
  Dice dice(seed);
  sample.weights.resize(sample.size());
  for (double& w : sample.weights) w = 1 + std::floor(3 * dice.uniform());
  return sample;
}

/// Each row as often as it counts.
inline Rows copies(const core::Vector& weights) {
  Rows out;
  for (Eigen::Index i = 0; i < weights.size(); ++i)
    for (int k = 0; k < weights(i); ++k) out.push_back(i);
  return out;
}

inline core::Sample copied(const core::Sample& sample) {
  const Rows rows = copies(sample.weights);
  return {sample.x(rows, Eigen::all), sample.y(rows), {}};
}

} // namespace tests
