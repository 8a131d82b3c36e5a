#include "core/solver/loops/product_loops.hpp"

#include <algorithm>

#include "core/elementary/pack.hpp"

namespace core::loops {
namespace {

using Index = std::ptrdiff_t;

/// So many columns meet so many at a time: their sums stay in registers.
constexpr Index down = 4, across = 3;

/// Where columns j ... of x and k ... of y meet.
struct Meeting {
  const double* y;
  Index j, k;
};

template <Index rows, Index columns>
MARGINLAB_INLINE void add_meeting(const Panel& x, const Meeting& at, const LowerTriangle& out) {
  Pack sum[rows][columns];
  for (Index a = 0; a < rows; ++a)
    for (Index b = 0; b < columns; ++b) sum[a][b] = all(0);
  const double* const below = x.at + at.j * x.stride;
  const double* const beside = at.y + at.k * x.stride;
  Index i = 0;
  for (; i + lanes_of_pack <= x.m; i += lanes_of_pack) {
    Pack of_column[columns];
    for (Index b = 0; b < columns; ++b) of_column[b] = load(beside + b * x.stride + i);
    for (Index a = 0; a < rows; ++a) {
      const Pack of_row = load(below + a * x.stride + i);
      for (Index b = 0; b < columns; ++b) sum[a][b] += of_row * of_column[b];
    }
  }
  for (Index a = 0; a < rows; ++a)
    for (Index b = 0; b < columns; ++b) {
      double total = folded(sum[a][b], all(0));
      for (Index rest = i; rest < x.m; ++rest)
        total += below[a * x.stride + rest] * beside[b * x.stride + rest];
      if (at.j + a >= at.k + b) out.at[(at.k + b) * out.stride + at.j + a] += total;
    }
}

template <Index columns>
MARGINLAB_INLINE void add_below(const Panel& x, const double* y, Index k, const LowerTriangle& out) {
  Index j = k;
  for (; j + down <= x.c; j += down) add_meeting<down, columns>(x, {y, j, k}, out);
  for (; j < x.c; ++j) add_meeting<1, columns>(x, {y, j, k}, out);
}

/// Of the columns from j on.
template <Index columns>
MARGINLAB_INLINE void add_two(const Panel& x, Index j, const TwoOfEachRow& by, const TwoOfEachColumn& out) {
  Pack first[columns], second[columns];
  for (Index a = 0; a < columns; ++a) first[a] = second[a] = all(0);
  const double* const at = x.at + j * x.stride;
  Index i = 0;
  for (; i + lanes_of_pack <= x.m; i += lanes_of_pack) {
    const Pack of_first = load(by.first + i), of_second = load(by.second + i);
    for (Index a = 0; a < columns; ++a) {
      const Pack entries = load(at + a * x.stride + i);
      first[a] += entries * of_first;
      second[a] += entries * of_second;
    }
  }
  for (Index a = 0; a < columns; ++a) {
    double one = folded(first[a], all(0)), other = folded(second[a], all(0));
    for (Index rest = i; rest < x.m; ++rest) {
      one += at[a * x.stride + rest] * by.first[rest];
      other += at[a * x.stride + rest] * by.second[rest];
    }
    out.first[j + a] += one;
    out.second[j + a] += other;
  }
}

} // namespace

MARGINLAB_EVERY_LEVEL
void add_two_products(const Panel& x, const TwoOfEachRow& by, const TwoOfEachColumn& out) {
  Index j = 0;
  for (; j + across <= x.c; j += across) add_two<across>(x, j, by, out);
  for (; j < x.c; ++j) add_two<1>(x, j, by, out);
}

MARGINLAB_EVERY_LEVEL
void add_lower_products(const Panel& x, const double* y, const LowerTriangle& out) {
  Index k = 0;
  for (; k + across <= x.c; k += across) add_below<across>(x, y, k, out);
  for (; k < x.c; ++k) add_below<1>(x, y, k, out);
}

} // namespace core::loops
