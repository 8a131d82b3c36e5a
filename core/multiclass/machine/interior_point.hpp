#pragma once
#include <cstdint>
#include <vector>

#include "core/multiclass/machine/piece_loops.hpp"
#include "core/sample/types.hpp"

// A convex problem over f = V phi with phi_p(x) = z_p'(x, 1), p = 1 .. K-1:
//
//   min over z of   1/2 sum_p |w_p|^2 + ridge/2 |b|^2 + <linear, z> + sum_i c_i max_k (t_ik + f_k(x_i))
//
// where z_p = (w_p, b_p) and V is the basis of core/multiclass/machine/class_basis.hpp. With t_ik = 1 for k
// != y_i, 0 for k = y_i and linear = -sum_i c_i (x_i, 1) V_{y_i}' the last two terms are the weighted hinge
// loss c_i (1 - min_k g_ik)_+ of Crammer & Singer (2001). Its dual asks for multipliers a_ik >= 0 with sum_k
// a_ik = c_i:
//
//   max   sum_ik a_ik t_ik - 1/2 |w(a)|^2 - ridge/2 |b(a)|^2,   (w, ridge b)(a) = -linear - sum_i (x_i, 1)
//   (V'a_i)'
//
// so any such a bounds the minimum from below, and its w(a), b(a) are the answer where a is optimal.
namespace core {

/// Some observations of the problem, padded to whole packs (core/multiclass/machine/piece_loops.hpp).
struct PieceObservations {
  Eigen::Index count = 0;
  Matrix x;           ///< [m x (r+1)], the last column 1; 0 below count
  Vector cost;        ///< [m], > 0 throughout
  double radius = 0;  ///< max |x_i| without the 1
  Matrix t;           ///< [m x K]
  Matrix base;        ///< [m x K] added to f, or empty
  bool lower = false; ///< x is lower triangular but for its last column

  Eigen::Index padded() const { return x.rows(); }
  pieces::Inputs inputs() const { return {x.rows(), x.cols(), x.data(), lower}; }
  const double* base_or_null() const { return base.size() > 0 ? base.data() : nullptr; }
};

/// The problem above.
struct PieceProblem {
  const Matrix& basis; ///< V [K x (K-1)]
  const PieceObservations& at;
  const Matrix& linear; ///< [(r+1) x (K-1)]
  double ridge = 1e-7;  ///< > 0: without it b may run away

  pieces::Classes classes() const { return {basis.rows(), basis.data()}; }
};

/// Solves it by Mehrotra's primal-dual interior point method (1992): Newton's method on the optimality
/// conditions as slack times multiplier falls to 0 at every piece. A step solves N = (K-1)(r+1) equations,
/// which cost m N^2 to form and N^3 / 3 to solve; ten to fifteen steps whatever the degeneracy of the sample,
/// because the penalty and the ridge make them definite. The unknowns of the equations are the differences
/// u_p = f_p - f_K: a shift of all f_k changes nothing but what is linear, and diag(d) - d d' / sum d of the
/// pieces is then its own first K-1 rows and columns, whatever V. Holds its memory between calls: not for
/// several threads at once.
class PieceInteriorPoint {
 public:
  /// Starts from z with the largest piece `room` above it, scaled by the costs; ends where the
  /// complementarity is at most `wanted`, where rounding allows no further step, or where f may have moved by
  /// more than `most_moved` somewhere. Replaces z.
  struct Ends {
    double room, wanted, most_moved;
  };
  void solve(const PieceProblem& problem, Matrix& z, const Ends& ends);

  bool moved_too_far() const { return moved_too_far_; } ///< the last call

  /// The multipliers [m x K] where the last call ended, of row sums cost.
  const Matrix& multipliers() const { return multiplier_; }

  std::int64_t steps() const { return steps_; } ///< of the last call

 private:
  void resize(const PieceProblem& problem);
  void begin(const PieceProblem& problem, const Matrix& z, double room);
  bool advance(const PieceProblem& problem);
  bool factor(const PieceProblem& problem);
  bool direction(const PieceProblem& problem);

  pieces::State state() { return {slack_.rows(), cost_, slack_.data(), multiplier_.data()}; }
  pieces::Step step();

  const double* cost_ = nullptr;
  Matrix slack_, multiplier_, d_slack_, d_multiplier_;
  Matrix weight_, inverse_, target_, bend_, pull_, df_;
  Vector total_, room_;
  Matrix u_, du_, linear_; ///< [(r+1) x (K-1)] of the differences
  Matrix hessian_, moments_, spread_, from_;
  double complementarity_ = 0;
  double unmet_ = 1; ///< of the first residual of the conditions that are linear
  std::int64_t steps_ = 0;
  bool moved_too_far_ = false;
};

} // namespace core
