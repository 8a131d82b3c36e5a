#pragma once
#include <limits>
#include <memory>
#include <vector>

#include "core/solver/path/elbow.hpp"
#include "core/solver/path/elbow_variables.hpp"
#include "core/solver/path/moving_problem.hpp"
#include "core/solver/path/near_points.hpp"

namespace core {

/// Where an active-set path stands: the solution of a MovingProblem at T, by the stands of its points, the
/// multiplier b, the variables on the elbow and the residuals r = Ka + b - target(T). The functions keep the
/// arrays of a point in line with its stand; residuals follow where a function says so. Arrays [padded] have
/// n entries rounded up for the loops, zero beyond n.
struct PathState {
  using Index = Eigen::Index;

  explicit PathState(const Gram& gram);

  /// Every point at the bound that `at_bounds` names, no elbow, residuals computed afresh.
  void place(const MovingProblem& moving, double at, const std::vector<Stand>& at_bounds, double multiplier);

  /// Follows `moving` from `at` towards `to` from here on; residuals change by what the targets differ by.
  void turn(MovingProblem moving, double at, double to);

  /// Adds c to b and to every residual.
  void raise(double c);

  /// One Newton step towards r_E = 0 and sum a = 0 where rounding has left more than it must. On a nearly
  /// dependent elbow a small residual may ask for a large step: one that would leave the boxes is not taken.
  void correct();

  /// The Newton step of (b, a_E) to r_E = 0 and sum a = 0, whatever the boxes are and with the boxes at rest.
  /// False where it is not finite.
  bool solve_on_elbow();

  /// The point that the elbow was last asked of joins it with this variable.
  void join(double a);

  /// Brings everything but the elbow's equations in line with the point that has come to this position.
  void stand_on_elbow(Index position, double a);
  void leave(Index position, Stand at_bound);
  void stand_at(Index point, Stand at_bound);

  double bound(Index i, double at) const;
  double bound_rate(Index i) const; ///< per unit of length
  void place_bounds();              ///< the boxes of the elbow at T

  /// y [padded] gains c times a column, or what these coefficients make of the elbow's columns.
  void add_column(Index point, double c, Vector& y) const;
  loops::Columns combined(Index m, const double* coefficients);

  /// Residuals computed afresh from a and b; how far they have strayed since the last turn.
  void refresh();
  void recompute_drift();
  double measured_drift() const;

  /// a [n] at `at` in the segment that begins here.
  Vector a(double at) const;

  /// Does an elbow point lie strictly inside its box there?
  bool has_free_point(double at) const;

  /// `a` with one Newton step on the elbow from Ka computed afresh, where the multiplier is this.
  Vector polished(double at, double multiplier);

  /// The bound points whose residuals do not have the sign that belongs to their stand, after this step along
  /// these slopes [padded].
  std::vector<Index> wrong_signs(const Vector& r_slope, double step) const;

  /// What a stretch or a jump changes.
  struct Standing {
    double T, b;
    Vector r;
    std::vector<Stand> stands;
    std::vector<Index> elbow;
    ElbowVariables on_elbow;
  };
  Standing standing() const { return {T, b, r, stands, elbow.points(), on_elbow}; }

  /// False where the elbow that stood there cannot be factorised.
  bool stand_again(const Standing& at);

  /// Brings every residual from where a stretch began, with the variables `a_from`, to T.
  void catch_up(const Standing& from, const Vector& a_from);

  /// A variable closer to its bound than this share of its box counts as at the bound.
  static constexpr double at_bound = 1e-12;

  /// Rounding of a sum of products is this share of its largest terms, generously.
  static constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();

  Gram gram;
  Index n, padded;
  std::shared_ptr<const MovingProblem> problem; ///< shared by copies of the path
  double T = 0, way = 1, span = 0;              ///< way: +1 where T rises, -1 where it falls
  bool boxes_move = false;
  std::vector<Stand> stands;
  double b = 0;
  Vector r;              ///< residuals [padded]
  Vector side;           ///< +1 lower, -1 upper, 0 elbow and pinned [padded]
  Vector rate;           ///< target_rate [padded]
  Vector drift;          ///< K da_B per unit of length [padded]
  double total = 0;      ///< -sum_B da_B per unit of length
  Vector resting, width; ///< a_B (0 on the elbow) and the boxes' widths while boxes are at rest [padded]
  Elbow elbow;
  ElbowVariables on_elbow;
  NearPoints near;       ///< on during a stretch: r is then that of its begin
  double unit = 1;       ///< size of the numbers that make up a residual
  double drift_seen = 0; ///< by the residuals computed afresh so far

 private:
  void unpin(const MovingProblem& moving, double at);
  void bring_in_line(Index i);
  void add_combination(const Vector& c, Vector& y) const;
  Vector fresh_residuals() const;
  Elbow::Solved newton_step(double sum);
  void take_step(double shift);

  Vector weights_; ///< of the inputs of a linear kernel, in a combination of the elbow [p]
  Vector delta_;   ///< room for a correction [padded]
};

} // namespace core
