#pragma once
#include <cstddef>
#include <vector>

#include "results/statistics/pools.hpp"
#include "results/statistics/student.hpp"

// Were the standard errors of a table over new points, or over the divisions of one pool? A study of R
// replications on new points prints sqrt((B + n W) / R), one of a pool sqrt(n W / R) of that pool
// (results/statistics/pools.hpp). The rows of a table share their draws, so that their errors are judged
// together: by c_1 log p_1 + c_2 log p_2 + ... against the same sum of ours.
namespace results {

/// Replicates of several cells on several pools, [cell][pool][replicate]. The cells of a pool have the same
/// replicates, at least two, and all are finite.
using PooledReplicates = std::vector<std::vector<std::vector<double>>>;

/// A printed standard error and what enters it.
struct PrintedError {
  double se = 0;
  double rounding = 0;
  double weight = 1; ///< c
};

struct ErrorRatio {
  double log_ratio = 0;   ///< sum of c log(printed / ours)
  EstimatedError error{}; ///< of it
  double z() const;       ///< normal equivalent, with one degree of freedom less than there are pools
};

/// What each cell's standard error over so many replications is expected to be; [cells].
std::vector<double> expected_errors(const PooledReplicates& ours, double replications, Sampling sampling);

/// The printed errors of a study of so many replications against ours. The variance of a log standard error
/// is a quarter of that of the squared standardised deviations over R, whatever their distribution (delta
/// method); for a single pool that of the pools' own log errors is added. Ours adds its own, over pools. At
/// least three pools, and as many printed errors as cells. Cost: one look at every replicate for each cell.
ErrorRatio compare_errors(const std::vector<PrintedError>& printed, const PooledReplicates& ours,
                          double replications, Sampling sampling);

} // namespace results
