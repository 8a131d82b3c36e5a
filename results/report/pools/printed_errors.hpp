#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "results/report/panel.hpp"
#include "results/report/pools/pooled_cells.hpp"
#include "results/statistics/printed_errors.hpp"

namespace results {

// Which sampling do the standard errors speak for that a paper prints? Its means cannot say: one pool widens
// their error and every difference is small. No search for a reading has looked at the printed errors.

/// A printed standard error and ours, for as many replications as the paper's.
struct PrintedErrorRow {
  std::size_t cell = 0; ///< number of PooledCells::cells
  double new_points = 0, one_pool = 0;
  double least = 0, most = 0; ///< of the pools
  int side =
      0; ///< of the printed error, its rounding allowed for: -1 below every pool, 1 above, 0 among them
};

/// The printed errors of a data set and metric together, or those of one metric over those of another.
struct PrintedErrorGroup {
  std::string data_label, label; ///< "CRE", "CRE / GKL"
  std::size_t cells = 0;         ///< printed errors
  ErrorRatio new_points{}, one_pool{};
};

struct PrintedErrors {
  PooledCells all;
  std::vector<PrintedErrorRow> rows;
  std::vector<PrintedErrorGroup> groups;
  std::size_t outside = 0; ///< rows whose printed error is smaller or larger than that of every pool
};

/// Of a table that averages pools (averages_pools), which outlives what is returned; nothing where
/// the paper prints no standard error or does not say over how many replications.
PrintedErrors printed_errors(const Results& results, const Table& table);

/// A row each printed error with ours on new points and on one pool, and the smallest and largest pool; a row
/// each group with the printed errors over ours under both, and z.
PanelEntry printed_errors_panel();

} // namespace results
