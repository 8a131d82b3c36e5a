#pragma once
#include <optional>
#include <vector>

#include "core/solver/gram.hpp"
#include "core/solver/parametric/vector_loops.hpp"

namespace core {

/// A large elbow E and the Cholesky factor L [m x m] of G_E = K_EE + lift 11' = L L'.
///
/// The same promises as ElbowInverse (core/solver/parametric/elbow_inverse.hpp), which costs less while few
/// points are on the elbow. Solving with a factor is backward stable: the residual of an answer x is rounding
/// of |G_E||x|, however ill-conditioned G_E is, so that no answer has to be refined. A point comes by one
/// forward substitution and goes by plane rotations, O(m^2) each. L^-1 1 and L^-1 of the last right side ride
/// along: a right side that is the same but for the point that came costs one backward substitution.
class ElbowCholesky {
 public:
  using Index = Eigen::Index;

  /// None where G_E of these points is not positive definite in floating point. What stands behind gram [n x
  /// n] must outlive the elbow. Cost m^3 / 3.
  static std::optional<ElbowCholesky> of(const Gram& gram, double lift, std::vector<Index> points);

  const std::vector<Index>& points() const { return points_; }
  Index size() const { return static_cast<Index>(points_.size()); }

  /// The shares are computed where the independence is below 1e-6. Above, what is returned is nu'G nu / G_kk,
  /// an upper bound of it.
  double independence(Index k);
  const Vector& shares() const { return shares_; }
  void append();

  /// Removes the point at this position; those behind it move up.
  void remove(Index position);

  /// Computes the factor afresh. False where G_E is not positive definite in floating point.
  bool factor();

  /// Overwrites rhs [m rounded up to eight, zero beyond m] by the x of L L'x + excess 1 = rhs with sum x =
  /// total.
  loops::Saddle solve(double* rhs, double total);

 private:
  ElbowCholesky(const Gram& gram, double lift, std::vector<Index> points);

  void reserve(Index m);
  void load_column(Index k);
  void forward_last(const double* rhs);
  bool carried(const double* rhs) const;
  void measure_ones();
  loops::Triangle triangle() { return {ld_, factor_.data(), inverse_diagonal_.data()}; }

  Gram gram_;
  double lift_;
  std::vector<Index> points_;
  Index ld_ = 0;               ///< capacity, a multiple of eight
  std::vector<double> factor_; ///< L by columns, zero beyond m
  Vector inverse_diagonal_;    ///< 1 / L_kk [ld]
  Vector ones_;                ///< L^-1 1 [ld]
  Vector rhs_, forwarded_;     ///< the last right side and L^-1 of it [ld]
  Index known_ = 0;            ///< entries of these two that are up to date
  double ones_size_ = 0;       ///< max |G_E^-1 1| when it was last looked at
  Index changes_ = 0;          ///< since then
  Index candidate_ = -1;
  double pivot_ = 0;           ///< square of the one that the candidate would have
  Vector row_, shares_, room_; ///< L^-1 G_Ek of the candidate, G_E^-1 G_Ek, and room [ld]
};

} // namespace core
