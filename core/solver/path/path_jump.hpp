#pragma once
#include <utility>
#include <vector>

#include "core/solver/path/path_direction.hpp"

// Jumps of a path with a rich elbow. Where only the solution at T is asked for, the events on the way there
// are a detour: many points that enter the elbow leave it again, and each event asks for a direction of its
// own. A jump goes to T along the direction at hand and there sets right which points are on the elbow: all
// variables outside their boxes leave it, all points with residuals of the wrong sign enter it, a Newton step
// solves the equations of the elbow that is left, and so on until no sign is wrong. That is the primal-dual
// active-set method (Hintermuller, Ito & Kunisch 2002), which converges in a few rounds from nearby and need
// not from further away: rounds that do not come to an end are taken back, and the events passed one after
// the other.
namespace core {

/// How many points may cross in a jump, as a share of the elbow: less after one that is taken back.
class JumpLimit {
 public:
  using Index = Eigen::Index;

  /// How many may as long as the direction stays what it is; 0 where a jump would save nothing.
  Index most_changes(Index elbow) const;

  void set_widest(double share);
  void widen();     ///< a node is reached
  void take_back(); ///< a jump did not settle
  Index taken_back() const { return taken_back_; }

 private:
  double widest_ = 1, share_ = 0.5; ///< ever and next
  Index taken_back_ = 0;
};

/// One jump of a state along a direction.
class Jump {
 public:
  using Index = Eigen::Index;

  /// Whether a state may be jumped from: its elbow must be clearly independent, or it might not be factorised
  /// anew.
  static bool possible(const PathState& state);

  Jump(PathState& state, const PathDirection& direction) : state_(state), direction_(direction) {}

  /// At most `length`, and so far that no more points than these cross on the way.
  double length(double length, Index most_changes) const;

  /// Where the state has gone so far, sets right who is on the elbow, in rounds of which the last finds no
  /// wrong sign. False where they do not come to an end. A round costs about n|E| multiplications, and |E|^2
  /// for each point that changes.
  bool settle(double length);

  Index changes() const { return changes_; } ///< of stands so far

 private:
  struct Wrong {
    std::vector<std::pair<Index, Stand>> leave; ///< positions, rising, and the bounds they are beyond
    std::vector<Index> enter;                   ///< points, rising
    Index count() const { return static_cast<Index>(leave.size() + enter.size()); }
  };

  Wrong wrong_before(double back) const;
  bool change_sides(const Wrong& wrong);

  PathState& state_;
  const PathDirection& direction_;
  Index changes_ = 0;
};

} // namespace core
