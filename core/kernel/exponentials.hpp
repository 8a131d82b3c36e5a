#pragma once
#include <cstddef>

namespace core {

/// Each of x [n] becomes exp(x), for x <= 0, by the rational function of Cephes (Moshier 1989, exp.c); below
/// -709.784 it is exp(-709.784), about 6e-309. By additions, multiplications and divisions alone, so that an
/// entry has the same bits on every processor and whatever stands beside it: those of Eigen 3.4's vectorised
/// exponential, which the pinned kernels have. Those of core/elementary differ in the last.
void exponentials(double* x, std::ptrdiff_t n);

} // namespace core
