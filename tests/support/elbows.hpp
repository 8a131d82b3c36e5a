#pragma once
#include <Eigen/LU>
#include <cstdint>

#include "core/solver/parametric/elbow.hpp"
#include "core/types.hpp"
#include "tests/support/margin_samples.hpp"

// What tests of elbows share: a Gram matrix that has large ones, and the answers of their equations.
namespace tests {

inline core::Matrix rich_gram(Eigen::Index n, std::uint64_t seed) {
  return gaussian_gram(awkward("generic", n, 10, seed));
}

inline void add(core::Elbow& elbow, Eigen::Index k) {
  elbow.independence(k);
  elbow.append();
}

/// Solves [0 1'; 1 K_EE] (shift; x) = (total; rhs) by elimination.
inline core::Vector saddle_solution(const core::Matrix& gram, const core::Elbow& elbow,
                                    const core::Vector& rhs, double total) {
  const auto m = elbow.size();
  core::Matrix saddle = core::Matrix::Ones(m + 1, m + 1);
  saddle(0, 0) = 0;
  saddle.bottomRightCorner(m, m) = gram(elbow.points(), elbow.points());
  core::Vector right(m + 1);
  right << total, rhs.head(m);
  return saddle.partialPivLu().solve(right);
}

} // namespace tests
