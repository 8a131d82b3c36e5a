#pragma once
#include "experiments/spec/problems.hpp"

namespace experiments {

/// true or false, unquoted; reports anything else, the other words YAML readers take for one included, and
/// answers false.
bool read_switch(const Node& node, const std::string& key, Problems& problems);

} // namespace experiments
