#pragma once
#include <cstdint>
#include <vector>

#include "core/random/stream.hpp"
#include "core/types.hpp"

namespace core {

/// One fold of a division of 0..n-1: its points, and all others, both ascending.
struct Division {
  std::vector<Eigen::Index> inside, outside;
};

/// A random division of n points into k folds whose sizes differ by at most one. Throws UserError unless
/// 2 <= k <= n.
std::vector<Division> divisions(Eigen::Index n, std::int64_t k, Stream& stream);

} // namespace core
