#pragma once
#include <vector>

#include "results/record/study_card.hpp"

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

/// A number to seven significant digits, as far as solvers and rounding resolve it: numbers that are one here
/// differ by what another order of the same sums would undo, and have no order. What is not finite stays.
double resolved(double value);

/// Pearson's correlation of two lists of one length; NaN for fewer than two pairs, where one list is
/// constant or a value is not finite.
double pearson(const std::vector<double>& a, const std::vector<double>& b);

/// Spearman's: Pearson's of the ranks, level values sharing the mean of theirs. Infinities have ranks like
/// other numbers; no value may be NaN. Cost: n^2.
double spearman(const std::vector<double>& a, const std::vector<double>& b);

} // namespace results
