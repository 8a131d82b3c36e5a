#pragma once
#include "results/report/panel.hpp"

namespace results {

/// The average ranks of the values of one axis (`among`) by their means of some metrics (`of`), the best has
/// rank 1: a grid of one row a value and one column a metric for each place of the axes that are neither.
/// Within each place of `over` the values compete that are computed in it; means that are level to `decimals`
/// share ranks as `ties` says. In the long form the metric is "rank_mse". Nothing is changed in the table
/// itself, which Layout::rank_over does.
PanelEntry ranks_panel();

} // namespace results
