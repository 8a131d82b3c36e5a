#pragma once
#include <string>
#include <vector>

#include "experiments/spec/problems.hpp"
#include "results/study_card.hpp"

namespace experiments {

/// What a layout can refer to.
struct LayoutContext {
  const std::vector<results::Axis>& axes;
  std::vector<std::string> metrics; ///< of this study
  std::int32_t replications = 1;
};

/// The names of the axes a layout can refer to.
std::vector<std::string> axis_names(const LayoutContext& context);

/// The metrics that are ranks by others, as a layout shows them.
std::vector<std::string> ranked_metrics(const results::Layout& layout);

/// Reads the layout block. Reports axes, metrics and values that the study does not have, and axes of more
/// than one value that are neither in the rows nor in the columns nor collapsed: their points would lie on
/// top of each other.
results::Layout read_layout(const Node& node, const LayoutContext& context, Problems& problems);

} // namespace experiments
