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

/// Reads the layout block. Reports axes, metrics and values that the study does not have, and axes of more
/// than one value that are neither in the rows nor in the columns: their points would lie on top of each
/// other.
results::Layout read_layout(const Node& node, const LayoutContext& context, Problems& problems);

} // namespace experiments
