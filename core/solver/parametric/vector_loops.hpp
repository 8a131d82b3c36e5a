#pragma once
#include <cstddef>
#include <limits>

// The loops in which the active-set path spends its time. Each is compiled for several x86-64 levels and chosen when
// the program starts. Additions are made in an order that does not depend on the vector width (sums run in eight
// fixed lanes) and products are not contracted, so every level returns the same bits.
namespace core::loops {

/// Arrays handed to these loops are padded to a multiple of this many doubles, unless their comment says otherwise.
inline constexpr std::ptrdiff_t lanes = 8;
inline constexpr double never = std::numeric_limits<double>::infinity();

inline std::ptrdiff_t padded(std::ptrdiff_t n) { return (n + lanes - 1) / lanes * lanes; }

/// sum_i x_i.
double sum(std::ptrdiff_t n, const double* x);

/// sum_i x_i z_i.
double dot(std::ptrdiff_t n, const double* x, const double* z);

/// max_i |x_i|.
double largest(std::ptrdiff_t n, const double* x);

/// y += c x; no padding needed.
void add(std::ptrdiff_t n, double c, const double* x, double* y);

/// y += sum_j coefficient_j column_j over m columns of n entries, in the order of j; no padding needed.
void add_columns(std::ptrdiff_t n, std::ptrdiff_t m, const double* const* columns, const double* coefficients,
                 double* y);

/// y = A x and z = A 1 for a symmetric A [m x m] with leading dimension ld.
void product_and_row_sums(std::ptrdiff_t m, std::ptrdiff_t ld, const double* A, const double* x, double* y, double* z);

/// y = A x for a symmetric A [m x m] with leading dimension ld.
void product(std::ptrdiff_t m, std::ptrdiff_t ld, const double* A, const double* x, double* y);

/// A += c x x' for A [m x m] with leading dimension ld.
void rank_one(std::ptrdiff_t m, std::ptrdiff_t ld, double c, const double* x, double* A);

/// The first step at which a bound point's residual changes sign: tau_i = max(0, side_i r_i) / -(side_i slope_i) where
/// side_i slope_i < -floor, never otherwise. side_i is +1 at the lower bound, -1 at the upper, 0 for all others.
/// Returns min_i tau_i.
struct Residuals {
  const double *side, *r, *slope;
};
double first_sign_change(std::ptrdiff_t n, const Residuals& at, double floor, double* tau);

/// The first step at which an elbow point reaches a bound: tau_i = distance / speed towards the bound it moves to where
/// that speed exceeds floor, never otherwise. `room_above` = upper - a, `room_below` = a - lower. Returns min_i tau_i.
struct Rooms {
  const double *below, *above;              ///< distances to the bounds
  const double *slope, *lower_rate, *upper_rate;  ///< of a and of the bounds
};
double first_exit(std::ptrdiff_t m, const Rooms& at, double floor, double* tau);

}  // namespace core::loops
