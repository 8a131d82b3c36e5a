#pragma once
#include <vector>

#include "core/multiclass/methods/weight_grid.hpp"

namespace core {

/// The labels that the classifiers of a grid of weights give to points: one classifier f_k(x) = u_k'features
/// + b_k at each interior grid point, and on the boundary what core/multiclass/methods/weight_grid.hpp
/// says. Ties go to the first class.
class LabelMap {
 public:
  /// rules [(r+1) x K] of the interior grid points, in their order, the intercepts last.
  LabelMap(const WeightGrid& grid, const std::vector<Matrix>& rules);

  static constexpr Eigen::Index together = 8; ///< points

  /// The grid points whose labels are wanted.
  enum class At { interior, all };

  /// The classes, 0-based, of `together` points at these grid points: [together] numbers a grid point, in the
  /// grid's order, the interior ones first. features [m x (r+1)], m a multiple of `together`, the last
  /// column 1. Cost a point: K (r+1) products for each interior grid point.
  void labels(const Matrix& features, Eigen::Index first, At at, std::vector<double>& out) const;

  const WeightGrid& grid() const { return grid_; }

 private:
  const WeightGrid& grid_;
  Matrix rules_;                      ///< [(r+1) x K G]
  std::vector<std::int32_t> begin_;   ///< [G + 1] into asked_
  std::vector<std::int32_t> own_end_; ///< [G] behind the first of these
  std::vector<std::int32_t> asked_;   ///< the grid points that each interior one labels, itself first
  std::vector<unsigned> allowed_;     ///< of asked_
  std::vector<double> barred_;        ///< [2^K x K] what a class outside of each set has more: minus infinity
};

/// features [m x r] with the column of ones, padded by rows of zeros.
Matrix padded_features(const Matrix& features);

} // namespace core
