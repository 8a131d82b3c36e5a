#pragma once
#include <cstddef>

// The loops of the multiclass machine (core/multiclass/machine/interior_point.hpp), a pack of eight
// observations by its halves, compiled for every x86-64 level with the same bits. A loss is the largest of K
// pieces, one for each class; arrays over pieces are [m x K], column by column, m a multiple of `lanes`. What
// pads an array has inputs of 0, so that it enters no sum over inputs.
namespace core::pieces {

using Index = std::ptrdiff_t;

inline constexpr Index lanes = 8;

/// The next multiple of lanes.
constexpr Index padded(Index n) {
  return (n + lanes - 1) / lanes * lanes;
}

/// K classes, and their basis V [K x (K-1)] (core/multiclass/machine/class_basis.hpp), column by column.
struct Classes {
  Index count;
  const double* basis;
};

/// Inputs [m x columns], column by column; the last one is 1, and 0 where there is padding.
struct Inputs {
  Index m, columns;
  const double* x;
  bool lower = false; ///< x_ij = 0 for i < j but for the last column: sums of products pass over these
};

/// w [columns x K] and base [m x K], of which null stands for zeros.
struct Affine {
  const double *w, *base;
};

/// y_ik = base_ik + sum_j x_ij w_jk.
void values(const Classes& of, const Inputs& in, const Affine& at, double* y);

/// out_jp = sum_i x_ij v_ip for v [m x (K-1)]: [columns x (K-1)].
void moments(const Classes& of, const Inputs& in, const double* v, double* out);

/// v = L V for L [m x K].
void onto_basis(const Classes& of, Index m, const double* l, double* v);

/// The pieces t + f at observations [m x K].
struct Pieces {
  Index m;
  const double *t, *f;
};

/// What the largest of them is.
struct Tops {
  double* value; ///< [m] the largest
  double* lead;  ///< [m] by how much it is larger than the second
  double* which; ///< [m] its class, 0-based; of several the first
};
void tops(const Classes& of, const Pieces& pieces, const Tops& out);

/// A change of f by length df [m x K], and the pieces [m] that observations are on.
struct Change {
  const double *df, *which;
  double length;
};

/// By how much the largest piece after the change is above the one that an observation is on [m].
void beyond(const Classes& of, const Pieces& pieces, const Change& change, double* out);

/// An interior point: slacks and multipliers of every piece [m x K], costs [m].
struct State {
  Index m;
  const double* cost;
  double *slack, *multiplier;
};

/// What one step is made of.
struct Step {
  double *weight, *inverse; ///< [m x K] multiplier / slack, 1 / slack
  double* total;            ///< [m] 1 / sum_k weight
  double* target;           ///< [m x K] da ds of the step towards 0, then (centre - da ds) / slack
  double *d_slack, *d_multiplier;
  double* bend; ///< [m x K(K-1)/2] the entries (p, q), q <= p < K - 1, of diag(weight) - weight weight' / sum
  double* pull; ///< [m x (K-1)] multiplier + da less what the step in f adds, without the last class
};

/// slack_ik = top + room_i - (t + f)_ik, multipliers proportional to 1 / slack with sum cost.
void begin(const Classes& of, const State& state, const Pieces& pieces, const double* room);

/// Fills weight to bend, and pull for the step towards 0. Returns sum multiplier slack.
double condense(const Classes& of, const State& state, const Step& step);

/// hessian_(p columns + j),(q columns + l) = sum_i x_ij x_il bend_i(pq), both triangles: [N x N], N = (K-1)
/// columns.
void hessian(const Classes& of, const Inputs& in, const double* bend, double* out);

/// How far a step may go, and the curvature of the complementarity along it.
struct Reach {
  double fastest;   ///< the largest share of a variable that the step takes away
  double curvature; ///< sum da ds
};

/// The step towards 0 for a change df [m x K] of f: its products in target.
Reach predict(const Classes& of, const State& state, const Step& step, const double* df);

/// pull for the step towards the products `centre`, with the second-order terms of predict().
void aim(const Classes& of, const State& state, const Step& step, double centre);

/// That step, in d_slack and d_multiplier.
Reach correct(const Classes& of, const State& state, const Step& step, const double* df);

void move(const Classes& of, const State& state, const Step& step, double length);

} // namespace core::pieces
