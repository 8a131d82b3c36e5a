#pragma once
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/solver/path/elbow.hpp"
#include "core/solver/path/elbow_variables.hpp"
#include "core/solver/path/moving_problem.hpp"
#include "core/solver/path/near_points.hpp"

namespace core {

/// The exact solution of a MovingProblem as its parameter T moves: a parametric active-set method.
///
/// Optimality at T, with g = Ka and b the multiplier of the equality (b = lambda beta_0): the residuals
/// r = g + b - target are >= 0 at lower bounds, <= 0 at upper bounds and 0 on the elbow E. As T moves, the
/// bound points ride on their bounds and (b, a_E) follows the saddle system
///
///   [0 1'; 1 K_EE] (db; da_E) = (-sum_B da_B;  dtarget_E - K_EB da_B),
///
/// so the solution is linear in T on each segment. A segment ends with an event: a residual changes sign (the
/// point enters E) or an elbow point meets a bound (it leaves). An event costs about n|E| + 3|E|^2
/// multiplications. Where E is large and the boxes are at rest, `reach` goes to its T at once and sets right
/// there which points are on E (active_set_jump.cpp); where that fails, it follows only the points near a
/// change of sign (active_set_stretch.cpp), and an event costs about k|E| + 1.5|E|^2 with k of some dozens to
/// n / 10.
///
/// * A point that depends on E (a duplicate; the p+2nd point of a linear kernel in R^p) is exchanged for a
/// point of E
///   along the null vector of the two, on which no residual moves.
/// * An empty elbow: b moves to the first point that can absorb what the boxes move; at rest, to an end of
/// its interval.
/// * Ties give segments of length zero. After a run of them the event with the least index is taken (Murty's
/// rule for
///   the linear complementarity problem of the direction).
/// * What is rounding is measured: a direction's residual on E is the noise of all slopes, a slope
/// contradicted by the
///   direction that follows from it is noise, and a residual on E is corrected where that keeps the boxes.
///
/// A path is a function of the problem and the direction of travel: reading inside a segment changes nothing,
/// and where a large E is reached changes rounding alone. It proves nothing about its answers; whoever reads
/// one measures its duality gap. What the path notices itself (no accurate direction, no progress, too many
/// events) ends it: `ok()` is false and its answers beyond that point are void.
class ActiveSetPath {
 public:
  using Index = Eigen::Index;

  /// gram [n x n] is a matrix or that of a linear kernel; what stands behind it must outlive the path.
  explicit ActiveSetPath(const Gram& gram);

  /// Stands at T with every point at a bound: `stands` names lower, upper or pinned for each, these bounds
  /// sum to zero, and with the multiplier b the residuals have the signs that belong to the stands. A turn
  /// must follow.
  void place(const MovingProblem& problem, double T, const std::vector<Stand>& stands, double b);

  /// Follows `problem` from T towards `to` from here on. At T its boxes are those of the solution at hand;
  /// where its target differs, the residuals change with it and must keep their signs.
  void turn(MovingProblem problem, double T, double to);

  /// Adds c to b and to every residual. A turn must follow.
  void raise(double c);

  /// Passes the event at the end of the segment.
  void pass_event();

  /// Passes events, or jumps over them, until the segment contains T, which lies in the direction of travel.
  /// Returns ok(). Events within `slack` of T are left out: where the feasible set shrinks to a point at T,
  /// the last events before it are rounding.
  bool reach(double T, double slack = 0);

  /// Moves to T within the segment, with residuals computed afresh. A turn must follow.
  void advance_to(double T);

  bool ok() const { return failure_.empty(); }
  const std::string& failure() const { return failure_; } ///< why the path ended, empty while it is ok
  Index events() const { return events_; } ///< since it was placed; a jump has one for each change of a stand
  Index stretches_begun_anew() const { return begun_anew_; }   ///< because they had missed a sign change
  Index jumps_taken_back() const { return jumps_taken_back_; } ///< because they did not settle
  void limit_events(Index most) { most_events_ = most; }       ///< the default is 1000 + 50 n

  /// So many points, as a share of the elbow, may cross in a jump; 0: every event is passed. The default
  /// is 1.
  void limit_jumps(double share) { widest_jump_ = share, jump_share_ = std::min(jump_share_, share); }

  double way() const { return way_; } ///< +1 where T rises, -1 where it falls
  double segment_begin() const { return T_; }
  bool jumped_to(double T) const { return T == arrived_ && T == T_; } ///< stands there, not passing through
  double segment_end() const { return T_ + way_ * step_.length; }

  /// The solution at T inside the segment. a: [n], feasible to rounding.
  Vector a(double T) const;
  double b(double T) const { return b_ + way_ * (T - T_) * b_slope_; }
  Vector residuals(double T) const;
  const std::vector<Stand>& stands() const { return stands_; }

  /// Does an elbow point lie strictly inside its box? Only then is b the only multiplier.
  bool has_free_point(double T) const;

  /// `a` with one Newton step on the elbow from Ka computed afresh: what rounding along the path has cost is
  /// regained.
  Vector polished(double T);

  /// Decision values of a lambda-path (T = lambda, target = T y, boxes at rest) with what the dual says of
  /// them.
  struct Reading {
    double dual = 0;          ///< y'a - a'Ka / (2 lambda)
    double gap = 0;           ///< upper bound of the duality gap at the multiplier b
    double sensitivity = 0;   ///< d gap per unit of error in every residual
    double infeasibility = 0; ///< largest excess over a box and |sum a|, relative to the widths of the boxes
  };

  /// f [n] at lambda inside the segment. Cost n.
  Reading read(double lambda, double* f) const;

  /// Lambda where no set changes: r(lambda) = r + lambda slope, and a is that of the segment's begin.
  struct Rest {
    Vector r, slope;             ///< [n rounded up to eight], zero beyond n
    double a_r = 0, a_slope = 0; ///< a'r and a'slope over the bound points
    double y_a = 0, width = 0;   ///< y'a over all points, the sum of the boxes' widths
    double infeasibility = 0;    ///< as of every reading
  };

  /// What readings at rest have in common. Cost n.
  Rest rest(Vector r, Vector slope) const;

  /// The same at rest. Cost n.
  Reading read(double lambda, const Rest& rest, double* f) const;

  /// How far the residuals have strayed since the last turn: the largest change that computing them afresh
  /// from a and b has made so far or would make now. Cost n |{a_i != 0}|.
  double measured_drift() const;

  /// A variable closer to its bound than this share of its box counts as at the bound.
  static constexpr double at_bound = 1e-12;

  /// Elbows of so many points and more pass many events at once. An elbow of a linear kernel has at most one
  /// point more than there are inputs.
  static constexpr Index rich = 64;

 private:
  /// A point less independent of the elbow (Elbow::independence) is exchanged, not added.
  static constexpr double dependent = 1e-13;

  /// Rounding of a sum of products is this share of its largest terms, generously.
  static constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();

  struct Event {
    double length = 0;   ///< of the segment
    Index point = -1;    ///< -1: none
    Index position = -1; ///< of a point that leaves the elbow, -1 for one that enters
  };

  // active_set_path.cpp: where the path stands
  void set_rates();
  void unpin(const MovingProblem& problem, double T);
  void bring_in_line(Index i);
  void place_bounds();
  double bound(Index i, double T) const;
  double bound_rate(Index i) const;
  void recompute_drift();
  void add_column(Index point, double c, Vector& y) const;
  void add_combination(const Vector& c, Vector& y) const;
  loops::Columns combined(Index m, const double* coefficients);
  void move(double length);
  Vector fresh_residuals() const;
  void refresh();
  void fail(const char* why);
  Index refresh_every() const;
  Reading reading(const loops::NodeSums& sums, double lambda, double length) const;

  // active_set_stretch.cpp: many events of a rich elbow
  struct Standing {
    double T, b;
    Vector r;
    std::vector<Stand> stands;
    std::vector<Index> elbow;
    ElbowVariables on_elbow;
    Index events, stalled;
    double progress, noise;
    Index barred;
  };
  bool is_rich() const { return elbow_.size() >= rich; }
  bool worth_a_stretch() const;
  bool plain_event() const;
  bool before(double T, double slack) const;
  Standing standing() const;
  void stand_again(const Standing& at);
  void pass_stretches(double T, double slack);
  Index least_followed() const;
  void follow_fewer();
  Index stretch_events() const;
  std::vector<Index> nearest(const std::vector<Index>& named) const;
  void catch_up(const Standing& from, const Vector& a_from);
  std::vector<Index> wrong_signs(double step) const;

  // active_set_jump.cpp: many events of a rich elbow at once
  struct Wrong {
    std::vector<std::pair<Index, Stand>> leave; ///< positions, rising, and the bounds they are beyond
    std::vector<Index> enter;                   ///< points, rising
    Index count() const { return static_cast<Index>(leave.size() + enter.size()); }
  };
  bool worth_a_jump() const;
  Index most_changes() const;
  void jump_further();
  bool jump_towards(double T);
  double jump_length(double length) const;
  bool settle(double back);
  Wrong wrong_before(double back) const;
  bool change_sides(const Wrong& wrong);
  bool solve_on_elbow();

  // active_set_direction.cpp: where it goes and how far
  void aim();
  bool try_to_aim();
  bool fill_empty_elbow();
  Index first_absorber(double side) const;
  void correct();
  bool find_direction();
  bool solve_direction();
  double refine_direction(double error);
  double measure_slopes();
  double slope_of(Index point) const;
  void find_event();
  void choose_event();
  void choose_least_index(double length);
  bool truly_enters(Index point);

  // active_set_events.cpp: what happens there
  void note_progress();
  void enter(Index point);
  bool exchange(Index point, double& at);
  bool contradicts(Index point, Stand from) const;
  void join(double a);
  void stand_on_elbow(Index position, double a);
  void leave(Index position, Stand bound);
  void stand_at(Index point, Stand bound);

  Gram gram_;
  Index n_, padded_;
  std::shared_ptr<const MovingProblem> problem_; ///< shared by copies of the path
  double T_ = 0, way_ = 1, span_ = 0;
  bool boxes_move_ = false;
  std::vector<Stand> stands_;
  double b_ = 0, b_slope_ = 0;
  Vector r_, r_slope_;     ///< residuals and their change per unit of length [padded]
  Vector side_;            ///< +1 lower, -1 upper, 0 elbow and pinned [padded]
  Vector rate_;            ///< target_rate [padded]
  Vector drift_;           ///< K da_B per unit of length [padded]
  double total_ = 0;       ///< -sum_B da_B per unit of length
  Vector resting_, width_; ///< a_B (0 on the elbow) and the boxes' widths while boxes are at rest [padded]
  Elbow elbow_;
  ElbowVariables on_elbow_;
  NearPoints near_; ///< on during a stretch: r_ and r_slope_ are then those of its begin
  Index begun_anew_ = 0;
  Index followed_;                            ///< how many points the next stretch follows
  double widest_jump_ = 1, jump_share_ = 0.5; ///< of the elbow: how many may cross in a jump, ever and next
  double arrived_ = std::numeric_limits<double>::quiet_NaN(); ///< where the last jump ended
  Index jumps_taken_back_ = 0;
  Vector weights_; ///< of the inputs of a linear kernel, in a combination of the elbow [p]
  Vector delta_;   ///< room for a correction [padded]
  Event step_;
  double independence_ = 1;          ///< of the point that enters
  double r_floor_ = 0, a_floor_ = 0; ///< slopes below are rounding
  double noise_ = 0;                 ///< slope that proved to be rounding at this T
  Index barred_ = -1; ///< may not enter in this segment: has just left, or entering proved to be noise
  double unit_ = 1;   ///< size of the numbers that make up a residual
  double drift_seen_ = 0;
  Index events_ = 0, most_events_, stalled_ = 0;
  double progress_ = 0; ///< T where the path last moved on
  std::string failure_;
};

} // namespace core
