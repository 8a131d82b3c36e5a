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

/// The lower triangle of a matrix, column by column, `stride` numbers from column to column.
struct LowerTriangle {
  std::ptrdiff_t stride;
  double* at;
};

/// out(j, k) += sum_i x(i, j) y(i, k) for j >= k, out [c x c] and y as x is. A sum is taken in four lanes, i
/// after i, and what is left behind the last four is added one by one. Cost m c^2 / 2.
void add_lower_products(const Panel& x, const double* y, const LowerTriangle& out);

/// The same for y = x, the columns of out behind one another.
inline void add_lower_products(const Panel& x, double* out) {
  add_lower_products(x, x.at, {x.c, out});
}

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
