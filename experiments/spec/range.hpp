#pragma once
#include <optional>
#include <string>
#include <vector>

#include "experiments/spec/problems.hpp"

namespace experiments {

/// The numbers of {from: a, to: b, per_decade: 10, spacing: log}, see core/tuning/lambda_grid.hpp; per_decade
/// and spacing may be left out and then have the values shown. `key` names the parameter in messages.
std::optional<std::vector<double>> read_range(const Node& node, const std::string& key, Problems& problems);

} // namespace experiments
