#pragma once
#include <string>

#include "experiments/spec/problems.hpp"
#include "results/study_card.hpp"

namespace experiments {

/// Reads the key `failures`: drop, worst or error. Reports anything else, and answers drop.
results::FailurePolicy read_failure_policy(const Node& node, Problems& problems);

/// The word a config has for it.
std::string failure_policy_word(results::FailurePolicy policy);

} // namespace experiments
