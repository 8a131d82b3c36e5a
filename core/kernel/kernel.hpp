#pragma once
#include "core/types.hpp"

namespace core {

/// A kernel with its bandwidth decided.
///   linear:    K(s, t) = s't
///   gaussian:  K(s, t) = exp(-|s - t|^2 / sigma^2)   (conventions: no factor 2)
struct Kernel {
  enum class Shape { linear, gaussian };
  Shape shape = Shape::linear;
  double sigma = 1;  ///< > 0; read by the Gaussian shape only

  /// K(x_i, z_j) [m x n] for x [m x p], z [n x p]. Cost m n p.
  Matrix cross_gram(const Matrix& x, const Matrix& z) const;

  /// K(x_i, x_j) [n x n], exactly symmetric.
  Matrix gram(const Matrix& x) const;
};

/// Median of the Euclidean distances between all positive-negative pairs of the sample (Jaakkola et al. 1999 as
/// Wang, Shen & Liu use it, section 5.1). The mean of the two middle distances where their number is even.
/// 1 where a class is missing or the median is zero: a bandwidth must be positive.
double median_distance_between_classes(const Sample& sample);

}  // namespace core
