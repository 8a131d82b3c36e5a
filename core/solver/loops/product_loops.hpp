#pragma once
#include <cstddef>

// Products of many columns with one another, as the normal equations of weighted observations want them.
// Compiled for several x86-64 levels with the same bits on each, as those of
// core/solver/loops/vector_loops.hpp are.
namespace core::loops {

/// m observations of c columns, each column contiguous, `stride` numbers from column to column.
struct Panel {
  std::ptrdiff_t m, c, stride;
  const double* at;
};

/// out(j, k) += sum_i x(i, j) x(i, k) for j >= k, the lower triangle of out [c x c], column by column. A sum
/// is taken in four lanes, i after i, and what is left behind the last four is added one by one. Cost m c^2 /
/// 2.
void add_lower_products(const Panel& x, double* out);

/// Of every observation [m].
struct TwoOfEachRow {
  const double *first, *second;
};
/// Of every column [c].
struct TwoOfEachColumn {
  double *first, *second;
};

/// out.first(j) += sum_i x(i, j) by.first(i), and likewise the second, each column read once. Sums are taken
/// as above. Cost 2 m c.
void add_two_products(const Panel& x, const TwoOfEachRow& by, const TwoOfEachColumn& out);

} // namespace core::loops
