#pragma once
#include "results/table/table.hpp"

namespace results {

/// The table a study's layout asks for: every place of the design on the row axes by every place on the
/// column axes by every shown metric, summarised over the finished replicates and compared with what the
/// paper prints. The improvement is derived here, in pairs over common replicates; the reference's own is
/// left out. A percentage gets one decimal less than the layout's. Where an axis is collapsed (best_over),
/// each metric shows the point with the best average of its own, an improvement those with the best averages
/// of what it is the improvement of. Where an axis is averaged (mean_over, rank_over), a cell is the average
/// of the means or ranks at its places. Published numbers that are comparable in order only have no z, and
/// their cells cannot tell. Throws UserError where the layout names what the study does not have,
/// leaves an axis that varies without a place, or a published text is not a number.
Table tabulate(const Results& results);

} // namespace results
