#pragma once
#include "experiments/spec/problems.hpp"
#include "results/study_card.hpp"

namespace experiments {

/// Reads layout.chart: {table, x, y} with optional replicate, labels, x_label, y_label, marks. Which series a
/// method stores shows when it runs; names that no series or diagnostic can have are reported here, as are a
/// replicate the study does not compute and labels that do not match the lines. Labels left out are the
/// columns' names.
results::ChartLayout read_chart(const Node& node, std::int32_t replications, Problems& problems);

} // namespace experiments
