#pragma once
#include "results/report/panel.hpp"

namespace results {

/// One map over these two axes (rows, columns) for each shown metric and each combination of places on the
/// axes that vary and are neither. The maps of one metric on one data set share their colour scale. Throws
/// UserError where the study has no such axis.
std::vector<HeatMap> heat_maps(const Table& table, const StudyCard& card,
                               const std::vector<std::string>& axes);

/// Those maps as pictures; in words their means, shaded.
PanelEntry heat_map_panel();

} // namespace results
