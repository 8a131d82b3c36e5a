#pragma once
#include <cstddef>
#include <vector>

// Mean ranks over N data sets of k methods, compared all with all at once.
namespace results {

/// What the range of k independent standard normal variables exceeds with probability alpha in (0, 1), to
/// 1e-9. k is at least 2.
double range_quantile(int k, double alpha);

/// How far two mean ranks of k methods over N data sets are apart at least where they differ by more than
/// chance, all pairs at once with probability 1 - alpha where no method is better than another (Nemenyi 1963;
/// Demsar 2006, section 3.2.2): range_quantile(k, alpha) sqrt(k (k + 1) / (12 N)). Mean ranks with half of it
/// on either side are simultaneous intervals: two that overlap cannot be told apart. It is asymptotic in N.
double critical_difference(int k, int data_sets, double alpha);

/// The largest sets of methods, each as the numbers of its members by mean rank, whose mean ranks lie within
/// this distance of one another; only sets of two and more. A set within another is left out. Ranks that are
/// NaN are in none.
std::vector<std::vector<std::size_t>> level_groups(const std::vector<double>& mean_ranks, double distance);

} // namespace results
