#pragma once
#include <string>

#include "experiments/plan/study.hpp"

namespace experiments {

/// The study with every default filled in as JSON with sorted keys: what will be computed and how it is
/// arranged. Two configs that mean the same give the same text.
std::string resolved_json(const Study& study);

} // namespace experiments
