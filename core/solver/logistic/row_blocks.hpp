#pragma once
#include <algorithm>

#include "core/sample/types.hpp"

namespace core {

inline constexpr Eigen::Index rows_a_block = 1024;

/// Calls take(first, count) for one block of n rows after the other. A block stays in the cache from one
/// product to the next, where a pass over all rows would fetch them from memory for each. The blocks, and
/// with them the order of sums over rows, depend on n alone.
template <class Take>
void for_row_blocks(Eigen::Index n, const Take& take) {
  for (Eigen::Index first = 0; first < n; first += rows_a_block)
    take(first, std::min(rows_a_block, n - first));
}

} // namespace core
