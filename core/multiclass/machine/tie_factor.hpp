#pragma once
#include "core/sample/types.hpp"

namespace core {

/// L L' = G for a positive definite G whose rows come and go one at a time. A row costs s^2 / 2 to append and
/// at most 3 s^2 to remove, s the rows there are.
class TieFactor {
 public:
  Eigen::Index size() const { return size_; }
  void clear() { size_ = 0; }

  /// products [s + 1] of the new row with those there are and with itself. False, and nothing appended, where
  /// rounding leaves nothing of it beyond the others.
  bool append(const Vector& products);
  void remove(Eigen::Index row);

  /// b := L^{-1} b and b := L'^{-1} b for b [s].
  void forward(double* b) const;
  void backward(double* b) const;

 private:
  Matrix L_; ///< its leading s x s, lower triangle
  Vector row_;
  Eigen::Index size_ = 0;
};

} // namespace core
