#pragma once
#include "core/solver/path/path_state.hpp"

namespace core {

/// What ends a segment of a path: a residual changes sign and its point enters the elbow, or an elbow point
/// meets a bound and leaves it.
struct PathEvent {
  double length = 0;          ///< of the segment
  Eigen::Index point = -1;    ///< -1: none
  Eigen::Index position = -1; ///< of a point that leaves the elbow, -1 for one that enters
  double independence = 1;    ///< of the elbow, of a point that enters

  static PathEvent none() { return {.length = loops::never}; }
  bool enters() const { return position < 0; }

  /// A point less independent of the elbow (Elbow::independence) is exchanged, not added.
  static constexpr double dependent = 1e-13;
  bool depends() const { return independence <= dependent; }
};

/// Where a path goes from where it stands, per unit of length: the slopes of b and of all residuals, and with
/// the state's ElbowVariables those of a_E. They solve
///
///   [0 1'; 1 K_EE] (db; da_E) = (-sum_B da_B;  dtarget_E - K_EB da_B),
///
/// and the residual on E of the answer is measured: it is the noise of all slopes.
class PathDirection {
 public:
  using Index = Eigen::Index;

  explicit PathDirection(Index padded) : r_slope_(Vector::Zero(padded)) {}

  /// Solves for it, with a slope below which others are noise too. False where no accurate one is found.
  /// Cost n |E| + |E|^2.
  bool find(PathState& state, double noise);

  /// That of an empty elbow with boxes at rest, where nothing moves.
  void find_none(PathState& state);

  /// The event at the end of the segment; `barred` may not enter. By the least index it is, of several
  /// within rounding of the first, that of the least point.
  PathEvent first_event(PathState& state, Index barred, bool by_least_index);

  /// Moves the state so far.
  void go(PathState& state, double length) const;

  double b() const { return b_slope_; }
  const Vector& r() const { return r_slope_; } ///< [padded]; during a stretch those of its begin
  double of(const PathState& state, Index point) const {
    return state.near.on() ? state.near.slope(point) : r_slope_[point];
  }

  /// Slopes of residuals and of elbow variables below these are rounding.
  double r_floor() const { return r_floor_; }
  double a_floor() const { return a_floor_; }

  /// The bound that the elbow point at this position meets first.
  Stand bound_met(const PathState& state, Index position) const {
    const auto [to_lower, to_upper] = state.on_elbow.exits(position, a_floor_);
    return to_upper < to_lower ? Stand::upper : Stand::lower;
  }

  /// Whether the point that has entered last from this bound leaves it again for that bound at once: the
  /// saddle matrix makes every point that enters move into its box, so the slope that made it enter was
  /// rounding.
  bool contradicts(const PathState& state, const PathEvent& next, Index point, Stand from) const;

 private:
  bool solve(PathState& state, double noise);
  double refine(PathState& state, double error);
  double measure(PathState& state);
  PathEvent first(PathState& state) const;
  void choose_least_index(const PathState& state, PathEvent& event) const;
  bool truly_enters(PathState& state, PathEvent& event);

  double b_slope_ = 0;
  Vector r_slope_;
  double r_floor_ = 0, a_floor_ = 0;
  Vector correction_; ///< [|E| padded]
};

} // namespace core
