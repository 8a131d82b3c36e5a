#pragma once
#include <algorithm>
#include <cmath>

#include "core/kernel/kernel.hpp"
#include "core/sample/types.hpp"
#include "tests/support/margin_samples.hpp"

// Arithmetic of 113 bits, and the samples on which that of 53 goes wrong: what a certificate says is compared
// with the values of the stored answer, recomputed from the inputs.
namespace tests {

using Exact = __float128;

/// exp(-z), z >= 0: the series of exp(-z / 2^k), squared k times.
inline Exact falling_exponential(Exact z) {
  int halvings = 0;
  for (; z > Exact(0.01); z /= 2) ++halvings;
  Exact sum = 1;
  for (int j = 16; j >= 1; --j) sum = 1 - sum * z / j;
  for (; halvings > 0; --halvings) sum *= sum;
  return sum;
}

/// log z, 0 < z <= 1, by Halley's steps on the exponential from that of 53 bits.
inline Exact logarithm(Exact z) {
  Exact log = std::log(static_cast<double>(z));
  for (int k = 0; k < 2; ++k) {
    const Exact power = falling_exponential(-log);
    log += 2 * (z - power) / (z + power);
  }
  return log;
}

struct ExactProblem {
  core::Matrix x;
  core::Labels y;
  bool gaussian;
  double sigma, pi, lambda;

  core::Kernel kernel() const {
    return {gaussian ? core::Kernel::Shape::gaussian : core::Kernel::Shape::linear, sigma};
  }
  Exact entry(Eigen::Index i, Eigen::Index j) const {
    Exact sum = 0;
    for (Eigen::Index k = 0; k < x.cols(); ++k) {
      const Exact s = x(i, k), t = x(j, k);
      sum += gaussian ? (s - t) * (s - t) : s * t;
    }
    return gaussian ? falling_exponential(sum / (Exact(sigma) * Exact(sigma))) : sum;
  }
  Exact weight(Eigen::Index i) const { return y(i) > 0 ? 1 - Exact(pi) : Exact(pi); }
};

/// Few points on lattices and near one another, columns of one large number, columns of very different size,
/// weights at which the classes tie, lambda over ten decades.
inline ExactProblem adversarial(int seed) {
  Dice dice(static_cast<std::uint64_t>(seed));
  const Eigen::Index n = 2 + dice.below(11), p = 1 + dice.below(3);
  ExactProblem problem{
      core::Matrix(n, p), core::Labels(n), dice.below(3) == 0, 1, 0.5, std::pow(10, dice.uniform(-7, 3))};
  for (Eigen::Index k = 0; k < p; ++k) {
    const double size = std::pow(10, dice.uniform(-3, 4)),
                 centre = dice.below(2) == 0 ? 0 : size * dice.below(5000);
    const int kind = dice.below(4);
    for (Eigen::Index i = 0; i < n; ++i)
      problem.x(i, k) = centre + (kind == 0   ? 0
                                  : kind == 1 ? size * (dice.below(3) - 1)
                                  : kind == 2 ? 1e-6 * size * dice.normal()
                                              : size * dice.normal());
  }
  for (Eigen::Index i = 0; i < n; ++i) problem.y(i) = dice.sign();
  if (dice.below(10) == 0) problem.y.setOnes();
  for (Eigen::Index i = 1; i < n; ++i)
    if (dice.below(4) == 0) problem.x.row(i) = problem.x.row(i - 1);
  problem.sigma = std::pow(10, dice.uniform(-2, 3));
  const double share = static_cast<double>((problem.y.array() > 0).count()) / static_cast<double>(n);
  problem.pi = dice.below(3) == 0 && share > 0 && share < 1 ? share : (1 + dice.below(19)) / 20.0;
  return problem;
}

} // namespace tests
