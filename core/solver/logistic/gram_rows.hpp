#pragma once
#include <vector>

#include "core/sample/types.hpp"

namespace core {

/// The kernel at some rows of a training sample: K(x_i, x_j) [N x N] of all of it, and which rows [n] of
/// these are meant, perhaps repeated. Both must outlive it.
struct GramRows {
  const Matrix& gram;
  const std::vector<Eigen::Index>& rows;

  Eigen::Index size() const { return static_cast<Eigen::Index>(rows.size()); }
  bool is_whole() const;

  /// Their own Gram matrix [n x n].
  Matrix block() const { return gram(rows, rows); }

  /// K v [n]. Cost N^2 whatever n is, and no copy of the matrix.
  Vector times(const Vector& v) const;
};

} // namespace core
