#include "core/solver/loops/triangle_loops.hpp"

#include "core/elementary/pack.hpp"

namespace core::loops {
namespace {

using Index = std::ptrdiff_t;

MARGINLAB_INLINE double lane_sum(const Pack& x) {
  return (x[0] + x[2]) + (x[1] + x[3]);
}

/// What the unknowns k ... k + 3 take from the later ones, of which the next four come as a pack: they have
/// not reached memory yet. In two sums each, so that none has to wait for the addition before.
struct Later {
  double sum[lanes_of_pack];
};
MARGINLAB_INLINE Later later_terms(const Triangle& R, Index k, const double* w, const Pack& behind) {
  Pack near[lanes_of_pack], far[lanes_of_pack];
  const double* const row = R.row + k * R.ld;
  Index j = k + lanes_of_pack;
  for (Index b = 0; b < lanes_of_pack; ++b) {
    near[b] = j < R.m ? behind * load(row + b * R.ld + j) : all(0);
    far[b] = all(0);
  }
  for (j += lanes_of_pack; j + lanes_of_pack < R.m; j += 2 * lanes_of_pack) {
    const Pack here = load(w + j), next = load(w + j + lanes_of_pack);
    for (Index b = 0; b < lanes_of_pack; ++b) {
      far[b] += here * load(row + b * R.ld + j);
      near[b] += next * load(row + b * R.ld + j + lanes_of_pack);
    }
  }
  if (j < R.m)
    for (Index b = 0; b < lanes_of_pack; ++b) far[b] += load(w + j) * load(row + b * R.ld + j);
  Later out{};
  for (Index b = 0; b < lanes_of_pack; ++b) out.sum[b] = lane_sum(near[b] + far[b]);
  return out;
}

/// The packs of four rows of R in the same columns.
struct FourPacks {
  Pack row[lanes_of_pack];
};

/// Four unknowns of a right side.
struct Four {
  double w[lanes_of_pack];

  MARGINLAB_INLINE Pack taken_from(const Pack& later, const FourPacks& rows) const {
    Pack left = later;
    for (Index b = 0; b < lanes_of_pack; ++b) left -= w[b] * rows.row[b];
    return left;
  }
};

/// The rows k ... k + 3 of R.
struct FourRows {
  const double* row[lanes_of_pack];
  const double* inverse;
  Index k;

  MARGINLAB_INLINE FourRows(const Triangle& R, Index k) : inverse(R.inverse + k), k(k) {
    for (Index b = 0; b < lanes_of_pack; ++b) row[b] = R.row + (k + b) * R.ld;
  }

  MARGINLAB_INLINE FourPacks at(Index j) const {
    FourPacks here;
    for (Index b = 0; b < lanes_of_pack; ++b) here.row[b] = load(row[b] + j);
    return here;
  }

  /// Solves for the unknowns of these rows where the earlier ones have taken their part.
  MARGINLAB_INLINE Four solved(double* w) const {
    const double w0 = w[k] * inverse[0];
    const double w1 = (w[k + 1] - w0 * row[0][k + 1]) * inverse[1];
    const double w2 = (w[k + 2] - w0 * row[0][k + 2] - w1 * row[1][k + 2]) * inverse[2];
    const double w3 = (w[k + 3] - w0 * row[0][k + 3] - w1 * row[1][k + 3] - w2 * row[2][k + 3]) * inverse[3];
    store(w + k, Pack{w0, w1, w2, w3});
    return {{w0, w1, w2, w3}};
  }
};

/// Four unknowns at a time: what they take from the later ones is then one pass over these. A factor that is
/// larger than the nearest cache is read once for all right sides.
template <int count>
MARGINLAB_INLINE void solve_at_once(const Triangle& R, double* const* w) {
  for (Index k = 0; k < R.m; k += lanes_of_pack) {
    const FourRows rows(R, k);
    Four known[count];
    for (int b = 0; b < count; ++b) known[b] = rows.solved(w[b]);
    for (Index j = k + lanes_of_pack; j < R.m; j += lanes_of_pack) {
      const FourPacks here = rows.at(j);
      for (int b = 0; b < count; ++b) store(w[b] + j, known[b].taken_from(load(w[b] + j), here));
    }
  }
}

} // namespace

MARGINLAB_EVERY_LEVEL
void solve_transposed(const Triangle& R, double* w) {
  solve_at_once<1>(R, &w);
}

MARGINLAB_EVERY_LEVEL
void solve_transposed(const Triangle& R, Index count, double* const* w) {
  if (count == 1) return solve_at_once<1>(R, w);
  if (count == 2) return solve_at_once<2>(R, w);
  if (count == 3) return solve_at_once<3>(R, w);
  if (count == 4) return solve_at_once<4>(R, w);
}

MARGINLAB_EVERY_LEVEL
void solve_upright(const Triangle& R, double* w) {
  Pack behind = all(0);
  for (Index k = (R.m - 1) / lanes_of_pack * lanes_of_pack; k >= 0; k -= lanes_of_pack) {
    const double *const r0 = R.row + k * R.ld, *const r1 = r0 + R.ld, *const r2 = r1 + R.ld;
    const Later later = later_terms(R, k, w, behind);
    const double w3 = (w[k + 3] - later.sum[3]) * R.inverse[k + 3];
    const double w2 = (w[k + 2] - later.sum[2] - w3 * r2[k + 3]) * R.inverse[k + 2];
    const double w1 = (w[k + 1] - later.sum[1] - w3 * r1[k + 3] - w2 * r1[k + 2]) * R.inverse[k + 1];
    const double w0 = (w[k] - later.sum[0] - w3 * r0[k + 3] - w2 * r0[k + 2] - w1 * r0[k + 1]) * R.inverse[k];
    behind = Pack{w0, w1, w2, w3};
    store(w + k, behind);
  }
}

MARGINLAB_EVERY_LEVEL
void rotate_to_the_left(const Rows& rows, const Rotation& by) {
  for (Index j = rows.begin; j < rows.end; j += lanes_of_pack) {
    const Pack upper = load(rows.upper + j), lower = load(rows.lower + j);
    store(rows.upper + j - 1, by.c * upper + by.s * lower);
    store(rows.lower + j, by.c * lower - by.s * upper);
  }
}

MARGINLAB_EVERY_LEVEL
GapSums gap_terms(Index n, const GapAt& at, double nu, double* terms) {
  Pack sum = all(0), y_a = all(0), a_g = all(0), greatest = all(0);
  Index i = 0;
  for (; i + lanes_of_pack <= n; i += lanes_of_pack) {
    const Pack a = load(at.a + i), g = load(at.g + i), residual = g - all(nu);
    const Pack term = larger(residual * (a - load(at.lower + i)), residual * (a - load(at.upper + i)));
    store(terms + i, term);
    sum += term;
    y_a += load(at.y + i) * a;
    a_g += a * g;
    greatest = larger(term, greatest);
  }
  GapSums out{lane_sum(sum), lane_sum(y_a), lane_sum(a_g), largest_lane(greatest)};
  for (; i < n; ++i) {
    const double residual = at.g[i] - nu, below = residual * (at.a[i] - at.lower[i]),
                 above = residual * (at.a[i] - at.upper[i]);
    terms[i] = below > above ? below : above;
    out.terms += terms[i];
    out.y_a += at.y[i] * at.a[i];
    out.a_g += at.a[i] * at.g[i];
    out.greatest = terms[i] > out.greatest ? terms[i] : out.greatest;
  }
  return out;
}

} // namespace core::loops
