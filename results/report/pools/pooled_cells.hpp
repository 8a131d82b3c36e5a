#pragma once
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "results/report/table/table.hpp"
#include "results/statistics/pools.hpp"
#include "results/statistics/summary.hpp"

namespace results {

/// A printed number beside ours, the mean over pools.
struct PooledCell {
  const TableCell* cell = nullptr; ///< its parts are the pools
  std::vector<std::string> labels; ///< on PooledCells::axes
  std::string data, data_label;    ///< on the axis data; empty where it has no place there
  Metric metric{};
  int decimals = 3;
  bool is_reading = false; ///< of a method's or classifier's number: shown, and in no block
  PooledNumber number{};

  const Published& published() const { return cell->published; }
  std::size_t pools() const { return cell->parts.size(); }
};

struct PooledCells {
  std::vector<Axis> axes; ///< those of the table
  std::vector<PooledCell> cells;
  std::size_t left_out = 0; ///< with a published number, and some pool without a finite mean and error
};

/// The printed numbers of a table that averages pools, in its order. Cells of fewer than fewest_pools are
/// left out. The table outlives what is returned.
PooledCells pooled_cells(const StudyCard& card, const Table& table);

/// What two cells of the same pools share.
struct PooledPair {
  PoolVariance shared;                                    ///< covariances of the two
  PoolVariance difference;                                ///< variances of their paired difference
  double mean = std::numeric_limits<double>::quiet_NaN(); ///< of the paired difference, over pools
};

/// Both cells have the same pools; the paired differences are over the replicates that both have.
PooledPair pooled_pair(const PooledCell& a, const PooledCell& b, const Averages& averages);

/// The cells of one data set and metric without readings, by their numbers in PooledCells::cells.
std::vector<std::vector<std::size_t>> pooled_blocks(const std::vector<PooledCell>& cells);

} // namespace results
