#pragma once
#include "results/report/panel.hpp"

namespace results {

/// What the averages of a table are over: its rows once for each value of the averaged axis, with our means
/// and their Monte Carlo standard errors, or the ranks. How to read those averages, and of each that is
/// infinite or missing at which values of the axis it is so, and the average over the others. Nothing where
/// no axis is averaged.
PanelEntry averaged_panel();

} // namespace results
