#pragma once
#include <string>
#include <vector>

#include "experiments/spec/problems.hpp"
#include "results/study_card.hpp"

namespace experiments {

/// Reads the axis of which a table shows the best value. Only a swept parameter can be collapsed: published
/// numbers name their data, classifier and method. Reports any other word, and a study that sweeps nothing.
/// Empty where it cannot be read.
std::string read_best_over(const Node& node, const std::vector<results::Axis>& axes, Problems& problems);

} // namespace experiments
