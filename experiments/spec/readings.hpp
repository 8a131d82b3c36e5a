#pragma once
#include <string>
#include <vector>

#include "experiments/spec/problems.hpp"
#include "results/study_card.hpp"

namespace experiments {

/// Reads the metrics, out of those the layout shows, whose distance to the published numbers is shown reading
/// by reading. The improvement and ranks are none of them: they have no common unit with losses. Reports a
/// study in which no block stands for another.
std::vector<std::string> read_readings(const Node& node, const results::Layout& layout,
                                       const std::vector<results::Axis>& axes, Problems& problems);

} // namespace experiments
