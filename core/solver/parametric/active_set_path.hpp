#pragma once
#include <string>
#include <vector>

#include "core/solver/parametric/elbow.hpp"
#include "core/solver/parametric/moving_problem.hpp"
#include "core/solver/parametric/vector_loops.hpp"

namespace core {

/// The exact solution of a MovingProblem as T moves: a parametric active-set method.
///
/// Optimality at T, with g = Ka and a multiplier b of the equality (b = lambda beta_0): the residuals
/// r = g + b - target are >= 0 at a lower bound, <= 0 at an upper bound and 0 on the elbow E. As T moves, the bound
/// points ride on their bounds, and (b, a_E) follow the saddle system
///
///   [0 1'; 1 K_EE] (db; da_E) = (-sum_B da_B;  dtarget_E - K_EB da_B),
///
/// so the solution is piecewise linear in T. A segment ends where a residual changes sign or an elbow point reaches a
/// bound. One event costs n|E| + 2|E|^2 multiplications. Everything is a function of the problem and the direction:
/// reading the solution inside a segment changes nothing.
///
/// The path does not certify itself: a caller measures the duality gap of what it read. What the path can notice
/// (more events than the limit, an elbow it cannot factor) turns `ok()` false, and then nothing read from it counts.
class ActiveSetPath {
 public:
  using Index = Eigen::Index;

  /// Keeps a reference to gram [n x n], symmetric positive semidefinite.
  explicit ActiveSetPath(const Matrix& gram);

  /// Starts at T with every point at a bound: `stands` must name lower, upper or pinned for every point, the bounds
  /// must sum to zero, and with the multiplier b the residuals must have the signs that belong to the stands.
  void place(const MovingProblem& problem, double T, const std::vector<Stand>& stands, double b);

  /// Computes the residuals afresh from a and b: O(n |{a_i != 0}|).
  void refresh();

  /// Adds c to b and to every residual.
  void raise(double c);

  /// From here on follow this problem from T towards `to`. At T its boxes must equal those followed so far, and with its
  /// target the residuals must keep their signs.
  void turn(const MovingProblem& problem, double T, double to);

  /// Passes events until the current segment contains T (in the direction of travel). False where the path failed.
  bool reach(double T);

  /// Moves the position to T inside the current segment. A turn must follow.
  void advance_to(double T);
  double way() const { return way_; }

  bool ok() const { return failure_.empty(); }
  const std::string& failure() const { return failure_; }
  Index events() const { return events_; }

  /// Fails after this many events.
  void limit_events(Index most) { most_events_ = most; }

  double segment_begin() const { return T_; }
  double segment_end() const { return T_ + way_ * step_.length; }

  /// The solution at T inside the current segment.
  Vector a(double T) const;              ///< [n]
  double b(double T) const;              ///< the multiplier as the path holds it (any optimal one)
  Vector residuals() const { return r_.head(n_); }  ///< r at the begin of the segment [n]
  void decisions(double T, double* f) const;  ///< f [n]
  const std::vector<Stand>& stands() const { return stands_; }

  /// Does an elbow point lie strictly inside its box at T? Only then is b unique.
  bool has_free_point(double T) const;

  Index size() const { return n_; }

 private:
  struct Event {
    double length = 0;      ///< of the segment
    Index point = -1;       ///< -1: none
    Index position = -1;    ///< on the elbow, -1 for a point at a bound
  };

  void set_rates();
  void recompute_drift();
  loops::Columns columns(const double* coefficients) const;
  void aim();
  bool try_to_aim();
  bool fill_empty_elbow();
  bool find_direction();
  double measure_slopes();
  void find_event();
  void choose_event();
  void choose_least_index(double length);
  void place_bounds();
  std::pair<double, double> exits(Index position) const;
  void add_column(Index point, double c, Vector& y) const;
  bool truly_enters(Index point);
  void pass_event();
  void enter(Index point);
  bool contradicts(Index point, Stand bound) const;
  bool exchange(Index point, double& at);
  void leave(Index position, Stand bound);
  void join(Index point, double a);
  void stand_at(Index point, Stand bound);
  void advance(double length);
  void correct();
  void fail(const char* why);
  double lower_at(Index i, double T) const { return problem_.lower[i] + T * problem_.lower_rate[i]; }
  double upper_at(Index i, double T) const { return problem_.upper[i] + T * problem_.upper_rate[i]; }
  double bound_rate(Index i) const;

  const Matrix* gram_;
  Index n_, padded_;
  MovingProblem problem_;
  double T_ = 0, way_ = 1, span_ = 0;
  std::vector<Stand> stands_;
  Vector side_;             ///< +1 lower, -1 upper, 0 elbow and pinned [padded]
  Vector r_, r_slope_;      ///< residuals and their change per unit of length [padded]
  Vector drift_;            ///< K da_B per unit of length [padded]
  bool boxes_move_ = false;
  double b_ = 0, b_slope_ = 0;
  double total_ = 0;        ///< -sum_B da_B per unit of length
  Elbow elbow_;
  Vector a_, a_slope_, lower_, upper_, lower_rate_, upper_rate_;  ///< elbow points by position [padded]
  Vector delta_, rate_;
  std::vector<const double*> columns_;
  Event step_;
  double independence_ = 1;
  double noise_ = 0;        ///< a slope at this T that proved to be rounding
  Index barred_ = -1;       ///< may not enter in this segment: it has just left, or entering proved to be noise
  double unit_ = 1, r_floor_ = 0, a_floor_ = 0;
  Index events_ = 0, most_events_ = 0, stalled_ = 0;
  double progress_ = 0;
  std::string failure_;
};

}  // namespace core
