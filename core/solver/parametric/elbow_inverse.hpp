#pragma once
#include <vector>

#include "core/solver/gram.hpp"

namespace core {

/// The points of an elbow E and the inverse [m x m] of
///
///   G_E = K_EE + lift 11',   lift = max_i K(x_i, x_i).
///
/// A constant added to the kernel changes nothing where sum a = 0, and makes the matrix definite exactly
/// where the saddle matrix [0 1'; 1 K_EE] is regular. A point comes by bordering and goes by a rank-one
/// update, O(m^2) each. Where an update would leave much smaller numbers than it subtracts, and where a
/// solution shows a residual, the inverse is computed afresh by Cholesky, O(m^3).
class ElbowInverse {
 public:
  using Index = Eigen::Index;

  /// What stands behind gram [n x n] must outlive the elbow.
  explicit ElbowInverse(const Gram& gram);

  Index size() const { return static_cast<Index>(points_.size()); }
  Index point(Index position) const { return points_[static_cast<std::size_t>(position)]; }
  const std::vector<Index>& points() const { return points_; }
  double lift() const { return lift_; }

  /// How far the point k outside E is from being dependent on E: nu'G nu / (G_kk nu'nu) at its minimiser over
  /// nu with nu_k = 1. Rounding alone leaves about 1e-16. Keeps k and the minimiser for `shares` and
  /// `append`.
  double independence(Index k);

  /// u = G_E^-1 G_Ek [m] of the last call of `independence`: along (1, -u) on (k, E) no residual of E moves.
  const Vector& shares() const { return shares_; }

  /// Adds the point of the last call of `independence` at the end.
  void append();

  /// Removes the point at this position; the last point takes the position.
  void remove(Index position);

  void clear();

  /// Becomes the elbow of these points. False where `factor` is, and then there are none.
  bool take(const std::vector<Index>& points);

  /// Computes the inverse afresh. False where G_E is not positive definite in floating point.
  bool factor();

  struct Solved {
    double shift;
    double magnitude; ///< of the numbers whose difference x is: x is good to about 1e-16 of it
    double largest;   ///< max |x|
  };

  /// Solves [0 1'; 1 K_EE] (shift; x) = (total; rhs) with the inverse at hand. rhs (room for m rounded up to
  /// eight, zero beyond m) is overwritten by x.
  Solved solve(double* rhs, double total);

 private:
  void reserve(Index m);
  void load_column(Index k);
  void project();
  void measure();
  double refine();
  double largest_diagonal() const;

  Gram gram_;
  double lift_;
  std::vector<Index> points_;
  Index ld_ = 0;                         ///< capacity, a multiple of eight
  std::vector<double> matrix_, inverse_; ///< G_E and its inverse [ld x ld], zero outside m x m
  double largest_seen_ = 0;              ///< diagonal entry of the inverse since it was last computed afresh
  Index candidate_ = -1;
  double schur_ = 0, size_ = 1;              ///< nu'G nu and G_kk nu'nu of the candidate
  Vector column_, shares_, row_sums_, work_; ///< [ld]
};

} // namespace core
