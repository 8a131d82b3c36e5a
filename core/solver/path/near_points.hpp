#pragma once
#include <span>
#include <vector>

#include "core/solver/gram/gram.hpp"
#include "core/solver/loops/vector_loops.hpp"

namespace core {

/// The bound points whose residuals a path follows from event to event while its elbow is rich: those that
/// may enter it soon. Their entries of the elbow's columns lie packed, so that a slope costs k|E| and not
/// n|E|; of a linear kernel held as its inputs [n x p] theirs, so that it costs (k + |E|) p and not (n + |E|)
/// p.
///
/// A copy is empty: what is followed belongs to one stretch of one path.
class NearPoints {
 public:
  using Index = Eigen::Index;

  NearPoints() = default;
  NearPoints(const NearPoints&) {}
  NearPoints& operator=(const NearPoints&) {
    on_ = false;
    return *this;
  }

  /// What the path knows of all its points [n].
  struct Path {
    const Gram& gram; ///< [n x n], a matrix or inputs; outlives the stretch
    const Vector &r, &r_slope, &side, &rate;
  };

  /// Follows these bound points, and as many more as leave the elbow in this many events.
  void begin(const Path& path, const std::vector<Index>& points, const std::vector<Index>& elbow,
             Index events);
  void end() { on_ = false; }
  bool on() const { return on_; }
  /// How many more points may leave the elbow.
  Index room() const { return ld_ - count() - 1; }
  bool follows(Index point) const { return slot_[static_cast<std::size_t>(point)] >= 0; }

  /// The point enters the elbow at its end.
  void enter(Index point);

  /// The point at this position leaves the elbow, those behind it move up, and it is followed from residual 0
  /// on.
  void leave(Index position, double side, double rate);

  /// Slopes of the residuals: shift - way rate + K slope_E.
  void measure(const double* elbow_slope, double shift, double way);

  /// The first sign change beyond this floor; `where` is the point.
  loops::First first_sign_change(double floor) const;

  void move(double length) { loops::add(count(), length, slope_.data(), r_.data()); }

  double slope(Index point) const { return slope_[slot_[static_cast<std::size_t>(point)]]; }
  double& side(Index point) { return side_[slot_[static_cast<std::size_t>(point)]]; }

 private:
  Index count() const { return static_cast<Index>(points_.size()); }
  double* column(Index position) {
    return entries_.data() + room_of_[static_cast<std::size_t>(position)] * ld_;
  }
  void push(Index point);
  void add_column(Index point);
  void make_room_for_inputs();
  void make_room_for_columns(const std::vector<Index>& elbow, Index events);

  bool on_ = false;
  const Matrix* gram_ = nullptr;
  const Features* inputs_ = nullptr;      ///< in the place of a matrix
  std::vector<Index> points_;             ///< by slot
  std::vector<Index> slot_;               ///< of each point, -1 where it is not followed [n]
  Vector r_, slope_, side_, rate_, none_; ///< by slot, padded
  std::vector<Index> elbow_;              ///< the points by position
  Index ld_ = 0;                          ///< slots there is room for
  std::vector<double> entries_;           ///< K(points, elbow point), a column each; or inputs of the points
  std::vector<Index> room_of_, rooms_;    ///< columns of entries_: by position or input; free ones
  std::vector<const double*> columns_;    ///< by position; or of each input
  Vector weights_;                        ///< of each input
};

} // namespace core
