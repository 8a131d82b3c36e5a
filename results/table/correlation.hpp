#pragma once
#include <vector>

namespace results {

/// Pearson's correlation of two lists of one length; NaN for fewer than two pairs, where one list is
/// constant or a value is not finite.
double pearson(const std::vector<double>& a, const std::vector<double>& b);

/// Spearman's: Pearson's of the ranks, level values sharing the mean of theirs. Infinities have ranks like
/// other numbers; no value may be NaN. Cost: n^2.
double spearman(const std::vector<double>& a, const std::vector<double>& b);

} // namespace results
