#include "core/solver/parametric/vector_loops.hpp"

#include <algorithm>
#include <cmath>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define MARGINLAB_EVERY_LEVEL __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define MARGINLAB_EVERY_LEVEL
#endif

namespace core::loops {
namespace {

double fold(const double* lane) {
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

double least(const double* lane) { return *std::min_element(lane, lane + lanes); }

}  // namespace

MARGINLAB_EVERY_LEVEL
double sum(std::ptrdiff_t n, const double* x) {
  double lane[lanes] = {};
  for (std::ptrdiff_t i = 0; i < n; i += lanes)
    for (std::ptrdiff_t l = 0; l < lanes; ++l) lane[l] += x[i + l];
  return fold(lane);
}

MARGINLAB_EVERY_LEVEL
double dot(std::ptrdiff_t n, const double* x, const double* z) {
  double lane[lanes] = {};
  for (std::ptrdiff_t i = 0; i < n; i += lanes)
    for (std::ptrdiff_t l = 0; l < lanes; ++l) lane[l] += x[i + l] * z[i + l];
  return fold(lane);
}

MARGINLAB_EVERY_LEVEL
double largest(std::ptrdiff_t n, const double* x) {
  double lane[lanes] = {};
  for (std::ptrdiff_t i = 0; i < n; i += lanes)
    for (std::ptrdiff_t l = 0; l < lanes; ++l) {
      const double size = std::abs(x[i + l]);
      lane[l] = size > lane[l] ? size : lane[l];
    }
  return *std::max_element(lane, lane + lanes);
}

MARGINLAB_EVERY_LEVEL
void add(std::ptrdiff_t n, double c, const double* __restrict x, double* __restrict y) {
  for (std::ptrdiff_t i = 0; i < n; ++i) y[i] += c * x[i];
}

MARGINLAB_EVERY_LEVEL
void add_columns(std::ptrdiff_t n, std::ptrdiff_t m, const double* const* columns, const double* coefficients,
                 double* __restrict y) {
  std::ptrdiff_t j = 0;
  for (; j + 4 <= m; j += 4) {
    const double *k0 = columns[j], *k1 = columns[j + 1], *k2 = columns[j + 2], *k3 = columns[j + 3];
    const double c0 = coefficients[j], c1 = coefficients[j + 1], c2 = coefficients[j + 2], c3 = coefficients[j + 3];
    for (std::ptrdiff_t i = 0; i < n; ++i)
      y[i] = (((y[i] + c0 * k0[i]) + c1 * k1[i]) + c2 * k2[i]) + c3 * k3[i];
  }
  for (; j < m; ++j) {
    const double* k = columns[j];
    const double c = coefficients[j];
    for (std::ptrdiff_t i = 0; i < n; ++i) y[i] += c * k[i];
  }
}

MARGINLAB_EVERY_LEVEL
void product_and_row_sums(std::ptrdiff_t m, std::ptrdiff_t ld, const double* A, const double* x, double* __restrict y,
                          double* __restrict z) {
  for (std::ptrdiff_t i = 0; i < m; i += lanes) {
    double py[lanes] = {}, pz[lanes] = {};
    for (std::ptrdiff_t j = 0; j < m; ++j) {
      const double* a = A + j * ld + i;
      for (std::ptrdiff_t l = 0; l < lanes; ++l) {
        py[l] += a[l] * x[j];
        pz[l] += a[l];
      }
    }
    for (std::ptrdiff_t l = 0; l < lanes; ++l) y[i + l] = py[l], z[i + l] = pz[l];
  }
}

MARGINLAB_EVERY_LEVEL
void product(std::ptrdiff_t m, std::ptrdiff_t ld, const double* A, const double* x, double* __restrict y) {
  for (std::ptrdiff_t i = 0; i < m; i += lanes) {
    double py[lanes] = {};
    for (std::ptrdiff_t j = 0; j < m; ++j) {
      const double* a = A + j * ld + i;
      for (std::ptrdiff_t l = 0; l < lanes; ++l) py[l] += a[l] * x[j];
    }
    for (std::ptrdiff_t l = 0; l < lanes; ++l) y[i + l] = py[l];
  }
}

MARGINLAB_EVERY_LEVEL
void rank_one(std::ptrdiff_t m, std::ptrdiff_t ld, double c, const double* __restrict x, double* __restrict A) {
  for (std::ptrdiff_t j = 0; j < m; ++j) {
    const double cj = c * x[j];
    double* a = A + j * ld;
    for (std::ptrdiff_t i = 0; i < padded(m); ++i) a[i] += cj * x[i];
  }
}

MARGINLAB_EVERY_LEVEL
double first_sign_change(std::ptrdiff_t n, const Residuals& at, double floor, double* __restrict tau) {
  const double *__restrict side = at.side, *__restrict r = at.r, *__restrict slope = at.slope;
  double lane[lanes];
  for (std::ptrdiff_t l = 0; l < lanes; ++l) lane[l] = never;
  for (std::ptrdiff_t i = 0; i < n; i += lanes)
    for (std::ptrdiff_t l = 0; l < lanes; ++l) {
      const double closing = -(side[i + l] * slope[i + l]), left = side[i + l] * r[i + l];
      const double step = (left > 0 ? left : 0) / closing;
      const double t = closing > floor ? step : never;
      tau[i + l] = t;
      lane[l] = t < lane[l] ? t : lane[l];
    }
  return least(lane);
}

MARGINLAB_EVERY_LEVEL
double first_exit(std::ptrdiff_t m, const Rooms& at, double floor, double* __restrict tau) {
  double lane[lanes];
  for (std::ptrdiff_t l = 0; l < lanes; ++l) lane[l] = never;
  for (std::ptrdiff_t i = 0; i < m; i += lanes)
    for (std::ptrdiff_t l = 0; l < lanes; ++l) {
      const double up = at.slope[i + l] - at.upper_rate[i + l], down = at.lower_rate[i + l] - at.slope[i + l];
      const double above = (at.above[i + l] > 0 ? at.above[i + l] : 0) / up;
      const double below = (at.below[i + l] > 0 ? at.below[i + l] : 0) / down;
      const double t_up = up > floor ? above : never, t_down = down > floor ? below : never;
      const double t = t_up < t_down ? t_up : t_down;
      tau[i + l] = t;
      lane[l] = t < lane[l] ? t : lane[l];
    }
  return least(lane);
}

}  // namespace core::loops
