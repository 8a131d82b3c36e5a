#include "core/solver/multiclass/piece_loops.hpp"

#include "core/elementary/pack.hpp"

#define MARGINLAB_INLINE [[gnu::always_inline]] inline
#define MARGINLAB_UNROLL _Pragma("GCC unroll 32")
#define MARGINLAB_LAMBDA __attribute__((always_inline))

namespace core::pieces {
namespace {

/// A number of classes that the compiler knows.
template <int count>
struct Count {
  static constexpr int K = count, J = count - 1, entries = J * (J + 1) / 2;
};

/// Calls visit(Count<K>) for the K at hand.
template <class Visit>
MARGINLAB_INLINE void for_classes(Index k, const Visit& visit) {
  switch (k) {
    case 2:
      visit(Count<2>{});
      break;
    case 3:
      visit(Count<3>{});
      break;
    case 4:
      visit(Count<4>{});
      break;
    case 5:
      visit(Count<5>{});
      break;
    case 6:
      visit(Count<6>{});
      break;
    case 7:
      visit(Count<7>{});
      break;
    case 8:
      visit(Count<8>{});
      break;
    default:
      break;
  }
}

typedef long long Mask __attribute__((vector_size(32)));
constexpr Index half = lanes / 2;

/// sum_k V_kp d_k. Column p of the basis is zero below row p + 1.
template <int K>
MARGINLAB_INLINE HalfPack along_basis(const double* basis, int p, const HalfPack* d) {
  HalfPack sum = all_half(0);
  MARGINLAB_UNROLL
  for (int k = 0; k <= p + 1; ++k) sum += basis[p * K + k] * d[k];
  return sum;
}

template <int K>
MARGINLAB_INLINE void values_of(const Inputs& in, const double* w, const double* base, double* y) {
  for (Index i = 0; i < in.m; i += half) {
    HalfPack s[K];
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) s[k] = base ? HalfPack(load_half(base + k * in.m + i)) : HalfPack{};
    for (Index j = 0; j < in.columns; ++j) {
      const HalfPack x = load_half(in.x + j * in.m + i);
      MARGINLAB_UNROLL
      for (int k = 0; k < K; ++k) s[k] += w[k * in.columns + j] * x;
    }
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) store(y + k * in.m + i, s[k]);
  }
}

template <int J>
MARGINLAB_INLINE void moments_of(const Inputs& in, const double* v, double* out) {
  for (Index j = 0; j < in.columns; ++j) {
    HalfPack s[2][J];
    MARGINLAB_UNROLL
    for (int p = 0; p < 2 * J; ++p) s[p / J][p % J] = HalfPack{};
    for (Index i = 0; i < in.m; i += lanes) {
      MARGINLAB_UNROLL
      for (int h = 0; h < 2; ++h) {
        const HalfPack x = load_half(in.x + j * in.m + i + h * half);
        MARGINLAB_UNROLL
        for (int p = 0; p < J; ++p) s[h][p] += x * load_half(v + p * in.m + i + h * half);
      }
    }
    MARGINLAB_UNROLL
    for (int p = 0; p < J; ++p) out[p * in.columns + j] = folded(s[0][p], s[1][p]);
  }
}

template <int K>
MARGINLAB_INLINE void onto_basis_of(const double* basis, Index m, const double* l, double* v) {
  for (Index i = 0; i < m; i += half) {
    HalfPack d[K];
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) d[k] = load_half(l + k * m + i);
    MARGINLAB_UNROLL
    for (int p = 0; p + 1 < K; ++p) store(v + p * m + i, along_basis<K>(basis, p, d));
  }
}

template <int K>
MARGINLAB_INLINE void tops_of(Index m, const double* t, const double* f, const Tops& out) {
  for (Index i = 0; i < m; i += half) {
    HalfPack first = load_half(t + i) + load_half(f + i), second = all_half(-1e300), which = all_half(0);
    MARGINLAB_UNROLL
    for (int k = 1; k < K; ++k) {
      const HalfPack value = load_half(t + k * m + i) + load_half(f + k * m + i);
      const Mask better = value > first;
      second = better ? first : larger(value, second);
      first = better ? value : first;
      which = better ? all_half(k) : which;
    }
    store(out.value + i, first);
    store(out.lead + i, first - second);
    store(out.which + i, which);
  }
}

template <int K>
MARGINLAB_INLINE void beyond_of(const Pieces& pieces, const Change& change, double* out) {
  const Index m = pieces.m;
  for (Index i = 0; i < m; i += half) {
    const HalfPack which = load_half(change.which + i);
    HalfPack on = HalfPack{}, most = HalfPack{} - 1e300;
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) {
      const Index at = k * m + i;
      const HalfPack before = load_half(pieces.t + at) + load_half(pieces.f + at);
      const HalfPack after = before + change.length * load_half(change.df + at);
      most = after > most ? after : most;
      on = which == HalfPack{} + k ? after : on;
    }
    store(out + i, most - on);
  }
}

template <int K>
MARGINLAB_INLINE void begin_of(const State& at, const double* t, const double* f, const double* room) {
  for (Index i = 0; i < at.m; i += half) {
    HalfPack p[K], top = all_half(-1e300);
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) {
      p[k] = load_half(t + k * at.m + i) + load_half(f + k * at.m + i);
      top = larger(p[k], top);
    }
    top += load_half(room + i);
    HalfPack sum = all_half(0);
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) {
      const HalfPack slack = top - p[k];
      store(at.slack + k * at.m + i, slack);
      p[k] = 1 / slack;
      sum += p[k];
    }
    const HalfPack share = load_half(at.cost + i) / sum;
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) store(at.multiplier + k * at.m + i, share * p[k]);
  }
}

/// Where a pack of entries goes, each m behind the one before.
struct Entries {
  double* first;
  Index m;
};

/// Rows k and l of V differ in columns from max(k - 1, 0) to l - 1 only; by how much, pair after pair, l = 1
/// .. K - 1, k < l.
template <int K>
struct RowDifferences {
  static constexpr int pair(int k, int l) { return l * (l - 1) / 2 + k; }
  double of[K * (K - 1) / 2][K - 1];

  MARGINLAB_INLINE explicit RowDifferences(const double* basis) {
    for (int l = 1; l < K; ++l)
      for (int k = 0; k < l; ++k)
        for (int p = 0; p + 1 < K; ++p) of[pair(k, l)][p] = basis[p * K + k] - basis[p * K + l];
  }
};

/// V'(diag(d) - d d' / sum d)V as a sum over pairs of pieces of d_k d_l / sum d times squares of differences
/// of V's rows: no term is negative, so that what a leading piece leaves of the others is not lost.
template <int K>
MARGINLAB_INLINE void store_bend(const RowDifferences<K>& rows, const HalfPack* d, const HalfPack& total,
                                 Entries bend) {
  HalfPack sum[K * (K - 1) / 2];
  for (HalfPack& entry : sum) entry = all_half(0);
  MARGINLAB_UNROLL
  for (int l = 1; l < K; ++l) {
    MARGINLAB_UNROLL
    for (int k = 0; k < l; ++k) {
      const HalfPack both = (d[k] * total) * d[l];
      const double* difference = rows.of[RowDifferences<K>::pair(k, l)];
      const int from = k > 0 ? k - 1 : 0;
      MARGINLAB_UNROLL
      for (int p = from; p < l; ++p) {
        const HalfPack left = difference[p] * both;
        MARGINLAB_UNROLL
        for (int q = from; q <= p; ++q) sum[p * (p + 1) / 2 + q] += difference[q] * left;
      }
    }
  }
  MARGINLAB_UNROLL
  for (int e = 0; e < K * (K - 1) / 2; ++e) store(bend.first + e * bend.m, sum[e]);
}

/// The basis, and the differences of its rows.
template <int K>
struct Basis {
  const double* columns;
  RowDifferences<K> rows;
};

template <int K>
MARGINLAB_INLINE HalfPack condense_half(const Basis<K>& basis, const State& at, const Step& step, Index i) {
  HalfPack d[K], sum = all_half(0), complementarity = all_half(0);
  MARGINLAB_UNROLL
  for (int k = 0; k < K; ++k) {
    const HalfPack slack = load_half(at.slack + k * at.m + i), a = load_half(at.multiplier + k * at.m + i);
    const HalfPack inverse = 1 / slack;
    d[k] = a * inverse;
    sum += d[k];
    complementarity += a * slack;
    store(step.inverse + k * at.m + i, inverse);
    store(step.weight + k * at.m + i, d[k]);
  }
  const HalfPack total = 1 / sum, scale = load_half(at.cost + i) * total;
  store(step.total + i, total);
  HalfPack v[K - 1];
  MARGINLAB_UNROLL
  for (int p = 0; p + 1 < K; ++p) {
    v[p] = along_basis<K>(basis.columns, p, d);
    store(step.along + p * at.m + i, v[p]);
    store(step.pull + p * at.m + i, v[p] * scale);
  }
  store_bend<K>(basis.rows, d, total, {step.bend + i, at.m});
  return complementarity;
}

template <int K>
MARGINLAB_INLINE double condense_of(const double* basis, const State& at, const Step& step) {
  const Basis<K> both{basis, RowDifferences<K>(basis)};
  HalfPack low = all_half(0), high = all_half(0);
  for (Index i = 0; i < at.m; i += lanes) {
    low += condense_half<K>(both, at, step, i);
    high += condense_half<K>(both, at, step, i + half);
  }
  return folded(low, high);
}

/// Columns j, and l and those behind it.
struct Place {
  Index j, l;
};

/// Entries of `count` columns at once: their sums stay in registers, and an observation's bend is read once.
template <int J, int count>
MARGINLAB_INLINE void hessian_block(const Inputs& in, const double* bend, Place at, double* out) {
  constexpr int entries = J * (J + 1) / 2, all_entries = count * entries;
  const Index r = in.columns, size = J * r;
  const Index above = at.j + 1 < r ? at.j : at.l + count < r ? at.l : 0;
  HalfPack s[2 * all_entries];
  MARGINLAB_UNROLL
  for (int e = 0; e < 2 * all_entries; ++e) s[e] = HalfPack{};
  for (Index h = 0; h < 2; ++h) {
    HalfPack* sum = s + h * all_entries;
    for (Index i = (in.lower ? above / lanes * lanes : 0) + h * half; i < in.m; i += lanes) {
      const HalfPack x = load_half(in.x + at.j * in.m + i);
      MARGINLAB_UNROLL
      for (int b = 0; b < count; ++b) {
        const HalfPack xx = x * load_half(in.x + (at.l + b) * in.m + i);
        MARGINLAB_UNROLL
        for (int e = 0; e < entries; ++e) sum[b * entries + e] += xx * load_half(bend + e * in.m + i);
      }
    }
  }
  MARGINLAB_UNROLL
  for (int b = 0; b < count; ++b) {
    const Index j = at.j, l = at.l + b;
    int e = 0;
    MARGINLAB_UNROLL
    for (int p = 0; p < J; ++p) {
      MARGINLAB_UNROLL
      for (int q = 0; q <= p; ++q, ++e) {
        const double sum = folded(s[b * entries + e], s[all_entries + b * entries + e]);
        out[(p * r + j) * size + q * r + l] = out[(q * r + l) * size + p * r + j] = sum;
        out[(p * r + l) * size + q * r + j] = out[(q * r + j) * size + p * r + l] = sum;
      }
    }
  }
}

template <int J>
MARGINLAB_INLINE void hessian_of(const Inputs& in, const double* bend, double* out) {
  constexpr int together = J <= 2 ? 2 : 1; // what the registers of two vector levels hold
  for (Index j = 0; j < in.columns; ++j) {
    Index l = 0;
    for (; l + together <= j + 1; l += together) hessian_block<J, together>(in, bend, {j, l}, out);
    for (; l <= j; ++l) hessian_block<J, 1>(in, bend, {j, l}, out);
  }
}

/// How far half a pack may go, and its curvature.
struct HalfReach {
  HalfPack fastest = all_half(0.5), curvature = all_half(0);
};

/// The change of f [m x K], from an observation on.
struct From {
  const double* df;
  Index i;
};

MARGINLAB_INLINE Reach reach_of(const HalfReach& low, const HalfReach& high) {
  return {largest_lane(larger(low.fastest, high.fastest)), folded(low.curvature, high.curvature)};
}

template <int K>
MARGINLAB_INLINE void predict_half(const State& at, const Step& step, const From& from, HalfReach& out) {
  const auto [df, i] = from;
  HalfPack rise = -load_half(at.cost + i);
  MARGINLAB_UNROLL
  for (int k = 0; k < K; ++k) rise += load_half(step.weight + k * at.m + i) * load_half(df + k * at.m + i);
  rise *= load_half(step.total + i);
  MARGINLAB_UNROLL
  for (int k = 0; k < K; ++k) {
    const Index at_k = k * at.m + i;
    const HalfPack ds = rise - load_half(df + at_k), share = ds * load_half(step.inverse + at_k);
    const HalfPack product = -(load_half(at.multiplier + at_k) * ds) * (1 + share);
    out.fastest = larger(larger(-share, 1 + share), out.fastest);
    out.curvature += product;
    store(step.target + at_k, product);
  }
}

template <int K>
MARGINLAB_INLINE Reach predict_of(const State& at, const Step& step, const double* df) {
  HalfReach low, high;
  for (Index i = 0; i < at.m; i += lanes) {
    predict_half<K>(at, step, {df, i}, low);
    predict_half<K>(at, step, {df, i + half}, high);
  }
  return reach_of(low, high);
}

template <int K>
MARGINLAB_INLINE void aim_of(const double* basis, const State& at, const Step& step, double centre) {
  for (Index i = 0; i < at.m; i += half) {
    HalfPack e[K], sum = -load_half(at.cost + i);
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) {
      const Index at_k = k * at.m + i;
      e[k] = (centre - load_half(step.target + at_k)) * load_half(step.inverse + at_k);
      sum += e[k];
      store(step.target + at_k, e[k]);
    }
    const HalfPack share = sum * load_half(step.total + i);
    MARGINLAB_UNROLL
    for (int p = 0; p + 1 < K; ++p)
      store(step.pull + p * at.m + i,
            along_basis<K>(basis, p, e) - share * load_half(step.along + p * at.m + i));
  }
}

template <int K>
MARGINLAB_INLINE void correct_half(const State& at, const Step& step, const From& from, HalfReach& out) {
  const auto [df, i] = from;
  HalfPack rise = -load_half(at.cost + i);
  MARGINLAB_UNROLL
  for (int k = 0; k < K; ++k) {
    const Index at_k = k * at.m + i;
    rise += load_half(step.target + at_k) + load_half(step.weight + at_k) * load_half(df + at_k);
  }
  rise *= load_half(step.total + i);
  MARGINLAB_UNROLL
  for (int k = 0; k < K; ++k) {
    const Index at_k = k * at.m + i;
    const HalfPack ds = rise - load_half(df + at_k), a = load_half(at.multiplier + at_k);
    const HalfPack da = load_half(step.target + at_k) - a - load_half(step.weight + at_k) * ds;
    out.fastest = larger(larger(-ds * load_half(step.inverse + at_k), -da / a), out.fastest);
    out.curvature += da * ds;
    store(step.d_slack + at_k, ds);
    store(step.d_multiplier + at_k, da);
  }
}

template <int K>
MARGINLAB_INLINE Reach correct_of(const State& at, const Step& step, const double* df) {
  HalfReach low, high;
  for (Index i = 0; i < at.m; i += lanes) {
    correct_half<K>(at, step, {df, i}, low);
    correct_half<K>(at, step, {df, i + half}, high);
  }
  return reach_of(low, high);
}

} // namespace

MARGINLAB_EVERY_LEVEL
void values(const Classes& of, const Inputs& in, const Affine& at, double* y) {
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { values_of<c.K>(in, at.w, at.base, y); });
}

MARGINLAB_EVERY_LEVEL
void moments(const Classes& of, const Inputs& in, const double* v, double* out) {
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { moments_of<c.J>(in, v, out); });
}

MARGINLAB_EVERY_LEVEL
void onto_basis(const Classes& of, Index m, const double* l, double* v) {
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { onto_basis_of<c.K>(of.basis, m, l, v); });
}

MARGINLAB_EVERY_LEVEL
void tops(const Classes& of, const Pieces& pieces, const Tops& out) {
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { tops_of<c.K>(pieces.m, pieces.t, pieces.f, out); });
}

MARGINLAB_EVERY_LEVEL
void beyond(const Classes& of, const Pieces& pieces, const Change& change, double* out) {
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { beyond_of<c.K>(pieces, change, out); });
}

MARGINLAB_EVERY_LEVEL
void begin(const Classes& of, const State& state, const Pieces& pieces, const double* room) {
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { begin_of<c.K>(state, pieces.t, pieces.f, room); });
}

MARGINLAB_EVERY_LEVEL
double condense(const Classes& of, const State& state, const Step& step) {
  double sum = 0;
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { sum = condense_of<c.K>(of.basis, state, step); });
  return sum;
}

MARGINLAB_EVERY_LEVEL
void hessian(const Classes& of, const Inputs& in, const double* bend, double* out) {
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { hessian_of<c.J>(in, bend, out); });
}

MARGINLAB_EVERY_LEVEL
Reach predict(const Classes& of, const State& state, const Step& step, const double* df) {
  Reach reach{};
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { reach = predict_of<c.K>(state, step, df); });
  return reach;
}

MARGINLAB_EVERY_LEVEL
void aim(const Classes& of, const State& state, const Step& step, double centre) {
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { aim_of<c.K>(of.basis, state, step, centre); });
}

MARGINLAB_EVERY_LEVEL
Reach correct(const Classes& of, const State& state, const Step& step, const double* df) {
  Reach reach{};
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { reach = correct_of<c.K>(state, step, df); });
  return reach;
}

MARGINLAB_EVERY_LEVEL
void move(const Classes& of, const State& state, const Step& step, double length) {
  const Index size = of.count * state.m;
  for (Index i = 0; i < size; i += lanes) {
    store(state.slack + i, load(state.slack + i) + length * load(step.d_slack + i));
    store(state.multiplier + i, load(state.multiplier + i) + length * load(step.d_multiplier + i));
  }
}

} // namespace core::pieces
