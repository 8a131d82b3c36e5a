#pragma once
#include "results/report/panel.hpp"

namespace results {

/// How much a metric of each value of an axis, usually a method, is above that of one of them: the mean over
/// the replicates both have of the differences replicate by replicate, with its Monte Carlo standard error,
/// which common random numbers make far smaller than that of either mean. A row for each place of the other
/// axes, a column for each other value; "--" where one of the two was not computed. A reference without a
/// place on some axis stands at every value of it. A row of the long form is the metric
/// "error_percent_minus_c_learning" of the value. Infinite values leave no difference.
PanelEntry differences_panel();

} // namespace results
