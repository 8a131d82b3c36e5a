#pragma once
#include "core/sample/types.hpp"

// Pairwise coupling, the second method of Wu, Lin & Weng (2004), section 4.2, which LIBSVM has.
//
// Problem: r_ij is the chance of class i among the classes i and j, r_ij + r_ji = 1. On the simplex p >= 0,
// sum p = 1,
//
//   minimise   F(p) = sum_{i<j} (r_ji p_i - r_ij p_j)^2 = p'Qp,
//
//   Q_ii = sum_{j != i} r_ji^2,   Q_ij = -r_ij r_ji.
//
// Solution: the minimum over sum p = 1 alone has p >= 0 (their theorem 2), so it solves Qp = t e, e'p = 1, a
// linear system of K + 1 unknowns. It is never singular: let v have both signs, v_i > 0 > v_j its largest
// entries. Then |r_ji v_i - r_ij v_j| >= min(v_i, -v_j), because r_ij + r_ji = 1. This also holds for r of 0
// and 1, so the minimum is unique and as well determined as K is small, whatever r is.
//
// The system gives p to rounding in absolute terms. At the minimum
//
//   p_i = (F(p) + sum_{j != i} r_ij r_ji p_j) / Q_ii,
//
// a sum of positive terms. Two sweeps of it, the largest p first, give probabilities down to about 1e-20
// their digits; smaller ones drown in what F is rounded by.
//
// Certificate: F is convex, so F(p) - min F <= max over q of 2 (Qp)'(p - q) = 2 (p'Qp - min_k (Qp)_k). This
// is 0 where the Karush-Kuhn-Tucker conditions hold.
namespace core {

struct Coupling {
  Vector p;       ///< [K], p >= 0, sums to one
  double gap = 0; ///< F(p) is at most so much above the minimum
};

/// How far F at any p of the simplex can be above its minimum.
double coupling_gap(const Matrix& r, const Vector& p);

/// The largest gap of a coupling that counts as solved; F is at most K^2.
inline constexpr double coupled_within = 1e-12;

/// r [K x K], in [0, 1], r(i, j) + r(j, i) = 1; the diagonal is not read. K >= 2; for two classes p is r
/// itself. Cost (K + 1)^3 / 3.
Coupling coupled(const Matrix& r);

} // namespace core
