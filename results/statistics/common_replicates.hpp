#pragma once
#include "results/statistics/summary.hpp"

// Two series over the replicates that both have.
namespace results {

/// Pearson's correlation of the values that are finite in both, within [-1, 1]; 0 where it does not exist.
double correlation(const Series& a, const Series& b);

/// a - b, replicate by replicate, where both are finite.
Series differences(const Series& a, const Series& b);

} // namespace results
