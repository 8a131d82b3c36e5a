#include "core/solver/multiclass/small_cholesky.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "core/elementary/pack.hpp"

namespace core {

namespace {

using Eigen::Index;

/// A pivot that is this share of its diagonal entry, or less, is rounding.
constexpr double nothing = 1e-15;

/// In its place: the direction is left alone.
constexpr double frozen = 1e100;

constexpr Index lanes = 8;

/// For sizes at which the calls of a general routine cost more than its blocks save.
bool factorise_small(Matrix& H) {
  const Index n = H.rows();
  double* h = H.data();
  for (Index j = 0; j < n; ++j) {
    double* column = h + j * n;
    const double diagonal = column[j];
    for (Index l = 0; l < j; ++l) {
      const double* other = h + l * n;
      const double share = other[j];
      for (Index i = j; i < n; ++i) column[i] -= share * other[i];
    }
    if (!(column[j] > nothing * diagonal)) column[j] = frozen;
    const double inverse = 1 / std::sqrt(column[j]);
    for (Index i = j; i < n; ++i) column[i] *= inverse;
  }
  return std::isfinite(h[n * n - 1]);
}

/// A matrix of whole packs, and where eight of its columns begin.
struct Panel {
  double* h;
  Index n, j;
};

/// h_ij -= sum_{l < j} h_il h_jl for a pack of rows from i and four columns from `column` on.
[[gnu::always_inline]] inline void subtract_products(const Panel& at, Index column, Index i) {
  constexpr int together = 4;
  Pack sum[together];
  for (int c = 0; c < together; ++c) sum[c] = load(at.h + (column + c) * at.n + i);
  for (Index l = 0; l < at.j; ++l) {
    const double* done = at.h + l * at.n;
    const Pack rows = load(done + i);
    for (int c = 0; c < together; ++c) sum[c] -= done[column + c] * rows;
  }
  for (int c = 0; c < together; ++c) store(at.h + (column + c) * at.n + i, sum[c]);
}

/// The eight columns themselves, where those before them are done; diagonal [n] is that of the matrix.
[[gnu::always_inline]] inline void factorise_panel(const Panel& at, const double* diagonal) {
  for (Index c = 0; c < lanes; ++c) {
    double* column = at.h + (at.j + c) * at.n;
    for (Index b = 0; b < c; ++b) {
      const double* other = at.h + (at.j + b) * at.n;
      const double share = other[at.j + c];
      for (Index i = at.j; i < at.n; i += lanes)
        store(column + i, load(column + i) - share * load(other + i));
    }
    double pivot = column[at.j + c];
    if (!(pivot > nothing * diagonal[at.j + c])) pivot = column[at.j + c] = frozen;
    const double inverse = 1 / __builtin_sqrt(pivot);
    for (Index i = at.j; i < at.n; i += lanes) store(column + i, load(column + i) * inverse);
  }
}

MARGINLAB_EVERY_LEVEL
void factorise_packs(double* h, const double* diagonal, Index n) {
  for (Index j = 0; j < n; j += lanes) {
    const Panel panel{h, n, j};
    for (Index i = j; i < n; i += lanes) {
      subtract_products(panel, j, i);
      subtract_products(panel, j + lanes / 2, i);
    }
    factorise_panel(panel, diagonal);
  }
}

/// Eight columns at a time, padded by ones on the diagonal to whole packs.
bool factorise_large(Matrix& H) {
  const Index n = H.rows(), m = (n + lanes - 1) / lanes * lanes;
  Matrix padded = Matrix::Identity(m, m);
  padded.topLeftCorner(n, n) = H;
  const Vector diagonal = padded.diagonal();
  factorise_packs(padded.data(), diagonal.data(), m);
  H = padded.topLeftCorner(n, n);
  return std::isfinite(H(n - 1, n - 1));
}

} // namespace

bool factorise(Matrix& H) {
  constexpr Index small = 24, large = 40;
  if (H.rows() <= small) return factorise_small(H);
  if (H.rows() >= large) return factorise_large(H);
  const Matrix kept = H;
  if (Eigen::LLT<Eigen::Ref<Matrix>>(H).info() == Eigen::Success) return true;
  H = kept;
  return factorise_small(H);
}

void solve_factorised(const Matrix& L, double* b) {
  const Index n = L.rows();
  const double* h = L.data();
  for (Index j = 0; j < n; ++j) {
    const double* column = h + j * n;
    b[j] /= column[j];
    for (Index i = j + 1; i < n; ++i) b[i] -= b[j] * column[i];
  }
  for (Index j = n - 1; j >= 0; --j) {
    const double* column = h + j * n;
    double sum = b[j];
    for (Index i = j + 1; i < n; ++i) sum -= column[i] * b[i];
    b[j] = sum / column[j];
  }
}

} // namespace core
