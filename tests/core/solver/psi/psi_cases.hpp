#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "core/kernel/kernel.hpp"
#include "core/random/stream.hpp"
#include "core/solver/margin/solve.hpp"
#include "core/solver/psi/psi_descent.hpp"
#include "tests/support/margin_samples.hpp"

// Samples for the tests of psi-learning, and its objective written out from the definitions.
namespace tests {

using core::Kernel;
using core::Labels;
using core::Matrix;
using core::Sample;
using core::Vector;

/// Points of the lattice {-1, 0, 1}^2 with labels that ignore them: duplicates of both labels, ties, margins
/// of zero.
inline Sample lattice(Eigen::Index n, std::uint64_t seed) {
  core::Stream stream("psi test, lattice, " + std::to_string(seed));
  Sample sample{Matrix(n, 2), Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    for (int j = 0; j < 2; ++j) sample.x(i, j) = static_cast<double>(stream.below(3)) - 1;
    sample.y(i) = stream.below(2) == 0 ? 1 : -1;
  }
  return sample;
}

inline Matrix gram_of(const Sample& sample, Kernel::Shape shape) {
  return Kernel{shape, core::median_distance_between_classes(sample)}.gram(sample.x);
}

/// The start of the descent and the descent.
inline core::PsiSolution learn(const core::WeightedDual& svm) {
  return core::psi_descent(svm, core::solve(svm));
}

inline double margin(const core::WeightedDual& svm, const core::DualSolution& f, Eigen::Index i) {
  double h = 0;
  for (Eigen::Index j = 0; j < svm.size(); ++j) h += svm.gram(i, j) * f.a(j);
  return svm.y(i) * (h / svm.lambda + f.beta_0);
}

/// sum_i S_i psi(y_i f(x_i)) + a'Ka / (2 lambda), psi as printed.
inline double objective(const core::WeightedDual& svm, const core::DualSolution& f) {
  double value = 0;
  for (Eigen::Index i = 0; i < svm.size(); ++i) {
    const double z = margin(svm, f, i), weight = svm.upper(i) - svm.lower(i);
    value += weight * (z < 0 ? 2 : z >= 1 ? 0 : 2 * (1 - z));
    for (Eigen::Index j = 0; j < svm.size(); ++j)
      value += f.a(i) * svm.gram(i, j) * f.a(j) / (2 * svm.lambda);
  }
  return value;
}

/// The convex problem E_M for M = {i : flat[i]}, and what its values lack to those of E_M.
struct Majorant {
  core::WeightedDual problem;
  double constant = 0;
};

inline Majorant majorant(const core::WeightedDual& svm, const std::vector<bool>& flat) {
  Majorant out{svm};
  for (Eigen::Index i = 0; i < svm.size(); ++i) {
    const double twice = 2 * (svm.upper(i) - svm.lower(i));
    const bool positive_box = (svm.y(i) > 0) != flat[static_cast<std::size_t>(i)];
    out.problem.lower(i) = positive_box ? 0 : -twice;
    out.problem.upper(i) = positive_box ? twice : 0;
    if (flat[static_cast<std::size_t>(i)]) out.constant += twice;
  }
  return out;
}

} // namespace tests
