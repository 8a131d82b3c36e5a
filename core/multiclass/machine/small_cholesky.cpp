#include "core/multiclass/machine/small_cholesky.hpp"

#include <Eigen/Cholesky>
#include <cmath>

namespace core {

namespace {

/// A pivot that is this share of its diagonal entry, or less, is rounding.
constexpr double nothing = 1e-15;

/// In its place: the direction is left alone.
constexpr double frozen = 1e100;

/// For sizes at which the calls of a general routine cost more than its blocks save.
bool factorise_small(Matrix& H) {
  const Eigen::Index n = H.rows();
  double* h = H.data();
  for (Eigen::Index j = 0; j < n; ++j) {
    double* column = h + j * n;
    const double diagonal = column[j];
    for (Eigen::Index l = 0; l < j; ++l) {
      const double* other = h + l * n;
      const double share = other[j];
      for (Eigen::Index i = j; i < n; ++i) column[i] -= share * other[i];
    }
    if (!(column[j] > nothing * diagonal)) column[j] = frozen;
    const double inverse = 1 / std::sqrt(column[j]);
    for (Eigen::Index i = j; i < n; ++i) column[i] *= inverse;
  }
  return std::isfinite(h[n * n - 1]);
}

} // namespace

bool factorise(Matrix& H) {
  constexpr Eigen::Index small = 24;
  if (H.rows() <= small) return factorise_small(H);
  const Matrix kept = H;
  if (Eigen::LLT<Eigen::Ref<Matrix>>(H).info() == Eigen::Success) return true;
  H = kept;
  return factorise_small(H);
}

void solve_factorised(const Matrix& L, double* b) {
  const Eigen::Index n = L.rows();
  const double* h = L.data();
  for (Eigen::Index j = 0; j < n; ++j) {
    const double* column = h + j * n;
    b[j] /= column[j];
    for (Eigen::Index i = j + 1; i < n; ++i) b[i] -= b[j] * column[i];
  }
  for (Eigen::Index j = n - 1; j >= 0; --j) {
    const double* column = h + j * n;
    double sum = b[j];
    for (Eigen::Index i = j + 1; i < n; ++i) sum -= column[i] * b[i];
    b[j] = sum / column[j];
  }
}

} // namespace core
