#include "core/solver/large/kernel_factor.hpp"

#include <algorithm>
#include <cmath>

#include "core/elementary/functions.hpp"

namespace core {

using Eigen::Index;

namespace {

/// Whether the remainder still falls as it must to come from 1 down to `wanted` within `most` columns. That
/// of a smooth kernel falls ever more slowly, so that a column's share of the way (a geometric mean) is what
/// it has to be by then; half of that is asked for, and nothing of the first columns.
bool on_its_way(double share, double wanted, Index rank, Index most) {
  constexpr Index first_asked = 64, asked_each = 16;
  if (rank < first_asked || rank % asked_each != 0 || wanted <= 0) return true;
  const double way = static_cast<double>(rank) / static_cast<double>(2 * most);
  return elementary::log(share) <= way * elementary::log(wanted);
}

} // namespace

KernelFactor kernel_factor(const Gram& gram, double wanted, Index most, Patience patience) {
  const Index n = gram.rows();
  Vector left = gram.diagonal(), room;
  const double largest = gram.largest_diagonal(), enough = wanted * largest;
  KernelFactor factor{Matrix(n, std::min<Index>(16, most)), 0};
  Index rank = 0;
  for (;; ++rank) {
    Index pivot = 0;
    factor.remainder = n > 0 ? left.maxCoeff(&pivot) : 0;
    if (!(factor.remainder > enough) || rank == most) break;
    if (patience == Patience::while_it_falls && !on_its_way(factor.remainder / largest, wanted, rank, most))
      break;
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
