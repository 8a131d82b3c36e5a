#include "core/multiclass/machine/piece_loops.hpp"

#include "core/elementary/pack.hpp"
#include "core/multiclass/machine/known_classes.hpp"

namespace core::pieces {
namespace {

typedef long long Mask __attribute__((vector_size(32)));
constexpr Index half = lanes / 2;

/// sum_k V_kp d_k. Column p of the basis is zero below row p + 1.
template <int K>
MARGINLAB_INLINE Pack along_basis(const double* basis, int p, const Pack* d) {
  Pack sum = all(0);
  MARGINLAB_UNROLL
  for (int k = 0; k <= p + 1; ++k) sum += basis[p * K + k] * d[k];
  return sum;
}

template <int K>
MARGINLAB_INLINE void values_of(const Inputs& in, const double* w, const double* base, double* y) {
  for (Index i = 0; i < in.m; i += half) {
    Pack s[K];
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) s[k] = base ? Pack(load(base + k * in.m + i)) : Pack{};
    for (Index j = 0; j < in.columns; ++j) {
      const Pack x = load(in.x + j * in.m + i);
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
    Pack s[2][J];
    MARGINLAB_UNROLL
    for (int p = 0; p < 2 * J; ++p) s[p / J][p % J] = Pack{};
    for (Index i = 0; i < in.m; i += lanes) {
      MARGINLAB_UNROLL
      for (int h = 0; h < 2; ++h) {
        const Pack x = load(in.x + j * in.m + i + h * half);
        MARGINLAB_UNROLL
        for (int p = 0; p < J; ++p) s[h][p] += x * load(v + p * in.m + i + h * half);
      }
    }
    MARGINLAB_UNROLL
    for (int p = 0; p < J; ++p) out[p * in.columns + j] = folded(s[0][p], s[1][p]);
  }
}

template <int K>
MARGINLAB_INLINE void onto_basis_of(const double* basis, Index m, const double* l, double* v) {
  for (Index i = 0; i < m; i += half) {
    Pack d[K];
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) d[k] = load(l + k * m + i);
    MARGINLAB_UNROLL
    for (int p = 0; p + 1 < K; ++p) store(v + p * m + i, along_basis<K>(basis, p, d));
  }
}

template <int K>
MARGINLAB_INLINE void tops_of(Index m, const double* t, const double* f, const Tops& out) {
  for (Index i = 0; i < m; i += half) {
    Pack first = load(t + i) + load(f + i), second = all(-1e300), which = all(0);
    MARGINLAB_UNROLL
    for (int k = 1; k < K; ++k) {
      const Pack value = load(t + k * m + i) + load(f + k * m + i);
      const Mask better = value > first;
      second = better ? first : larger(value, second);
      first = better ? value : first;
      which = better ? all(k) : which;
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
    const Pack which = load(change.which + i);
    Pack on = Pack{}, most = Pack{} - 1e300;
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) {
      const Index at = k * m + i;
      const Pack before = load(pieces.t + at) + load(pieces.f + at);
      const Pack after = before + change.length * load(change.df + at);
      most = after > most ? after : most;
      on = which == Pack{} + k ? after : on;
    }
    store(out + i, most - on);
  }
}

template <int K>
MARGINLAB_INLINE void begin_of(const State& at, const double* t, const double* f, const double* room) {
  for (Index i = 0; i < at.m; i += half) {
    Pack p[K], top = all(-1e300);
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) {
      p[k] = load(t + k * at.m + i) + load(f + k * at.m + i);
      top = larger(p[k], top);
    }
    top += load(room + i);
    Pack sum = all(0);
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) {
      const Pack slack = top - p[k];
      store(at.slack + k * at.m + i, slack);
      p[k] = 1 / slack;
      sum += p[k];
    }
    const Pack share = load(at.cost + i) / sum;
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) store(at.multiplier + k * at.m + i, share * p[k]);
  }
}

/// Where a pack of entries goes, each m behind the one before.
struct Entries {
  double* first;
  Index m;
};

/// diag(d) - d d' / sum d without its last row and column. On the diagonal stands d_p times what the other
/// pieces have of the sum, so that what a leading piece leaves of them is not lost.
template <int K>
MARGINLAB_INLINE void store_bend(const Pack* d, const Pack& total, Entries bend) {
  Pack behind[K], before = all(0);
  behind[K - 1] = all(0);
  MARGINLAB_UNROLL
  for (int k = K - 1; k > 0; --k) behind[k - 1] = behind[k] + d[k];
  int e = 0;
  MARGINLAB_UNROLL
  for (int p = 0; p + 1 < K; ++p) {
    const Pack share = d[p] * total;
    MARGINLAB_UNROLL
    for (int q = 0; q < p; ++q, ++e) store(bend.first + e * bend.m, -(share * d[q]));
    store(bend.first + e++ * bend.m, share * (before + behind[p]));
    before += d[p];
  }
}

template <int K>
MARGINLAB_INLINE Pack condense_half(const State& at, const Step& step, Index i) {
  Pack d[K], sum = all(0), complementarity = all(0);
  MARGINLAB_UNROLL
  for (int k = 0; k < K; ++k) {
    const Pack slack = load(at.slack + k * at.m + i), a = load(at.multiplier + k * at.m + i);
    const Pack inverse = 1 / slack;
    d[k] = a * inverse;
    sum += d[k];
    complementarity += a * slack;
    store(step.inverse + k * at.m + i, inverse);
    store(step.weight + k * at.m + i, d[k]);
  }
  const Pack total = 1 / sum, scale = load(at.cost + i) * total;
  store(step.total + i, total);
  MARGINLAB_UNROLL
  for (int p = 0; p + 1 < K; ++p) store(step.pull + p * at.m + i, d[p] * scale);
  store_bend<K>(d, total, {step.bend + i, at.m});
  return complementarity;
}

template <int K>
MARGINLAB_INLINE double condense_of(const State& at, const Step& step) {
  Pack low = all(0), high = all(0);
  for (Index i = 0; i < at.m; i += lanes) {
    low += condense_half<K>(at, step, i);
    high += condense_half<K>(at, step, i + half);
  }
  return folded(low, high);
}

/// What the registers of two vector levels hold of sums.
constexpr int held = 5;

/// What the entries (j, l) of a hessian add up, from an observation on.
struct Products {
  const double *x_j, *x_l, *bend;
  Index m, from;
};

/// The sums of `count` entries of the bend, from `first` on.
template <int first, int count>
MARGINLAB_INLINE void some_sums(const Products& of, double* sums) {
  Pack low[count], high[count];
  MARGINLAB_UNROLL
  for (int e = 0; e < count; ++e) low[e] = high[e] = all(0);
  for (Index i = of.from; i < of.m; i += lanes) {
    const Pack x = load(of.x_j + i) * load(of.x_l + i);
    const Pack z = load(of.x_j + i + half) * load(of.x_l + i + half);
    MARGINLAB_UNROLL
    for (int e = 0; e < count; ++e) {
      const double* bend = of.bend + (first + e) * of.m + i;
      low[e] += x * load(bend);
      high[e] += z * load(bend + half);
    }
  }
  MARGINLAB_UNROLL
  for (int e = 0; e < count; ++e) sums[first + e] = folded(low[e], high[e]);
}

template <int first, int entries>
MARGINLAB_INLINE void all_sums(const Products& of, double* sums) {
  constexpr int count = entries - first < held ? entries - first : held;
  some_sums<first, count>(of, sums);
  if constexpr (first + count < entries) all_sums<first + count, entries>(of, sums);
}

template <int J>
MARGINLAB_INLINE void hessian_of(const Inputs& in, const double* bend, double* out) {
  constexpr int entries = J * (J + 1) / 2;
  const Index r = in.columns, size = J * r;
  for (Index j = 0; j < r; ++j) {
    for (Index l = 0; l <= j; ++l) {
      const Index above = j + 1 < r ? j : l + 1 < r ? l : 0;
      double sums[entries];
      all_sums<0, entries>(
          {in.x + j * in.m, in.x + l * in.m, bend, in.m, in.lower ? above / lanes * lanes : 0}, sums);
      const double* sum = sums;
      for (int p = 0; p < J; ++p) {
        for (int q = 0; q <= p; ++q, ++sum) {
          out[(p * r + j) * size + q * r + l] = out[(q * r + l) * size + p * r + j] = *sum;
          out[(p * r + l) * size + q * r + j] = out[(q * r + j) * size + p * r + l] = *sum;
        }
      }
    }
  }
}

/// How far half a pack may go, and its curvature.
struct HalfReach {
  Pack fastest = all(0.5), curvature = all(0);
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
  Pack rise = -load(at.cost + i);
  MARGINLAB_UNROLL
  for (int k = 0; k < K; ++k) rise += load(step.weight + k * at.m + i) * load(df + k * at.m + i);
  rise *= load(step.total + i);
  MARGINLAB_UNROLL
  for (int k = 0; k < K; ++k) {
    const Index at_k = k * at.m + i;
    const Pack ds = rise - load(df + at_k), share = ds * load(step.inverse + at_k);
    const Pack product = -(load(at.multiplier + at_k) * ds) * (1 + share);
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
MARGINLAB_INLINE void aim_of(const State& at, const Step& step, double centre) {
  for (Index i = 0; i < at.m; i += half) {
    Pack e[K], sum = -load(at.cost + i);
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) {
      const Index at_k = k * at.m + i;
      e[k] = (centre - load(step.target + at_k)) * load(step.inverse + at_k);
      sum += e[k];
      store(step.target + at_k, e[k]);
    }
    const Pack share = sum * load(step.total + i);
    MARGINLAB_UNROLL
    for (int p = 0; p + 1 < K; ++p)
      store(step.pull + p * at.m + i, e[p] - share * load(step.weight + p * at.m + i));
  }
}

template <int K>
MARGINLAB_INLINE void correct_half(const State& at, const Step& step, const From& from, HalfReach& out) {
  const auto [df, i] = from;
  Pack rise = -load(at.cost + i);
  MARGINLAB_UNROLL
  for (int k = 0; k < K; ++k) {
    const Index at_k = k * at.m + i;
    rise += load(step.target + at_k) + load(step.weight + at_k) * load(df + at_k);
  }
  rise *= load(step.total + i);
  MARGINLAB_UNROLL
  for (int k = 0; k < K; ++k) {
    const Index at_k = k * at.m + i;
    const Pack ds = rise - load(df + at_k), a = load(at.multiplier + at_k);
    const Pack da = load(step.target + at_k) - a - load(step.weight + at_k) * ds;
    out.fastest = larger(larger(-ds * load(step.inverse + at_k), -da / a), out.fastest);
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
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { sum = condense_of<c.K>(state, step); });
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
  for_classes(of.count, [&](auto c) MARGINLAB_LAMBDA { aim_of<c.K>(state, step, centre); });
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
  for (Index i = 0; i < size; i += half) {
    store(state.slack + i, load(state.slack + i) + length * load(step.d_slack + i));
    store(state.multiplier + i, load(state.multiplier + i) + length * load(step.d_multiplier + i));
  }
}

} // namespace core::pieces
