#pragma once
#include <vector>

#include "results/study_card.hpp"

namespace results {

/// When two means are level, and which rank they then share.
struct RankRule {
  int decimals = 4; ///< means are compared as printed with so many
  Ties ties = Ties::smallest;
  bool smaller_is_better = true;
};

/// The rank of each of these means among all of them, 1 for the best. Means that are not finite are level
/// behind the finite ones. If one is NaN all ranks are: how many stand before the others cannot be known.
/// Cost: n^2.
std::vector<double> ranks(const std::vector<double>& means, const RankRule& rule);

} // namespace results
