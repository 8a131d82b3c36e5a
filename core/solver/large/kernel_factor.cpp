#include "core/solver/large/kernel_factor.hpp"

#include <algorithm>
#include <cmath>

namespace core {

using Eigen::Index;

KernelFactor kernel_factor(const Gram& gram, double wanted, Index most) {
  const Index n = gram.rows();
  Vector left = gram.diagonal(), room;
  const double enough = wanted * gram.largest_diagonal();
  KernelFactor factor{Matrix(n, std::min<Index>(16, most)), 0};
  Index rank = 0;
  for (;; ++rank) {
    Index pivot = 0;
    factor.remainder = n > 0 ? left.maxCoeff(&pivot) : 0;
    if (!(factor.remainder > enough) || rank == most) break;
    if (rank == factor.x.cols()) factor.x.conservativeResize(n, std::min(most, 2 * rank));
    const Eigen::Map<const Vector> column(gram.column(pivot, room), n);
    const double root = std::sqrt(factor.remainder);
    auto next = factor.x.col(rank);
    next = column;
    next.noalias() -= factor.x.leftCols(rank) * factor.x.row(pivot).head(rank).transpose();
    next /= root;
    // The same entry by two sums: where they disagree, what is left is rounding.
    if (!(std::abs(next(pivot) - root) <= root / 2)) break;
    left.array() -= next.array().square();
    left(pivot) = 0;
    factor.pivots.push_back(pivot);
  }
  factor.x.conservativeResize(n, rank);
  return factor;
}

} // namespace core
