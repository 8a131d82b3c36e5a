#include "core/solver/loops/vector_loops.hpp"

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

/// r_i + length slope_i.
MARGINLAB_INLINE Pack residual(Index i, const Node& node, const NodeAt& at) {
  return load(node.r + i) + at.length * load(node.slope + i);
}

/// Width times the wrong-signed part of r_i, on the elbow times |r_i|.
MARGINLAB_INLINE Pack wrong(Index i, const Node& node, const Pack& r) {
  const Pack side = load(node.side + i), size = magnitude(r), part = positive_part(-(side * r));
  return load(node.width + i) * (side == all(0) ? size : part);
}

/// The sums of a node in four of the eight lanes, and its decision values.
struct LaneSums {
  Pack violation = all(0), a_r = all(0), y_a = all(0), mass = all(0), width = all(0);

  MARGINLAB_INLINE Pack add(Index i, const Node& node, const NodeAt& at) {
    const Pack r = residual(i, node, at), y = load(node.y + i), a = load(node.a + i);
    violation += wrong(i, node, r);
    a_r += a * r;
    y_a += y * a;
    mass += a;
    width += load(node.width + i);
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
double read_violation(Index n, const Node& node, const NodeAt& at, double* f) {
  Pack sum[2] = {all(0), all(0)};
  for (Index begin = 0; begin < n; begin += lanes)
    for (Index b = 0; b < 2; ++b) {
      const Index i = begin + b * half;
      const Pack r = residual(i, node, at);
      sum[b] += wrong(i, node, r);
      store_first(n - i, load(node.y + i) + at.inverse_lambda * r, f + i);
    }
  return folded(sum[0], sum[1]);
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
Index wrong_signs(Index n, const Residuals& at, const WrongAt& where, Index* found) {
  Index count = 0;
  for (Index i = 0; i < n; i += half) {
    const Pack r = load(at.r + i) + where.step * load(at.slope + i);
    const Mask wrong = load(at.side + i) * r < all(-where.slack);
    if ((wrong[0] | wrong[1] | wrong[2] | wrong[3]) == 0) continue;
    for (Index l = 0; l < half; ++l)
      if (wrong[l] != 0) found[count++] = i + l;
  }
  return count;
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
