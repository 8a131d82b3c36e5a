#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/sample/types.hpp"

// The grid of class weights pi = m / M, m_k whole and of sum M, over the simplex (Wu, Zhang & Liu 2010,
// section 3.1). A classifier is fitted at interior points, where every m_k >= 1. On the boundary a class of
// weight zero is never predicted, and the label there is that of the nearest interior point's classifier -
// zeros raised to 1, each taken from the largest coordinate - among the classes of positive weight: no fit
// more.
namespace core {

/// A grid point, and whose classifier labels it.
struct GridPoint {
  std::vector<int> m;       ///< [K], of sum M
  std::size_t interior = 0; ///< the interior point whose classifier is asked
  unsigned allowed = 0;     ///< bits of the classes with m_k > 0
  double weight = 1;        ///< the share of a small ball around it that lies in the simplex
};

struct WeightGrid {
  int M = 0;
  Eigen::Index classes = 0;
  std::vector<GridPoint> points; ///< interior ones first, in the order of a walk of single steps by rows
  std::size_t interior = 0;      ///< how many of them

  /// pi [K] of a point.
  Vector weights(std::size_t point) const;
};

/// Throws UserError, calling the step by this name, where 1 / step is not a whole number, and where there is
/// no interior point: 1 / step < K.
void require_grid(const std::string& name, double step, Eigen::Index classes);

/// M = 1 / step, rounded. Throws UserError as require_grid does. Cost the number of points, C(M + K - 1, K -
/// 1).
WeightGrid weight_grid(double step, Eigen::Index classes);

/// The share of the directions at a point with `zeros` zero coordinates that lead into the simplex of K
/// classes: the probability that so many normal variables of correlation -1/(K-1) are all positive. 1, 1/2
/// and, for K = 3, 1/6.
double solid_angle(Eigen::Index zeros, Eigen::Index classes);

} // namespace core
