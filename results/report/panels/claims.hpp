#pragma once
#include "results/report/panel.hpp"

namespace results {

/// A row each claim, the readings beside its verdict; a row each comparison with both means, the margin and
/// its standard error. Notes: the wording of each claim with its verdict. Nothing where the study judges no
/// claims.
PanelEntry claims_panel();

} // namespace results
