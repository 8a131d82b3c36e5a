#pragma once
#include "results/report/panel.hpp"

namespace results {

/// The charts of a request, one for each computation of the study whose replicate is stored with the table,
/// in the order of the design. Throws UserError where the stored table lacks a column, or a cell lacks a
/// marked diagnostic.
std::vector<Chart> charts(const Results& results, const PanelRequest& request);

/// Those charts as pictures: lines of a cell's series over one of its columns, such as a solution path.
/// Notes: how many points each line has, and of every marked or listed diagnostic its value there and its
/// median with the 10% and 90% quantiles over the replicates of that computation (linear between order
/// statistics).
PanelEntry chart_panel();

} // namespace results
