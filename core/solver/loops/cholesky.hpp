#pragma once
#include "core/sample/types.hpp"

namespace core {

/// L of A = L L' for a positive definite A [n x n], of which the lower triangle is read. From 128 rows on the
/// columns are taken in panels, whose products are those of core/solver/loops/product_loops.hpp, with the same
/// bits on every processor; below by Eigen. A pivot that is not positive ends it: what solve answers is then of
/// no use, and is_positive says so. Cost n^3 / 3, and n^2 for each solve.
class Cholesky {
 public:
  explicit Cholesky(Matrix a);

  bool is_positive() const { return is_positive_; }

  /// A^{-1} b.
  Vector solve(const Vector& b) const;

 private:
  bool factorised_by_panels();
  bool factorised(Eigen::Index begin, Eigen::Index end);

  Matrix l_; ///< its lower triangle
  bool is_positive_;
};

} // namespace core
