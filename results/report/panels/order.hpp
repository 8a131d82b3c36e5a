#pragma once
#include "results/report/panel.hpp"

namespace results {

/// One row a place and metric: how many methods, Spearman's correlation of published and ours, how their
/// pairs stand and the verdicts of these; what these verdicts mean; each pair that is off; a row of the long
/// form for each pair, at the place of its first method under the metric "mse_minus_platt", with the
/// differences of the published numbers and of ours. Nothing where there are no pairs.
PanelEntry order_panel();

} // namespace results
