#include "core/solver/parametric/vector_loops.hpp"

#include "core/elementary/pack.hpp"

namespace core::loops {
namespace {

using Index = std::ptrdiff_t;

typedef long long Mask __attribute__((vector_size(32)));
constexpr Index half = lanes / 2; // a pack

MARGINLAB_INLINE double least_lane(const Pack& x) {
  const double low = x[1] < x[0] ? x[1] : x[0], high = x[3] < x[2] ? x[3] : x[2];
  return high < low ? high : low;
}

MARGINLAB_INLINE Pack magnitude(const Pack& x) {
  return x < all(0) ? -x : x;
}

MARGINLAB_INLINE Pack positive_part(const Pack& x) {
  return x > all(0) ? x : all(0);
}

/// y + sum_j c_j column_j.
struct Continue {
  const double* y;
  MARGINLAB_INLINE Pack operator()(Index i) const { return load(y + i); }
  MARGINLAB_INLINE double one(Index i) const { return y[i]; }
};

/// base + (shift + c x) + sum_j c_j column_j.
struct Begin {
  Affine at;
  MARGINLAB_INLINE Pack operator()(Index i) const {
    return load(at.base + i) + (at.shift + at.c * load(at.x + i));
  }
  MARGINLAB_INLINE double one(Index i) const { return at.base[i] + (at.shift + at.c * at.x[i]); }
};

/// `count` packs of the combination from row i on, kept in registers over all columns.
template <int count, class Start>
MARGINLAB_INLINE Index columns_block(Index i, const Columns& k, const Start& start, double* y) {
  Pack s[count];
  for (int b = 0; b < count; ++b) s[b] = start(i + b * half);
  for (Index j = 0; j < k.count; ++j) {
    const double* column = k.column[j] + i;
    const double c = k.coefficient[j];
    for (int b = 0; b < count; ++b) s[b] += c * load(column + b * half);
  }
  for (int b = 0; b < count; ++b) store(y + i + b * half, s[b]);
  return i + count * half;
}

template <class Start>
MARGINLAB_INLINE void all_columns(Index n, const Columns& k, const Start& start, double* y) {
  Index i = 0;
  while (n - i >= 8 * half) i = columns_block<8>(i, k, start, y);
  if (n - i >= 4 * half) i = columns_block<4>(i, k, start, y);
  if (n - i >= 2 * half) i = columns_block<2>(i, k, start, y);
  if (n - i >= half) i = columns_block<1>(i, k, start, y);
  for (; i < n; ++i) {
    double s = start.one(i);
    for (Index j = 0; j < k.count; ++j) s += k.coefficient[j] * k.column[j][i];
    y[i] = s;
  }
}

/// Adds the `count` columns from j on to A x, and to A 1. By columns and not by rows, as memory lies: a large
/// elbow does not fit into the nearest cache.
template <int count>
MARGINLAB_INLINE void add_products(Index m, const SaddleInverse& at, Index j, const double* x) {
  const double* column = at.A + j * at.ld;
  for (Index i = 0; i < m; i += half) {
    Pack y = j > 0 ? Pack(load(at.y + i)) : all(0), z = j > 0 ? Pack(load(at.z + i)) : all(0);
    for (int b = 0; b < count; ++b) {
      const Pack a = load(column + b * at.ld + i);
      y += x[j + b] * a;
      z += a;
    }
    store(at.y + i, y);
    store(at.z + i, z);
  }
}

/// `count` packs of A x from row i on.
template <int count>
// NOLINTNEXTLINE(readability-function-size): the operands of one formula
MARGINLAB_INLINE Index product_block(Index i, Index m, Index ld, const double* A, const double* x,
                                     double* y) {
  Pack s[count];
  for (int b = 0; b < count; ++b) s[b] = all(0);
  for (Index j = 0; j < m; ++j)
    for (int b = 0; b < count; ++b) s[b] += x[j] * load(A + j * ld + i + b * half);
  for (int b = 0; b < count; ++b) store(y + i + b * half, s[b]);
  return i + count * half;
}

/// x_k ... x_{k+3} of L x = b, whose terms in x_0 ... x_{k-1} have been taken off.
MARGINLAB_INLINE void solve_corner(Index k, const Triangle& at, double* x) {
  for (Index b = 0; b < half; ++b) {
    double value = x[k + b];
    for (Index c = 0; c < b; ++c) value -= at.L[(k + c) * at.ld + k + b] * x[k + c];
    x[k + b] = value * at.inverse_diagonal[k + b];
  }
}

/// Of columns k ... k + 3 of L below the corner, the products with x. The four entries behind the corner come
/// as a pack: what was stored one by one cannot be loaded as one without a wait.
// NOLINTNEXTLINE(readability-function-size): the operands of one formula
MARGINLAB_INLINE void below(Index m, const Triangle& at, Index k, const double* x, const Pack& behind,
                            double* sums) {
  Pack low[half], high[half];
  const double* const column = at.L + k * at.ld;
  Index i = k + half;
  for (Index b = 0; b < half; ++b) {
    low[b] = i < m ? load(column + b * at.ld + i) * behind : all(0);
    high[b] = all(0);
  }
  i += half;
  if (i % lanes != 0 && i < m) {
    for (Index b = 0; b < half; ++b) high[b] = load(column + b * at.ld + i) * load(x + i);
    i += half;
  }
  for (; i < m; i += lanes) {
    const Pack here = load(x + i), next = load(x + i + half);
    for (Index b = 0; b < half; ++b) {
      low[b] += load(column + b * at.ld + i) * here;
      high[b] += load(column + b * at.ld + i + half) * next;
    }
  }
  for (Index b = 0; b < half; ++b) sums[b] = folded(low[b], high[b]);
}

/// A plane rotation: (p, q) becomes (c p + s q, c q - s p).
struct Rotation {
  double c, s;
  MARGINLAB_INLINE double first(double p, double q) const { return c * p + s * q; }
  MARGINLAB_INLINE double second(double p, double q) const { return c * q - s * p; }
};

/// The least step of every lane, and the lowest index that has it.
struct Least {
  Pack step = all(never), where = all(0);

  MARGINLAB_INLINE void meet(const Pack& t, const Pack& index) {
    const Mask better = t < step;
    step = better ? t : step;
    where = better ? index : where;
  }

  MARGINLAB_INLINE First first() const {
    const double least = least_lane(step);
    const double index = least_lane(step == all(least) ? where : all(never));
    return {least, least < never ? static_cast<Index>(index) : -1};
  }
};

/// The sums of a node in four of the eight lanes, and its decision values.
struct LaneSums {
  Pack violation = all(0), a_r = all(0), y_a = all(0), mass = all(0), width = all(0);

  MARGINLAB_INLINE Pack add(Index i, const Node& node, const NodeAt& at) {
    const Pack r = load(node.r + i) + at.length * load(node.slope + i), y = load(node.y + i);
    const Pack side = load(node.side + i), a = load(node.a + i), box = load(node.width + i);
    const Pack size = magnitude(r), wrong = positive_part(-(side * r));
    violation += box * (side == all(0) ? size : wrong);
    a_r += a * r;
    y_a += y * a;
    mass += a;
    width += box;
    return y + at.inverse_lambda * r;
  }
};

MARGINLAB_INLINE void store_first(Index count, const Pack& value, double* to) {
  if (count >= half)
    store(to, value);
  else
    for (Index l = 0; l < count; ++l) to[l] = value[l];
}

} // namespace

MARGINLAB_EVERY_LEVEL
double sum(Index n, const double* x) {
  Pack low = all(0), high = all(0);
  for (Index i = 0; i < n; i += lanes) {
    low += load(x + i);
    high += load(x + i + half);
  }
  return folded(low, high);
}

MARGINLAB_EVERY_LEVEL
double dot(Index n, const double* x, const double* z) {
  Pack low = all(0), high = all(0);
  for (Index i = 0; i < n; i += lanes) {
    low += load(x + i) * load(z + i);
    high += load(x + i + half) * load(z + i + half);
  }
  return folded(low, high);
}

MARGINLAB_EVERY_LEVEL
double largest(Index n, const double* x) {
  Pack top = all(0);
  for (Index i = 0; i < n; i += half) top = larger(magnitude(load(x + i)), top);
  return largest_lane(top);
}

MARGINLAB_EVERY_LEVEL
void affine(Index n, const Affine& at, double* y) {
  const Begin begin{at};
  for (Index i = 0; i < padded(n); i += half) store(y + i, begin(i));
}

MARGINLAB_EVERY_LEVEL
NodeSums read(Index n, const Node& node, const NodeAt& at, double* f) {
  LaneSums low, high;
  for (Index i = 0; i < n; i += lanes) {
    store_first(n - i, low.add(i, node, at), f + i);
    store_first(n - i - half, high.add(i + half, node, at), f + i + half);
  }
  return {folded(low.violation, high.violation), folded(low.a_r, high.a_r), folded(low.y_a, high.y_a),
          folded(low.mass, high.mass), folded(low.width, high.width)};
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
  Index j = 0;
  for (; m - j >= 8; j += 8) add_products<8>(padded(m), at, j, x);
  for (; m - j >= 2; j += 2) add_products<2>(padded(m), at, j, x);
  if (j < m) add_products<1>(padded(m), at, j, x);
  Pack low_y = all(0), high_y = all(0), low_z = all(0), high_z = all(0);
  for (Index i = 0; i < m; i += lanes) {
    low_y += load(at.y + i);
    high_y += load(at.y + i + half);
    low_z += load(at.z + i);
    high_z += load(at.z + i + half);
  }
  const double excess = (folded(low_y, high_y) - total) / folded(low_z, high_z);
  Pack top_y = all(0), top_z = all(0), top_x = all(0);
  for (Index i = 0; i < m; i += half) {
    const Pack y = load(at.y + i), z = load(at.z + i), value = y - excess * z;
    store(x + i, value);
    top_y = larger(magnitude(y), top_y);
    top_z = larger(magnitude(z), top_z);
    top_x = larger(magnitude(value), top_x);
  }
  const double size = excess < 0 ? -excess : excess;
  return {excess, largest_lane(top_y) + size * largest_lane(top_z), largest_lane(top_x)};
}

MARGINLAB_EVERY_LEVEL
// NOLINTNEXTLINE(readability-function-size): the operands of one formula
void product(Index m, Index ld, const double* A, const double* x, double* y) {
  Index i = 0;
  while (m - i > 3 * lanes) i = product_block<8>(i, m, ld, A, x, y);
  while (m - i > lanes) i = product_block<4>(i, m, ld, A, x, y);
  if (i < m) product_block<2>(i, m, ld, A, x, y);
}

MARGINLAB_EVERY_LEVEL
// NOLINTNEXTLINE(readability-function-size): the operands of one formula
void rank_one(Index m, Index ld, double c, const double* x, double* A) {
  for (Index j = 0; j < m; ++j) {
    double* column = A + j * ld;
    const double share = c * x[j];
    for (Index i = 0; i < m; i += half) store(column + i, load(column + i) + share * load(x + i));
  }
}

MARGINLAB_EVERY_LEVEL
void forward_substitute(Index m, const Triangle& at, double* x) {
  for (Index k = 0; k < m; k += half) {
    solve_corner(k, at, x);
    const double* const column = at.L + k * at.ld;
    const Pack x0 = all(x[k]), x1 = all(x[k + 1]), x2 = all(x[k + 2]), x3 = all(x[k + 3]);
    for (Index i = k + half; i < m; i += half) {
      Pack value = load(x + i) - x0 * load(column + i);
      value -= x1 * load(column + at.ld + i);
      value -= x2 * load(column + 2 * at.ld + i);
      value -= x3 * load(column + 3 * at.ld + i);
      store(x + i, value);
    }
  }
}

MARGINLAB_EVERY_LEVEL
void backward_substitute(Index m, const Triangle& at, double* x) {
  Pack behind = all(0);
  for (Index k = (m - 1) / half * half; k >= 0; k -= half) {
    double sums[half], value[half];
    below(m, at, k, x, behind, sums);
    for (Index b = half - 1; b >= 0; --b) {
      value[b] = x[k + b] - sums[b];
      for (Index c = b + 1; c < half; ++c) value[b] -= at.L[(k + b) * at.ld + k + c] * value[c];
      value[b] *= at.inverse_diagonal[k + b];
    }
    behind = Pack{value[0], value[1], value[2], value[3]};
    store(x + k, behind);
  }
}

// What is left of the column that is being worked off, from row k on, is in `room`. The column after it still
// has its rows where they were, one further down.
MARGINLAB_EVERY_LEVEL
void remove_row(Index m, const Triangle& at, Index position, const Solutions& of) {
  const Index last = m - 1;
  for (Index k = 0; k < position; ++k) {
    double* const column = at.L + k * at.ld;
    for (Index i = position; i < last; ++i) column[i] = column[i + 1];
    column[last] = 0;
  }
  for (Index i = position; i < last; ++i) of.room[i] = at.L[position * at.ld + i + 1];
  double s = of.s[position], t = of.t[position];
  for (Index k = position; k < last; ++k) {
    double* const column = at.L + k * at.ld;
    const double* const next = column + at.ld + 1; // row k of the new matrix is row k + 1 of the old one
    const double diagonal = __builtin_sqrt(of.room[k] * of.room[k] + next[k] * next[k]);
    const Rotation turn{of.room[k] / diagonal, next[k] / diagonal};
    Index i = k;
    for (; i + half <= last; i += half) {
      const Pack p = load(of.room + i), q = load(next + i);
      store(column + i, turn.c * p + turn.s * q);
      store(of.room + i, turn.c * q - turn.s * p);
    }
    for (; i < last; ++i) {
      const double p = of.room[i], q = next[i];
      column[i] = turn.first(p, q);
      of.room[i] = turn.second(p, q);
    }
    column[k] = diagonal;
    column[last] = 0;
    at.inverse_diagonal[k] = 1 / diagonal;
    const double s_next = of.s[k + 1], t_next = of.t[k + 1];
    of.s[k] = turn.first(s, s_next), s = turn.second(s, s_next);
    of.t[k] = turn.first(t, t_next), t = turn.second(t, t_next);
  }
  at.L[last * at.ld + last] = at.inverse_diagonal[last] = of.s[last] = of.t[last] = 0;
}

MARGINLAB_EVERY_LEVEL
First first_sign_change(Index n, const Residuals& at, double floor) {
  Least least;
  Pack index = {0, 1, 2, 3};
  for (Index i = 0; i < n; i += half, index += all(half)) {
    const Pack side = load(at.side + i), closing = -(side * load(at.slope + i));
    const Pack step = positive_part(side * load(at.r + i)) / closing;
    least.meet(closing > all(floor) ? step : all(never), index);
  }
  return least.first();
}

MARGINLAB_EVERY_LEVEL
First first_exit(Index m, const Rooms& at, double floor) {
  Least least;
  Pack index = {0, 1, 2, 3};
  for (Index i = 0; i < m; i += half, index += all(half)) {
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
