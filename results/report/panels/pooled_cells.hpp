#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "results/report/table.hpp"
#include "results/statistics/pools.hpp"
#include "results/statistics/summary.hpp"

namespace results {

/// A number of the paper and ours on each pool: the cells of a table that differ on the axis of pools alone.
struct PooledCell {
  Coordinates at;                  ///< on the axes but that of pools
  std::vector<std::string> labels; ///< on PooledCells::axes
  std::string data, data_label;    ///< on the axis data; empty where it has no place there
  Metric metric;
  int decimals = 3;
  Published published{};
  std::vector<std::string> pools;                         ///< names on the axis
  std::vector<std::int32_t> settings;                     ///< [pools]
  std::vector<Summary> ours;                              ///< [pools], over the divisions of each
  double mean = std::numeric_limits<double>::quiet_NaN(); ///< over pools
  PooledNumber number{};                                  ///< beside the published one

  PoolVariance variance() const { return number.ours; }
};

struct PooledCells {
  std::vector<Axis> axes; ///< those of the table but that of pools
  std::vector<PooledCell> cells;
  std::size_t left_out = 0; ///< with a published number, and some pool without a finite mean and error
};

/// The published numbers that have a place in the table but for the axis `over`, in the order of the table.
/// Improvements and ranks are left out, and cells of fewer than three pools. A published error that is not
/// printed is taken from our divisions, for the paper's replications. Throws UserError where the study has no
/// such axis.
PooledCells pooled_cells(const Results& results, const Table& table, const std::string& over);

/// What two cells of the same pools share.
struct PooledPair {
  PoolVariance shared;                                    ///< covariances of the two
  PoolVariance difference;                                ///< variances of their paired difference
  double mean = std::numeric_limits<double>::quiet_NaN(); ///< of the paired difference, over pools
};

/// Both cells have the same pools; the paired differences are over the replicates that both have.
PooledPair pooled_pair(const PooledCell& a, const PooledCell& b, const Averages& averages);

/// A block: the cells of one data set and metric, by their numbers in PooledCells::cells.
std::vector<std::vector<std::size_t>> pooled_blocks(const std::vector<PooledCell>& cells);

} // namespace results
