#pragma once
#include "results/report/panel.hpp"

namespace results {

/// One row a cell: place, metric, what the paper prints, what we have, replicates, z and the verdict. How
/// many cells came to each verdict, what the verdicts mean, and for each cell that cannot tell how many
/// replications would settle it, or why none would; unless what is published is comparable in order only.
/// Nothing where nothing is published.
PanelEntry comparison_panel();

} // namespace results
