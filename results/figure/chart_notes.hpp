#pragma once
#include "results/figure/chart.hpp"
#include "results/format/document.hpp"

namespace results {

/// What stands under a chart: how many points each line has, and of every marked or listed diagnostic its
/// value there and its median with the 10% and 90% quantiles over the replicates of that computation (linear
/// between order statistics). No lines where the layout asks for no chart, or none can be drawn yet.
Section chart_notes(const Results& results);

} // namespace results
