#include "core/solver/parametric/vector_loops.hpp"

#include "core/elementary/pack.hpp"

namespace core::loops {
namespace {

using Index = std::ptrdiff_t;

typedef long long Mask __attribute__((vector_size(64)));

/// x with its halves exchanged, then within the halves their halves, then neighbours.
MARGINLAB_INLINE Pack across4(const Pack& x) {
  return __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
}
MARGINLAB_INLINE Pack across2(const Pack& x) {
  return __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
}
MARGINLAB_INLINE Pack across1(const Pack& x) {
  return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
}

MARGINLAB_INLINE Pack smaller(const Pack& x, const Pack& z) {
  return x < z ? x : z;
}

MARGINLAB_INLINE double largest_lane(const Pack& x) {
  const Pack two = larger(across4(x), x), four = larger(across2(two), two);
  return larger(across1(four), four)[0];
}

/// In every lane.
MARGINLAB_INLINE Pack least_lane(const Pack& x) {
  const Pack two = smaller(across4(x), x), four = smaller(across2(two), two);
  return smaller(across1(four), four);
}

MARGINLAB_INLINE Pack magnitude(const Pack& x) {
  return x < all(0) ? -x : x;
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

/// `count` packs of A x and A 1 from row i on.
template <int count>
MARGINLAB_INLINE Index products_block(Index i, Index m, const SaddleInverse& at, const double* x) {
  Pack y[count], z[count];
  for (int b = 0; b < count; ++b) y[b] = z[b] = all(0);
  for (Index j = 0; j < m; ++j) {
    const double* column = at.A + j * at.ld + i;
    for (int b = 0; b < count; ++b) {
      const Pack a = load(column + b * lanes);
      y[b] += x[j] * a;
      z[b] += a;
    }
  }
  for (int b = 0; b < count; ++b) {
    store(at.y + i + b * lanes, y[b]);
    store(at.z + i + b * lanes, z[b]);
  }
  return i + count * lanes;
}

/// `count` packs of A x from row i on.
template <int count>
// NOLINTNEXTLINE(readability-function-size): the operands of one formula
MARGINLAB_INLINE Index product_block(Index i, Index m, Index ld, const double* A, const double* x,
                                     double* y) {
  Pack s[count];
  for (int b = 0; b < count; ++b) s[b] = all(0);
  for (Index j = 0; j < m; ++j)
    for (int b = 0; b < count; ++b) s[b] += x[j] * load(A + j * ld + i + b * lanes);
  for (int b = 0; b < count; ++b) store(y + i + b * lanes, s[b]);
  return i + count * lanes;
}

struct Least {
  Pack step = all(never), where = all(0);

  MARGINLAB_INLINE void meet(const Pack& t, const Pack& index) {
    const Mask better = t < step;
    step = better ? t : step;
    where = better ? index : where;
  }

  MARGINLAB_INLINE First first() const {
    const Pack least = least_lane(step);
    const Pack index = least_lane(step == least ? where : all(never));
    return {least[0], least[0] < never ? static_cast<Index>(index[0]) : -1};
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
  return folded(s);
}

MARGINLAB_EVERY_LEVEL
double dot(Index n, const double* x, const double* z) {
  Pack s = all(0);
  for (Index i = 0; i < n; i += lanes) s += load(x + i) * load(z + i);
  return folded(s);
}

MARGINLAB_EVERY_LEVEL
double largest(Index n, const double* x) {
  Pack top = all(0);
  for (Index i = 0; i < n; i += lanes) top = larger(magnitude(load(x + i)), top);
  return largest_lane(top);
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
    const Pack size = magnitude(r), wrong = positive_part(-(side * r));
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
  return {folded(violation), folded(a_r), folded(y_a), folded(mass), folded(width)};
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
Saddle solve_saddle(Index m, const SaddleInverse& at, double total, double* x) {
  Pack sum_y = all(0), sum_z = all(0), top_y = all(0), top_z = all(0), top_x = all(0);
  Index i = 0;
  while (m - i > 3 * lanes) i = products_block<4>(i, m, at, x);
  while (m - i > lanes) i = products_block<2>(i, m, at, x);
  if (i < m) products_block<1>(i, m, at, x);
  for (i = 0; i < m; i += lanes) {
    const Pack y = load(at.y + i), z = load(at.z + i);
    sum_y += y;
    sum_z += z;
    top_y = larger(magnitude(y), top_y);
    top_z = larger(magnitude(z), top_z);
  }
  const double excess = (folded(sum_y) - total) / folded(sum_z);
  for (i = 0; i < m; i += lanes) {
    const Pack value = load(at.y + i) - excess * load(at.z + i);
    store(x + i, value);
    top_x = larger(magnitude(value), top_x);
  }
  const double size = excess < 0 ? -excess : excess;
  return {excess, largest_lane(top_y) + size * largest_lane(top_z), largest_lane(top_x)};
}

MARGINLAB_EVERY_LEVEL
// NOLINTNEXTLINE(readability-function-size): the operands of one formula
void product(Index m, Index ld, const double* A, const double* x, double* y) {
  Index i = 0;
  while (m - i > 3 * lanes) i = product_block<4>(i, m, ld, A, x, y);
  while (m - i > lanes) i = product_block<2>(i, m, ld, A, x, y);
  if (i < m) product_block<1>(i, m, ld, A, x, y);
}

MARGINLAB_EVERY_LEVEL
// NOLINTNEXTLINE(readability-function-size): the operands of one formula
void rank_one(Index m, Index ld, double c, const double* x, double* A) {
  for (Index j = 0; j < m; ++j) {
    double* column = A + j * ld;
    const double share = c * x[j];
    for (Index i = 0; i < m; i += lanes) store(column + i, load(column + i) + share * load(x + i));
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
