#pragma once
#include <limits>
#include <string>
#include <vector>

#include "core/solver/path/path_direction.hpp"
#include "core/solver/path/path_jump.hpp"
#include "core/solver/path/path_reading.hpp"
#include "core/solver/path/path_state.hpp"
#include "core/solver/path/path_stretch.hpp"

namespace core {

/// The exact solution of a MovingProblem as its parameter T moves: a parametric active-set method.
///
/// Optimality at T, with g = Ka and b the multiplier of the equality (b = lambda beta_0): the residuals
/// r = g + b - target are >= 0 at lower bounds, <= 0 at upper bounds and 0 on the elbow E. As T moves, the
/// bound points ride on their bounds and (b, a_E) follows the saddle system of path_direction.hpp, so the
/// solution is linear in T on each segment. A segment ends with an event: a residual changes sign (the
/// point enters E) or an elbow point meets a bound (it leaves). An event costs about n|E| + 3|E|^2
/// multiplications. Where E is large and the boxes are at rest, `reach` goes to its T at once and sets right
/// there which points are on E (path_jump.hpp); where that fails, it follows only the points near a change
/// of sign (path_stretch.hpp), and an event costs about k|E| + 1.5|E|^2 with k of some dozens to n / 10.
///
/// A point that depends on E (a duplicate; the p+2nd point of a linear kernel in R^p) is exchanged for a
/// point of E along the null vector of the two, on which no residual moves.
///
/// With an empty elbow b moves to the first point that can absorb what the boxes move; at rest, to an end of
/// its interval.
///
/// Ties give segments of length zero. After a run of them the event with the least index is taken (Murty's
/// rule for the linear complementarity problem of the direction).
///
/// What is rounding is measured: a direction's residual on E is the noise of all slopes, a slope contradicted
/// by the direction that follows from it is noise, and a residual on E is corrected where that keeps the
/// boxes.
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
  void raise(double c) { state_.raise(c); }

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

  /// Since it was placed; a jump has one for each change of a stand.
  Index events() const { return progress_.events; }
  Index stretches_begun_anew() const { return stretch_points_.begun_anew(); } ///< that missed a sign change
  Index jumps_taken_back() const { return jump_limit_.taken_back(); }         ///< that did not settle
  void limit_events(Index most) { most_events_ = most; }                      ///< the default is 1000 + 50 n

  /// So many points, as a share of the elbow, may cross in a jump; 0: every event is passed. The default
  /// is 1.
  void limit_jumps(double share) { jump_limit_.set_widest(share); }

  double way() const { return state_.way; } ///< +1 where T rises, -1 where it falls
  double segment_begin() const { return state_.T; }
  double segment_end() const { return state_.T + state_.way * next_.length; }
  bool jumped_to(double T) const { return T == arrived_ && T == state_.T; } ///< stands, not passing through

  /// The solution at T inside the segment. a: [n], feasible to rounding.
  Vector a(double T) const { return state_.a(T); }
  double b(double T) const { return state_.b + way() * (T - state_.T) * direction_.b(); }
  Vector residuals(double T) const;
  const std::vector<Stand>& stands() const { return state_.stands; }

  /// Does an elbow point lie strictly inside its box? Only then is b the only multiplier.
  bool has_free_point(double T) const { return state_.has_free_point(T); }

  /// `a` with one Newton step on the elbow from Ka computed afresh: what rounding along the path has cost is
  /// regained.
  Vector polished(double T) { return state_.polished(T, b(T)); }

  /// Of a lambda-path: f [n] at lambda inside the segment, and what the dual says of it. Cost n.
  PathReading read(double lambda, double* f) const { return core::read(state_, direction_.r(), lambda, f); }

  const PathState& state() const { return state_; }

  /// Elbows of so many points and more pass many events at once. An elbow of a linear kernel has at most one
  /// point more than there are inputs; where these are held, an event costs as much with a small elbow, and
  /// so many inputs are enough.
  static constexpr Index rich = 64, many_inputs = 8;

 private:
  /// What tells moving on from circling in rounding.
  struct Progress {
    Index events = 0;  ///< since the path was placed
    Index stalled = 0; ///< events at the same T
    double T = 0;      ///< where the path last moved on
    double noise = 0;  ///< slope that proved to be rounding there
    Index barred = -1; ///< may not enter in this segment: has just left, or entering proved to be noise
  };
  struct Standing {
    PathState::Standing state;
    Progress progress;
  };

  bool is_rich() const;
  bool may_pass_many() const;
  bool worth_a_jump() const;
  bool worth_a_stretch() const;
  bool leaves_an_elbow() const;
  bool before(double T, double slack) const;
  bool jump_towards(double T);
  void pass_stretches(double T, double slack);
  Standing standing() const { return {state_.standing(), progress_}; }
  void stand_again(const Standing& at);

  void note_progress();
  void enter(const PathEvent& event);
  bool exchange(Index point, double& at);
  void aim();
  bool try_to_aim();
  bool fill_empty_elbow();
  void fail(const char* why);
  Index refresh_every() const;

  PathState state_;
  PathDirection direction_;
  PathEvent next_; ///< at the end of the segment
  Progress progress_;
  Index most_events_;
  StretchPoints stretch_points_;
  JumpLimit jump_limit_;
  double arrived_ = std::numeric_limits<double>::quiet_NaN(); ///< where the last jump ended
  std::string failure_;
};

} // namespace core
