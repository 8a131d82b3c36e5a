#pragma once
#include <span>
#include <vector>

#include "core/solver/gram/gram.hpp"

namespace core {

/// Ka [n] of variables that move a few at a time, and how far rounding may have taken it. Columns of those
/// that will move again are kept, up to a number of bytes, where they are not at hand anyway.
///
/// Where the columns that move are m, with s_j = sqrt(K_jj), the sum of their changes is off by at most m /
/// 64 + 84 units 2^-53 of s_i sum_j s_j |change of a_j| (core/solver/gram/columns.hpp: its entries, 64
/// additions, the sums of 64, the changes themselves), and adding it to the field by one more of s_i sum_j
/// s_j |a_j|. All of that adds up.
class MovingField {
 public:
  using Index = Eigen::Index;

  /// Cost n |{a_i != 0}| columns' entries. `gram`, which must outlive it, is no linear kernel held as its
  /// inputs.
  MovingField(const Gram& gram, const Vector& a, std::size_t bytes = most_bytes);

  /// Variables with their field, which is right to so many units.
  struct Known {
    Vector a, value;
    double units;
  };
  /// Costs nothing.
  MovingField(const Gram& gram, Known known, std::size_t bytes = most_bytes);

  const Vector& a() const { return a_; }
  const Vector& value() const { return value_; }

  /// a_i of these observations becomes `to`; the columns of those that `again` says are kept. Cost n times
  /// how many have changed.
  void move(std::span<const Index> points, const Vector& to, const std::vector<bool>& again);

  /// Each entry is right to so many units 2^-53 of sqrt(K_ii) sum_j sqrt(K_jj) |a_j|.
  double units() const;

  static constexpr std::size_t most_bytes = std::size_t{192} << 20;

 private:
  struct Changes {
    std::vector<Index> points;
    std::vector<double> steps;
  };

  void keep(const std::vector<Index>& points);
  double size_of(const Vector& a) const { return roots_.dot(a.cwiseAbs()); }

  Gram gram_;
  Vector a_, roots_, value_;
  double error_; ///< of an entry, in 2^-53 sqrt(K_ii)
  std::size_t room_;
  std::vector<Matrix> kept_;
  std::vector<const double*> column_; ///< [n] null where it is not kept
};

} // namespace core
