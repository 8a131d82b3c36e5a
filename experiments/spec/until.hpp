#pragma once
#include <optional>
#include <string>
#include <vector>

#include "experiments/spec/problems.hpp"
#include "experiments/until.hpp"

namespace experiments {

/// `until: {mcse: 0.002, of: gkl, max: 2000}`, or `until: none`, which takes back what a study that is
/// extended says. `of` is one of the study's metrics, `max` at least its replications.
std::optional<Until> read_until(const Node& node, const std::vector<std::string>& metrics,
                                std::int32_t replications, Problems& problems);

} // namespace experiments
