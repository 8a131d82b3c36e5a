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

/// Whether a factor is made to the end that it is given, or given up where it is clear that it will not do:
/// from 64 columns on, where the remainder has not fallen half as far, in its logarithm, as it should have by
/// then to come to `wanted` within `most` columns.
enum class Patience { to_the_end, while_it_falls };

/// Ends where the remainder is at most `wanted` of the largest K(x_i, x_i) or nothing but rounding, at `most`
/// columns, or where patience ends. Cost n r^2 and r columns of K.
KernelFactor kernel_factor(const Gram& gram, double wanted, Eigen::Index most,
                           Patience patience = Patience::to_the_end);

} // namespace core
