#pragma once
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/diagnostics.hpp"
#include "experiments/config/layout.hpp"
#include "results/record/study_card.hpp"

namespace experiments {

/// Reads layout.chart: {table, x, y} with optional replicate, labels, x_label, y_label, marks. Which series a
/// method stores shows when it runs; names that no series or diagnostic can have are reported here, as are a
/// replicate the study does not compute and labels that do not match the lines. Labels left out are the
/// columns' names.
results::ChartLayout read_chart(const Node& node, std::int32_t replications, Problems& problems);

/// Reads {over, among, of, alpha, sides}: which values are tested against each other. `among` is an axis, or
/// a list of methods. Reports a comparison along the axis it is counted over, and fewer than two values.
std::optional<results::PairedTestLayout> read_paired_tests(const Node& node, const LayoutContext& context,
                                                           Problems& problems);

/// Reads the metrics, out of those the layout shows, whose distance to the published numbers is shown reading
/// by reading. The improvement and ranks are none of them: they have no common unit with losses. Reports a
/// study in which no block stands for another.
std::vector<std::string> read_readings(const Node& node, const results::Layout& layout,
                                       const std::vector<results::Axis>& axes, Problems& problems);

} // namespace experiments
