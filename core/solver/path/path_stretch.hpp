#pragma once
#include <vector>

#include "core/solver/path/path_direction.hpp"

// Stretches of a path with a rich elbow. Nearly all of what an event costs there are the slopes of residuals,
// n|E|, and nearly all of these belong to points that are far from changing sign. So for a stretch of some
// events only the points nearest to it are followed. At its end every residual is caught up with, by what the
// variables have moved by. Where all of them have the signs that belong to their stands, the optimality
// conditions hold, and the stretch has arrived at the solution there, whatever happened on the way; where one
// has not, the stretch begins anew and follows more.
namespace core {

/// How many points the stretches of a path follow, and which.
class StretchPoints {
 public:
  using Index = Eigen::Index;

  explicit StretchPoints(Index n);

  /// Whether following so few saves anything.
  bool pay(const PathState& state) const;

  /// The state follows those nearest to changing sign from here on, with these among them, for events() and
  /// until it catches up.
  void follow(PathState& state, const PathDirection& direction, Index first_to_change,
              const std::vector<Index>& named) const;

  Index events() const; ///< of a stretch
  void follow_fewer() { count_ -= (count_ - least_) / 8; }
  void begin_anew() { count_ *= 2, ++begun_anew_; } ///< with more, as a sign change was missed
  Index begun_anew() const { return begun_anew_; }

 private:
  std::vector<Index> nearest(const PathState& state, const PathDirection& direction, Index first_to_change,
                             const std::vector<Index>& named) const;

  Index least_, count_;
  Index begun_anew_ = 0;
};

} // namespace core
