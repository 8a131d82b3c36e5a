#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "results/report/panel.hpp"
#include "results/report/pools/pooled_cells.hpp"
#include "results/statistics/joint.hpp"
#include "results/statistics/pools.hpp"

namespace results {

// Does a table hold if all its replications divided one pool of points? Each printed number is judged by two
// errors, that of new points and that of one pool (results/statistics/pools.hpp). A pool's own deviation
// makes the second wider, so that agreement is cheap; what two methods differ by on one pool hardly feels it.
// Paired differences are therefore judged beside the levels.

/// What two cells of a block that differ on one axis are apart, within a pool.
struct PoolsPair {
  std::size_t a = 0, b = 0; ///< numbers of PooledCells::cells
  std::string axis;         ///< on which they differ
  PooledNumber number{};    ///< ours - published, of a - b
  double mean = 0;          ///< ours, over pools
};

struct PoolsBlock {
  std::vector<std::size_t> cells;
  JointTest new_points{}, one_pool{};
  double adjusted = 1; ///< p of one_pool, by Holm over the blocks
  std::vector<PoolsPair> pairs{};
  Beyond beyond{}; ///< of the pairs' z
};

struct PoolsJudgement {
  PooledCells all;
  std::vector<PoolsBlock> blocks;

  VerdictCounts counts(Sampling sampling) const; ///< of the cells, by |z| alone
};

/// Of a table that averages pools (averages_pools), which outlives what is returned. Cost: pools x
/// replicates for each pair of cells of a block.
PoolsJudgement judge_pools(const Results& results, const Table& table);

/// A row each cell with the error and z of both ways of sampling, a row each block with its joint tests and
/// its pairs, a row each pair beyond 2. Nothing where no number is published or there are fewer than three
/// pools.
PanelEntry pools_panel();

} // namespace results
