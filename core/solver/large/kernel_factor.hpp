#pragma once
#include "core/solver/gram/gram.hpp"

namespace core {

/// x [n x r] with K = x x' + E, E positive semidefinite with diagonal entries of at most `remainder`: the
/// Cholesky factor of a kernel matrix whose rank is small to rounding, the observation with the largest
/// remaining diagonal entry taken next (Fine & Scheinberg 2001). What K is then to the last digit, its own
/// columns say.
struct KernelFactor {
  Matrix x;
  double remainder = 0;
  std::vector<Eigen::Index> pivots{}; ///< [r] the observations taken: their rows of x are lower triangular
};

/// Ends where the remainder is at most `wanted` of the largest K(x_i, x_i) or nothing but rounding, or at
/// `most` columns. Cost n r^2 and r columns of K.
KernelFactor kernel_factor(const Gram& gram, double wanted, Eigen::Index most);

} // namespace core
