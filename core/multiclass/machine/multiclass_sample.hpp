#pragma once
#include <cstdint>

#include "core/multiclass/machine/interior_point.hpp"

namespace core {

/// A training sample as the multiclass machine reads it, padded and with the pieces of its loss.
struct MulticlassSample {
  PieceObservations at;        ///< all observations; cost is the caller's, one problem at a time
  std::vector<Eigen::Index> y; ///< [n] 0-based classes
  Matrix basis;                ///< V [K x (K-1)]

  Eigen::Index size() const { return at.count; }
  Eigen::Index classes() const { return basis.rows(); }
};

/// x [n x r] inputs, or a factor of a kernel matrix K = x x'; labels [n] of 1 .. classes. Throws
/// std::logic_error for other labels.
MulticlassSample multiclass_sample(const Matrix& x, const Vector& labels, Eigen::Index classes);

} // namespace core
