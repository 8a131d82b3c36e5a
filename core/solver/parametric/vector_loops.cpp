#include "core/solver/parametric/vector_loops.hpp"

// Defined beforehand by the test that compiles each level by itself.
#ifndef MARGINLAB_EVERY_LEVEL
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define MARGINLAB_EVERY_LEVEL __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define MARGINLAB_EVERY_LEVEL
#endif
#endif
#define MARGINLAB_INLINE [[gnu::always_inline]] inline

// Packs are passed only between functions that are inlined into one another.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace core::loops {
namespace {

using Index = std::ptrdiff_t;

/// Eight doubles: one, two or four registers of the level at hand, always with the same bits. The unaligned
/// twins are what memory holds; template arguments would drop their alignment.
typedef double Pack __attribute__((vector_size(64)));
typedef double HalfPack __attribute__((vector_size(32)));
typedef double UnalignedPack __attribute__((vector_size(64), aligned(8), may_alias));
typedef double UnalignedHalfPack __attribute__((vector_size(32), aligned(8), may_alias));
typedef long long Mask __attribute__((vector_size(64)));

MARGINLAB_INLINE Pack load(const double* x) {
  return *reinterpret_cast<const UnalignedPack*>(x);
}
MARGINLAB_INLINE void store(double* x, const Pack& value) {
  *reinterpret_cast<UnalignedPack*>(x) = value;
}
MARGINLAB_INLINE HalfPack load_half(const double* x) {
  return *reinterpret_cast<const UnalignedHalfPack*>(x);
}
MARGINLAB_INLINE void store(double* x, const HalfPack& value) {
  *reinterpret_cast<UnalignedHalfPack*>(x) = value;
}
MARGINLAB_INLINE Pack all(double x) {
  return Pack{} + x;
}

MARGINLAB_INLINE double fold(const Pack& s) {
  return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

/// y + sum_j c_j column_j.
struct Continue {
  const double* y;
  MARGINLAB_INLINE Pack operator()(Index i) const { return load(y + i); }
  MARGINLAB_INLINE HalfPack half(Index i) const { return load_half(y + i); }
  MARGINLAB_INLINE double one(Index i) const { return y[i]; }
};

/// base + (shift + c x) + sum_j c_j column_j.
struct Begin {
  Affine at;
  MARGINLAB_INLINE Pack operator()(Index i) const {
    return load(at.base + i) + (at.shift + at.c * load(at.x + i));
  }
  MARGINLAB_INLINE HalfPack half(Index i) const {
    return load_half(at.base + i) + (at.shift + at.c * load_half(at.x + i));
  }
  MARGINLAB_INLINE double one(Index i) const { return at.base[i] + (at.shift + at.c * at.x[i]); }
};

/// `count` packs of the combination from row i on, kept in registers over all columns.
template <int count, class Start>
MARGINLAB_INLINE Index columns_block(Index i, const Columns& k, const Start& start, double* y) {
  Pack s[count];
  for (int b = 0; b < count; ++b) s[b] = start(i + b * lanes);
  for (Index j = 0; j < k.count; ++j) {
    const double* column = k.column[j] + i;
    const double c = k.coefficient[j];
    for (int b = 0; b < count; ++b) s[b] += c * load(column + b * lanes);
  }
  for (int b = 0; b < count; ++b) store(y + i + b * lanes, s[b]);
  return i + count * lanes;
}

template <class Start>
MARGINLAB_INLINE Index columns_half_block(Index i, const Columns& k, const Start& start, double* y) {
  HalfPack s = start.half(i);
  for (Index j = 0; j < k.count; ++j) s += k.coefficient[j] * load_half(k.column[j] + i);
  store(y + i, s);
  return i + lanes / 2;
}

template <class Start>
MARGINLAB_INLINE void all_columns(Index n, const Columns& k, const Start& start, double* y) {
  Index i = 0;
  while (n - i >= 8 * lanes) i = columns_block<8>(i, k, start, y);
  if (n - i >= 4 * lanes) i = columns_block<4>(i, k, start, y);
  if (n - i >= 2 * lanes) i = columns_block<2>(i, k, start, y);
  if (n - i >= lanes) i = columns_block<1>(i, k, start, y);
  if (n - i >= lanes / 2) i = columns_half_block(i, k, start, y);
  for (; i < n; ++i) {
    double s = start.one(i);
    for (Index j = 0; j < k.count; ++j) s += k.coefficient[j] * k.column[j][i];
    y[i] = s;
  }
}

struct Least {
  Pack step = all(never), where = all(0);

  MARGINLAB_INLINE void meet(const Pack& t, const Pack& index) {
    const Mask better = t < step;
    step = better ? t : step;
    where = better ? index : where;
  }

  MARGINLAB_INLINE First first() const {
    First best{never, -1};
    for (int l = 0; l < lanes; ++l)
      if (step[l] < best.step || (step[l] == best.step && step[l] < never && where[l] < best.where))
        best = {step[l], static_cast<Index>(where[l])};
    return best;
  }
};

MARGINLAB_INLINE Pack positive_part(const Pack& x) {
  return x > all(0) ? x : all(0);
}

} // namespace

MARGINLAB_EVERY_LEVEL
double sum(Index n, const double* x) {
  Pack s = all(0);
  for (Index i = 0; i < n; i += lanes) s += load(x + i);
  return fold(s);
}

MARGINLAB_EVERY_LEVEL
double dot(Index n, const double* x, const double* z) {
  Pack s = all(0);
  for (Index i = 0; i < n; i += lanes) s += load(x + i) * load(z + i);
  return fold(s);
}

MARGINLAB_EVERY_LEVEL
double largest(Index n, const double* x) {
  Pack top = all(0);
  for (Index i = 0; i < n; i += lanes) {
    const Pack v = load(x + i), size = v < all(0) ? -v : v;
    top = size > top ? size : top;
  }
  double best = 0;
  for (int l = 0; l < lanes; ++l) best = top[l] > best ? top[l] : best;
  return best;
}

MARGINLAB_EVERY_LEVEL
void affine(Index n, const Affine& at, double* y) {
  const Begin begin{at};
  for (Index i = 0; i < n; i += lanes) store(y + i, begin(i));
}

MARGINLAB_EVERY_LEVEL
NodeSums read(Index n, const Node& node, const NodeAt& at, double* f) {
  Pack violation = all(0), a_r = all(0), y_a = all(0), mass = all(0), width = all(0);
  for (Index i = 0; i < n; i += lanes) {
    const Pack r = load(node.r + i) + at.length * load(node.slope + i), y = load(node.y + i);
    const Pack side = load(node.side + i), a = load(node.a + i), box = load(node.width + i);
    const Pack size = r < all(0) ? -r : r, wrong = positive_part(-(side * r));
    violation += box * (side == all(0) ? size : wrong);
    a_r += a * r;
    y_a += y * a;
    mass += a;
    width += box;
    const Pack value = y + at.inverse_lambda * r;
    if (i + lanes <= n)
      store(f + i, value);
    else
      for (Index l = 0; i + l < n; ++l) f[i + l] = value[l];
  }
  return {fold(violation), fold(a_r), fold(y_a), fold(mass), fold(width)};
}

MARGINLAB_EVERY_LEVEL
void add_columns(Index n, const Columns& k, double* y) {
  all_columns(n, k, Continue{y}, y);
}

MARGINLAB_EVERY_LEVEL
void affine_and_columns(Index n, const Affine& at, const Columns& k, double* y) {
  all_columns(n, k, Begin{at}, y);
}

MARGINLAB_EVERY_LEVEL
// NOLINTNEXTLINE(readability-function-size): the operands of one formula
void product_and_row_sums(Index m, Index ld, const double* A, const double* x, double* y, double* z) {
  for (Index i = 0; i < m; i += lanes) {
    Pack py = all(0), pz = all(0);
    for (Index j = 0; j < m; ++j) {
      const Pack a = load(A + j * ld + i);
      py += x[j] * a;
      pz += a;
    }
    store(y + i, py);
    store(z + i, pz);
  }
}

MARGINLAB_EVERY_LEVEL
// NOLINTNEXTLINE(readability-function-size): the operands of one formula
void product(Index m, Index ld, const double* A, const double* x, double* y) {
  for (Index i = 0; i < m; i += lanes) {
    Pack py = all(0);
    for (Index j = 0; j < m; ++j) py += x[j] * load(A + j * ld + i);
    store(y + i, py);
  }
}

MARGINLAB_EVERY_LEVEL
// NOLINTNEXTLINE(readability-function-size): the operands of one formula
void rank_one(Index m, Index ld, double c, const double* x, double* A) {
  for (Index i = 0; i < m; i += lanes) {
    const Pack xi = load(x + i);
    for (Index j = 0; j < m; ++j) store(A + j * ld + i, load(A + j * ld + i) + (c * x[j]) * xi);
  }
}

MARGINLAB_EVERY_LEVEL
First first_sign_change(Index n, const Residuals& at, double floor) {
  Least least;
  Pack index = {0, 1, 2, 3, 4, 5, 6, 7};
  for (Index i = 0; i < n; i += lanes, index += all(lanes)) {
    const Pack side = load(at.side + i), closing = -(side * load(at.slope + i));
    const Pack step = positive_part(side * load(at.r + i)) / closing;
    least.meet(closing > all(floor) ? step : all(never), index);
  }
  return least.first();
}

MARGINLAB_EVERY_LEVEL
First first_exit(Index m, const Rooms& at, double floor) {
  Least least;
  Pack index = {0, 1, 2, 3, 4, 5, 6, 7};
  for (Index i = 0; i < m; i += lanes, index += all(lanes)) {
    const Pack slope = load(at.slope + i), a = load(at.a + i);
    const Pack up = slope - load(at.upper_rate + i), down = load(at.lower_rate + i) - slope;
    const Pack above = positive_part(load(at.upper + i) - a) / up,
               below = positive_part(a - load(at.lower + i)) / down;
    const Pack to_upper = up > all(floor) ? above : all(never),
               to_lower = down > all(floor) ? below : all(never);
    least.meet(to_upper < to_lower ? to_upper : to_lower, index);
  }
  return least.first();
}

} // namespace core::loops
