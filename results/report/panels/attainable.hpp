#pragma once
#include "results/report/panel.hpp"

namespace results {

/// The printed error rates, in percent, that no study of the paper's replications on so many test points can
/// have (results/statistics/attainable.hpp): a row each with the nearest number that it could; a note says
/// how many were asked and for how many the printing is too coarse to tell. The points are the diagnostic
/// that the config names, the same in every replicate of the cell. Nothing where the config does not ask.
PanelEntry attainable_panel();

} // namespace results
