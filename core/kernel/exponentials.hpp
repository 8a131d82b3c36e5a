#pragma once
#include <cstddef>

namespace core {

/// Each of x [n] becomes exp(x / divisor), for quotients <= 0, by the rational function of Cephes (Moshier 1989,
/// exp.c); below -709.784 it is exp(-709.784), about 6e-309. By additions, multiplications and divisions alone,
/// so that an entry has the same bits on every processor and whatever stands beside it: those of Eigen 3.4's
/// vectorised exponential, which the pinned kernels have. Those of core/elementary differ in the last.
void exponentials(double* x, std::ptrdiff_t n, double divisor = 1);

/// Rows of inputs x [n x p], a column `stride` behind the one before, and a further row z [p].
struct RowsAndOne {
  const double* x;
  std::ptrdiff_t n, p, stride;
  const double* z;
};

/// out [n]: |x_i - z|^2, the squares added in the order of the inputs.
void squared_distances(const RowsAndOne& of, double* out);

} // namespace core
