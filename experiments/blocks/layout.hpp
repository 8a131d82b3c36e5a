#pragma once
#include <string>
#include <vector>

#include "experiments/blocks/averages.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "results/record/study_card.hpp"

namespace experiments {

/// The keys of a layout.
std::vector<std::string> layout_keys();

/// Reads the layout block. Reports axes, metrics and values that the study does not have, and axes of more
/// than one value that are neither in the rows nor in the columns nor collapsed: their points would lie on
/// top of each other.
results::Layout read_layout(const Node& node, const LayoutContext& context, Problems& problems);

/// The layout of a study that names none: methods in the columns, everything else in the rows, all metrics.
results::Layout natural_layout(const LayoutContext& context);

} // namespace experiments
