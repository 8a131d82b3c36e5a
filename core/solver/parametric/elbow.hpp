#pragma once
#include <optional>
#include <span>
#include <vector>

#include "core/solver/elbow_factor.hpp"
#include "core/solver/parametric/elbow_inverse.hpp"
#include "core/solver/parametric/vector_loops.hpp"

namespace core {

/// A large elbow E of a path and the equations of ElbowInverse (core/solver/parametric/elbow_inverse.hpp),
/// solved with the Cholesky factor R'R of G_E.
///
/// Solving with a factor is backward stable: the residual of an answer x is rounding of |G_E||x|, however
/// ill-conditioned G_E is, so that no answer has to be refined. R'^-1 of the last right side rides along: a
/// right side that is the same but for the point that came last costs one substitution, m^2 / 2.
class LargeElbow {
 public:
  using Index = Eigen::Index;

  /// None where G_E of these points is not positive definite in floating point. What stands behind gram [n x
  /// n] must outlive the elbow. Cost m^3 / 3.
  static std::optional<LargeElbow> of(const Gram& gram, const std::vector<Index>& points);

  const std::vector<Index>& points() const { return factor_.members(); }
  Index size() const { return static_cast<Index>(factor_.size()); }

  /// The shares are computed where the independence is below 1e-6. Above, what is returned is nu'G nu / G_kk,
  /// an upper bound of it.
  double independence(Index k);
  const Vector& shares() const { return shares_; }
  void append();

  /// As ElbowFactor::add_independent.
  void append(std::span<const Index> points, double least);

  /// Those behind this position move up.
  void remove(Index position);

  /// Computes the factor afresh. False where G_E is not positive definite in floating point.
  bool factor();

  double least_pivot_share() const { return factor_.least_pivot_share(); }

  /// As ElbowInverse::solve, but for the lift.
  loops::Saddle solve(double* rhs, double total);

 private:
  explicit LargeElbow(const Gram& gram) : factor_(gram) {}

  bool carried(const double* rhs) const;
  void measure_ones();

  ElbowFactor factor_;
  Vector rhs_, forwarded_; ///< the last right side and R'^-1 of it [m rounded up to eight, or more]
  Index known_ = 0;        ///< entries of these two that are up to date
  double ones_size_ = 0;   ///< max |G_E^-1 1| when it was last looked at
  Index changes_ = 0;      ///< since then
  Index candidate_ = -1;
  Vector shares_, room_;
};

/// The points of an elbow and its equations: held by their inverse while the elbow is small, by their
/// Cholesky factor from `large` points on. What a point costs, and what its numbers are good for, say the
/// two.
class Elbow {
 public:
  using Index = Eigen::Index;

  /// What stands behind gram [n x n] must outlive the elbow.
  explicit Elbow(const Gram& gram) : gram_(gram), small_(gram) {}

  Index size() const { return large_ ? large_->size() : small_.size(); }
  Index point(Index position) const { return points()[static_cast<std::size_t>(position)]; }
  const std::vector<Index>& points() const { return large_ ? large_->points() : small_.points(); }
  double lift() const { return small_.lift(); }
  bool is_large() const { return large_.has_value(); }

  /// As ElbowInverse says.
  double independence(Index k) { return large_ ? large_->independence(k) : small_.independence(k); }
  const Vector& shares() const { return large_ ? large_->shares() : small_.shares(); }
  bool factor() { return large_ ? large_->factor() : small_.factor(); }
  void append();
  void clear();

  /// Of a large elbow: appends these points, but for those with no more than this share of their squares
  /// outside it.
  void append(std::span<const Index> points, double least) { large_->append(points, least); }

  /// Of a large elbow: a lower bound of the shares of the points' squares that are outside those before them.
  double least_pivot_share() const { return large_->least_pivot_share(); }

  /// Becomes the elbow of these points. False where their equations are not positive definite in floating
  /// point.
  bool take(const std::vector<Index>& points);

  /// What becomes of the positions behind a point that goes: the last point takes its place, or all move up
  /// by one.
  enum class Closing { last_takes_place, all_move_up };
  Closing remove(Index position);

  ElbowInverse::Solved solve(double* rhs, double total);

  /// An elbow of a linear kernel has at most one point more than there are inputs.
  static constexpr Index large = 64, small_again = 40;

 private:
  Gram gram_;
  ElbowInverse small_;
  std::optional<LargeElbow> large_;
};

} // namespace core
