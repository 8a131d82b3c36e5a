#pragma once
#include "core/types.hpp"

namespace core {

/// A kernel with its bandwidth decided.
///   linear:    K(s, t) = s't
///   gaussian:  K(s, t) = exp(-|s - t|^2 / sigma^2)   (no factor 2: Wang, Shen & Liu 2008, section 5.1)
///
/// Squared distances are sums of squared differences, never |s|^2 + |t|^2 - 2 s't, and every entry is
/// computed by the same operations in the same order wherever it stands. Hence equal rows of x give equal
/// rows of K to the last bit, K(s, t) = K(t, s) exactly, and the Gaussian K(s, s) = 1 exactly.
struct Kernel {
  enum class Shape { linear, gaussian };
  Shape shape = Shape::linear;
  double sigma = 1; ///< > 0; read by the Gaussian shape only

  /// K(x_i, z_j) [m x n] for x [m x p], z [n x p]. Cost m n p, and m n exponentials for the Gaussian shape.
  Matrix cross_gram(const Matrix& x, const Matrix& z) const;

  /// K(x_i, x_j) [n x n]: the bits of cross_gram(x, x), at about half its cost.
  Matrix gram(const Matrix& x) const;
};

/// Median of the Euclidean distances between all positive-negative pairs of the sample (Jaakkola et al. 1999
/// as Wang, Shen & Liu use it, section 5.1). The mean of the two middle distances where their number is even.
/// 1 where a class is missing or the median is zero: a bandwidth must be positive. Cost n+ n- p.
double median_distance_between_classes(const Sample& sample);

} // namespace core
