#pragma once
#include "results/report/panel.hpp"

namespace results {

/// A row each block, and what they come to as the first sentence of the verdicts. Nothing without blocks.
PanelEntry blocks_panel();

} // namespace results
