#pragma once
#include <cstddef>
#include <limits>

// The loops in which the active-set path spends its time. Each is compiled for several x86-64 levels and
// chosen when the program starts. Additions are made in an order that does not depend on the vector width
// (sums run in eight fixed lanes) and products are not contracted, so every level returns the same bits.
//
// Arrays are padded to a multiple of eight doubles (`padded`) that may be read and written, except where a
// comment says otherwise; `sum` and `dot` need zeros in the padding.
namespace core::loops {

inline constexpr std::ptrdiff_t lanes = 8;

/// The x86-64 level of the loops that run on this machine: "x86-64-v4", "x86-64-v3" or "default".
const char* level();

inline constexpr double never = std::numeric_limits<double>::infinity();

inline std::ptrdiff_t padded(std::ptrdiff_t n) {
  return (n + lanes - 1) / lanes * lanes;
}

/// sum_i x_i.
double sum(std::ptrdiff_t n, const double* x);

/// sum_i x_i z_i.
double dot(std::ptrdiff_t n, const double* x, const double* z);

/// max_i |x_i|.
double largest(std::ptrdiff_t n, const double* x);

/// base + (shift + c x), all [n].
struct Affine {
  double c;
  const double* x;
  double shift;
  const double* base;
};

/// y = base + (shift + c x).
void affine(std::ptrdiff_t n, const Affine& at, double* y);

/// y += c x.
inline void add(std::ptrdiff_t n, double c, const double* x, double* y) {
  affine(n, {c, x, 0, y}, y);
}

/// One node of a lambda-path. With r_i = r + length slope: f = y + r_i / lambda (n entries, no padding), and
/// sums over i.
struct Node {
  const double *r, *slope, *y;
  const double* side;      ///< +1 at the lower bound, -1 at the upper, 0 on the elbow
  const double *width, *a; ///< of the box; of the variable, 0 on the elbow
};
struct NodeAt {
  double length, inverse_lambda;
};
struct NodeSums {
  double violation = 0; ///< width times the wrong-signed part of r_i, on the elbow times |r_i|
  double a_r = 0, y_a = 0, a = 0, width = 0;
};
NodeSums read(std::ptrdiff_t n, const Node& node, const NodeAt& at, double* f);

/// The same, of the sums the violation alone; node.a is not read.
double read_violation(std::ptrdiff_t n, const Node& node, const NodeAt& at, double* f);

/// y += sum_j coefficient_j column_j in the order of j; y and the columns have n entries and need no padding.
struct Columns {
  std::ptrdiff_t count;
  const double* const* column;
  const double* coefficient;
};
void add_columns(std::ptrdiff_t n, const Columns& k, double* y);

/// y = base + (shift + c x) + sum_j coefficient_j column_j.
void affine_and_columns(std::ptrdiff_t n, const Affine& at, const Columns& k, double* y);

/// The least step of all and the index that takes it (the lowest of equals), -1 where none does.
struct First {
  double step;
  std::ptrdiff_t where;
};

/// The first step at which a bound point's residual changes sign: max(0, side_i r_i) / -(side_i slope_i)
/// where -side_i slope_i > floor, never otherwise. side_i is +1 at the lower bound, -1 at the upper, 0 for
/// all others.
struct Residuals {
  const double *side, *r, *slope;
};
First first_sign_change(std::ptrdiff_t n, const Residuals& at, double floor);

/// The points whose residuals have the wrong sign by more than `slack` at this step: side_i (r_i + step
/// slope_i) < -slack. Their indices to `found` [n], rising; returns how many.
struct WrongAt {
  double step, slack;
};
std::ptrdiff_t wrong_signs(std::ptrdiff_t n, const Residuals& at, const WrongAt& where,
                           std::ptrdiff_t* found);

/// The first step at which an elbow point meets a bound: distance / speed towards the bound where that speed
/// exceeds floor, never otherwise.
struct Rooms {
  const double *a, *slope;          ///< and its change per step
  const double *lower, *lower_rate; ///< the box and its change per step
  const double *upper, *upper_rate;
};
First first_exit(std::ptrdiff_t m, const Rooms& at, double floor);

} // namespace core::loops
