#pragma once
#include <optional>

#include "core/solver/parametric/elbow_cholesky.hpp"
#include "core/solver/parametric/elbow_inverse.hpp"

namespace core {

/// The points of an elbow and its equations: held by their inverse while the elbow is small, by their
/// Cholesky factor from `large` points on. What a point costs, and what its numbers are good for, say the
/// two.
class Elbow {
 public:
  using Index = Eigen::Index;

  /// What stands behind gram [n x n] must outlive the elbow.
  explicit Elbow(const Gram& gram) : gram_(gram), small_(gram) {}

  Index size() const { return large_ ? large_->size() : small_.size(); }
  Index point(Index position) const {
    return large_ ? large_->points()[static_cast<std::size_t>(position)] : small_.point(position);
  }
  const std::vector<Index>& points() const { return large_ ? large_->points() : small_.points(); }
  double lift() const { return small_.lift(); }
  bool is_large() const { return large_.has_value(); }

  /// As ElbowInverse says.
  double independence(Index k) { return large_ ? large_->independence(k) : small_.independence(k); }
  const Vector& shares() const { return large_ ? large_->shares() : small_.shares(); }
  bool factor() { return large_ ? large_->factor() : small_.factor(); }
  void append();
  void clear();

  /// Becomes the elbow of these points. False where their equations are not positive definite in floating
  /// point.
  bool take(const std::vector<Index>& points);

  /// What becomes of the positions behind a point that goes: the last point takes its place, or all move up
  /// by one.
  enum class Closing { last_takes_place, all_move_up };
  Closing remove(Index position);

  ElbowInverse::Solved solve(double* rhs, double total);

  /// An elbow of a linear kernel has as many points as inputs, and one, at most.
  static constexpr Index large = 64, small_again = 40;

 private:
  Gram gram_;
  ElbowInverse small_;
  std::optional<ElbowCholesky> large_;
};

} // namespace core
