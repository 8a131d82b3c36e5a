#pragma once
#include <vector>

#include "core/types.hpp"

namespace core {

/// The points on the elbow E (y f = 1) and the linear algebra over them. Holds the inverse of
///
///   G_E = K_EE + lift 1 1'      [m x m],   lift = max_i K(x_i, x_i),
///
/// which is positive definite exactly where the saddle matrix [0 1'; 1 K_EE] is regular. Points come by bordering
/// and go by a rank-one update, both O(m^2). The quality of the inverse is measured by its users (residual of a
/// direction) and restored by `factor` (Cholesky, O(m^3)).
class Elbow {
 public:
  using Index = Eigen::Index;

  /// Keeps a reference to gram [n x n].
  explicit Elbow(const Matrix& gram);

  Index size() const { return static_cast<Index>(points_.size()); }
  Index point(Index position) const { return points_[static_cast<std::size_t>(position)]; }
  const std::vector<Index>& points() const { return points_; }
  double lift() const { return lift_; }

  /// Schur complement of G_{E + k} for a point k outside E, relative to its diagonal: 0 where the column of k depends
  /// on the columns of E. Keeps u = G_E^-1 G_Ek for `shares` and `append`.
  double independence(Index k);

  /// u = G_E^-1 G_Ek [m] of the last call of `independence`.
  const Vector& shares() const { return shares_; }

  /// Adds the point of the last call of `independence` at the end.
  void append();

  /// Removes the point at this position; the last point takes the position.
  void remove(Index position);

  /// Inverts G_E afresh. False where it is not positive definite in floating point.
  bool factor();

  /// Solves [0 1'; 1 K_EE] (shift; x) = (total; rhs) with the inverse at hand. rhs [>= m padded] is overwritten by x.
  struct Solved {
    double shift;
    double magnitude;  ///< of the numbers whose difference x is
  };
  Solved solve(double* rhs, double total);

  void clear();

 private:
  void reserve(Index m);
  double largest_diagonal() const;
  void project();
  void measure();
  double refine();

  const Matrix* gram_;
  double lift_;
  std::vector<Index> points_;
  Index ld_ = 0;                ///< capacity, a multiple of the vector width
  std::vector<double> matrix_;  ///< G_E [ld x ld], zero outside m x m
  std::vector<double> inverse_;  ///< its inverse, likewise
  Vector shares_, column_, row_sums_, work_;
  double schur_ = 0, size_ = 1, largest_seen_ = 0;
  Index candidate_ = -1;
};

}  // namespace core
